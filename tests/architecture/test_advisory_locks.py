"""Each advisory lock in PostgreSQL has a number of its own; two locks with one number would block each other."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
NUMBER: Final = re.compile(r"\b0x466C6970_\d{4}\b")
"""The common prefix of all lock numbers."""


def test_no_two_things_are_locked_by_the_same_number() -> None:
    folders = (ROOT / folder for folder in ("common", "config", "games", "players"))
    used = Counter(
        number for folder in folders for path in folder.rglob("*.py") for number in NUMBER.findall(path.read_text())
    )
    assert len(used) > 3
    assert [number for number, times in used.items() if times > 1] == []
