"""Advisory locks of PostgreSQL: each has a number of its own, and none outlives its transaction."""

import re
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
NUMBER: Final = re.compile(r"\b0x466C6970_\d{4}\b")
"""The common prefix of all lock numbers."""


SESSION: Final = re.compile(r"pg_(?:try_)?advisory_(?:unlock|lock)\w*")
"""Locks of a session. Behind a pooler in transaction mode, lock and unlock reach different sessions."""


def test_no_lock_belongs_to_a_session() -> None:
    folders = (ROOT / folder for folder in ("common", "config", "games", "players"))
    found = {
        str(path.relative_to(ROOT))
        for folder in folders
        for path in folder.rglob("*.py")
        if SESSION.search(path.read_text())
    }
    assert not found, "a lock that outlives a transaction is a lease (games/leases.py)"


def test_no_two_things_are_locked_by_the_same_number() -> None:
    folders = (ROOT / folder for folder in ("common", "config", "games", "players"))
    used = Counter(
        number for folder in folders for path in folder.rglob("*.py") for number in NUMBER.findall(path.read_text())
    )
    assert len(used) > 3
    assert [number for number, times in used.items() if times > 1] == []
