"""Releases are recorded, and nothing that a release has written or migrated is taken back."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from devtools import release
from devtools.release import CannotRelease, Checkout, Release, speaking
from devtools.stack.home import REPOSITORY
from engine import catalogue

if TYPE_CHECKING:
    from pathlib import Path

NOW = speaking("1.0.0", "", "")
FILES = {
    "devtools/releases.json": "[]\n",
    "pyproject.toml": '[project]\nname = "flipside"\nversion = "1.0.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## [1.0.0] - 2026-12-01\n",
    "openapi.yaml": "openapi: 3.1.0\n",
    "openapi/released/v1-2026-11-30.yaml": "openapi: 3.1.0\n",
    "games/migrations/0001_initial.py": "first = 1\n",
    "games/migrations/sql/log.sql": "SELECT 1\n",
    "players/migrations/0001_initial.py": "first = 1\n",
}


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    command = ["git", *who, *words]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def ours(tmp_path: Path) -> Checkout:
    """Return a checkout that is ready for release 1.0.0."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return Checkout(tmp_path)


@pytest.fixture
def released(ours: Checkout) -> Checkout:
    """Return a checkout after release 1.0.0."""
    ours.record(ours.here("1.0.0"))
    git(ours.folder, "commit", "--quiet", "--all", "--message", "Record release 1.0.0")
    return ours


@pytest.mark.history
def test_nothing_of_a_release_is_taken_back() -> None:
    assert Checkout().faults(NOW) == []


@pytest.mark.history
def test_every_release_is_in_the_history_with_its_description_of_the_api(tmp_path: Path) -> None:
    checkout = Checkout()
    for number, one in enumerate(checkout.releases()):
        tree = checkout.tree(one.commit, tmp_path / str(number))
        assert f'version = "{one.version}"' in (tree / "pyproject.toml").read_text()
        assert (REPOSITORY / "openapi/released" / one.api).read_bytes() == (tree / "openapi.yaml").read_bytes()


def test_games_without_an_option_that_was_added_since_do_not_name_it() -> None:
    """Else processes of the release could play no new game during an upgrade."""
    for one in Checkout().releases():
        added = {name: option for name, option in catalogue.OPTIONS.items() if name not in one.options}
        assert [name for name, option in added.items() if not option.omit_default] == []
        assert set(one.options) <= set(catalogue.OPTIONS)


def test_a_release_is_the_commit_that_is_checked_out(released: Checkout) -> None:
    (found,) = released.releases()
    assert found == released.newest()
    assert found.commit == git(released.folder, "rev-parse", "HEAD~1")
    assert (found.version, found.api) == ("1.0.0", "v1-2026-11-30.yaml")
    assert found.events == NOW.events
    assert released.faults(NOW) == []


@pytest.mark.parametrize(
    ("version", "name", "text"),
    [
        ("1.0", "", ""),
        ("1.0.01", "", ""),
        ("1.1.0", "", ""),
        ("1.0.0", "CHANGELOG.md", "# Changelog\n"),
        ("1.0.0", "openapi.yaml", "openapi: 3.0.0\n"),
        ("1.0.0", "new.txt", "not committed"),
    ],
)
def test_a_commit_that_is_not_ready_is_not_recorded(ours: Checkout, version: str, name: str, text: str) -> None:
    if name:
        (ours.folder / name).write_text(text)
    if text and "committed" not in text:
        git(ours.folder, "commit", "--quiet", "--all", "--message", "Change")
    with pytest.raises(CannotRelease):
        ours.here(version)


def test_a_release_has_a_higher_version_than_the_last(released: Checkout) -> None:
    with pytest.raises(CannotRelease, match="after"):
        released.here("1.0.0")


@pytest.mark.parametrize(
    "name", ["games/migrations/0001_initial.py", "games/migrations/sql/log.sql", "players/migrations/0001_initial.py"]
)
@pytest.mark.parametrize("gone", [False, True])
def test_a_migration_of_a_release_is_never_changed(released: Checkout, name: str, *, gone: bool) -> None:
    path = released.folder / name
    if gone:
        path.unlink()
    else:
        path.write_text("changed = 1\n")
    (fault,) = released.faults(NOW)
    assert name in fault
    git(released.folder, "commit", "--quiet", "--all", "--message", "Change it")
    assert released.faults(NOW) == [fault]


def test_migrations_may_be_added(released: Checkout) -> None:
    (released.folder / "games/migrations/0002_more.py").write_text("second = 1\n")
    git(released.folder, "add", ".")
    git(released.folder, "commit", "--quiet", "--message", "Add a migration")
    assert released.faults(NOW) == []


def later(**changes: object) -> Release:
    return NOW._replace(**changes)


MORE = NOW.events | {250: 1}
HIGHER = {"engine_version": NOW.engine_version + 1}


@pytest.mark.parametrize(
    ("now", "faults"),
    [
        (later(), 0),
        (later(events=MORE, **HIGHER), 0),
        (later(events=NOW.events | {1: NOW.events[1] + 1}, **HIGHER), 0),
        (later(events=MORE), 1),
        (later(events={number: 1 for number in NOW.events if number != 1}, **HIGHER), 1),
        (later(events=NOW.events | {1: 0}, **HIGHER), 1),
        (later(state_format=NOW.state_format - 1, **HIGHER), 1),
        (later(engine_version=NOW.engine_version - 1), 1),
        (later(clock_format=NOW.clock_format + 1), 1),
        (later(clock_format=NOW.clock_format + 1, state_format=NOW.state_format + 1), 0),
    ],
)
def test_events_are_added_with_another_engine_version_and_never_taken_back(now: Release, faults: int) -> None:
    assert len(NOW.unlike(now)) == faults


def test_a_checkout_without_history_says_that_it_needs_it(released: Checkout, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{released.folder}", str(shallow))
    for ask in (lambda: Checkout(shallow).faults(NOW), lambda: _newest_tree(Checkout(shallow), tmp_path / "tree")):
        with pytest.raises(CannotRelease, match="history"):
            ask()
    assert released.has_history()
    assert not Checkout(shallow).has_history()
    shutil.rmtree(shallow)


def _newest_tree(checkout: Checkout, folder: Path) -> Path:
    newest = checkout.newest()
    assert newest is not None
    return checkout.tree(newest.commit, folder)


@pytest.mark.history
def test_the_command_says_what_stands_in_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["check"]) == 0
    assert release.main(["record", "0.0.0"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
