"""Advisory locks of PostgreSQL: locks without a row, held until a transaction ends.

Each application lists its numbers in one place.
"""

from __future__ import annotations

from hashlib import sha256

from common.database.queries import prepared, rows


def named(lock: int, name: str) -> int:
    """Return the number of one of the locks that share a number in the list, told apart by a name."""
    return int.from_bytes(sha256(f"{int(lock)} {name}".encode()).digest()[:8], signed=True)


def hold_until_commit(lock: int) -> None:
    """Wait for `lock` and hold it until the transaction ends."""
    prepared("SELECT pg_advisory_xact_lock(%s::bigint)", int(lock))


def try_until_commit(lock: int) -> bool:
    """Tell whether the transaction got `lock`, which it holds to its end; False if another session has it."""
    mine: bool = rows("SELECT pg_try_advisory_xact_lock(%s::bigint)", int(lock))[0][0]
    return mine
