"""The requirements are pinned and hashed, name no host, and contain one version of each package."""

import re
from pathlib import Path
from typing import Final

import pytest

REQUIREMENTS: Final = Path(__file__).parent.parent.parent / "requirements"
LOCKS: Final = sorted(path.stem for path in REQUIREMENTS.glob("*.txt"))
PIN: Final = re.compile(r"^([a-z0-9._-]+(?:\[[a-z,]+\])?)==(\S+?)(?: ; (.+?))? \\$")


def pins(lock: str) -> set[tuple[str, str, str | None]]:
    """Return the name, version and condition of every package in a lock file."""
    lines = (REQUIREMENTS / f"{lock}.txt").read_text().splitlines()
    return {(found[1], found[2], found[3]) for line in lines if (found := PIN.match(line))}


def test_every_set_that_is_asked_for_is_locked() -> None:
    assert sorted(path.stem for path in REQUIREMENTS.glob("*.in")) == LOCKS


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host_and_no_path(lock: str) -> None:
    text = (REQUIREMENTS / f"{lock}.txt").read_text()
    assert not re.search(r"://|file:|--(extra-)?index-url|--find-links|--trusted-host", text)


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_in_a_lock_is_pinned_and_hashed(lock: str) -> None:
    lines = (REQUIREMENTS / f"{lock}.txt").read_text().splitlines()
    named = [line for line in lines if line and not line.startswith(("#", " "))]
    assert named
    assert all(PIN.match(line) for line in named)
    assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in lines if line.startswith(" "))


@pytest.mark.parametrize(("narrow", "wide"), [("run", "test"), ("test", "dev")])
def test_a_wider_set_holds_the_same_versions(narrow: str, wide: str) -> None:
    wider = {(name, version) for name, version, _ in pins(wide)}
    assert {(name, version) for name, version, _ in pins(narrow)} <= wider
