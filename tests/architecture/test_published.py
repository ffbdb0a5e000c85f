"""The repository contains no secrets, no paths of a developer's machine and no skipped tests."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
THIS: Final = Path(__file__).name

FORBIDDEN: Final = {
    "a home folder of a developer's machine": r"(?<![\w.])/(home|Users|root)/\w",
    "a skipped test": r"pytest\.(mark\.)?(skip|xfail)",
    "a private key": "-----BEGIN [A-Z ]*PRIVATE " + "KEY",
}
SUFFIXES: Final = {".py", ".md", ".toml", ".yaml", ".in", ".txt", ".sql", ".html", ""}


def published() -> list[Path]:
    """Return every file that git tracks or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [ROOT / line for line in listed.stdout.splitlines()]
    return [path for path in paths if path.is_file() and path.suffix in SUFFIXES and path.name != THIS]


@pytest.mark.parametrize("what", sorted(FORBIDDEN))
def test_nothing_published_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in published()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []
