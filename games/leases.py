"""Leases: work that one process at a time does, however many there are, and that nobody's death leaves undone.

A lease is a row with its holder and the time until which it is held. It has to be renewed; after that time anybody may
take it. It belongs to no database session, so it also works behind a pooler. Work on all games is divided into slices
by ranges of their ids, which are random, and each slice has a lease of its own.

A holder that sleeps past its time does not know it. Either its work is safe to repeat, or what it writes depends on the
lease in the same statement (`RENEWED`) or transaction (`Lease.renew`).
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from django.db import DatabaseError

from common.database import queries

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

logger = logging.getLogger(__name__)

SLICES: Final = 16
"""Slices of all games, by the first hexadecimal digit of the id."""
ALL: Final = tuple(range(SLICES))
WHOLE: Final = (0,)
"""The only slice of work that cannot be divided."""
SECONDS: Final = 60.0
"""How long a lease is held without being renewed, and so how long work may wait after its process was killed."""
_ID_BITS: Final = 128
_SLICE_BITS: Final = _ID_BITS - (SLICES - 1).bit_length()

# The one that has waited longest, and how many were ever made.
# The clock is the real one: it is processes that are late, not players.
CLAIM: Final = """
WITH claimed AS (
    UPDATE lease SET holder = %s::uuid, until = statement_timestamp() + make_interval(secs => %s::float8)
    WHERE (name, slice) = (
        SELECT name, slice FROM lease
        WHERE name = %s::text AND slice = ANY(%s::smallint[]) AND until <= statement_timestamp()
        ORDER BY until, slice LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING slice
)
SELECT (SELECT slice FROM claimed), (SELECT count(*) FROM lease WHERE name = %s::text AND slice = ANY(%s::smallint[]))
"""
MAKE: Final = """
INSERT INTO lease (name, slice, until) SELECT %s::text, slice, 'epoch' FROM unnest(%s::smallint[]) slice
ON CONFLICT DO NOTHING
"""
RENEW: Final = """
UPDATE lease SET until = statement_timestamp() + make_interval(secs => %s::float8)
WHERE name = %s::text AND slice = %s::smallint AND holder = %s::uuid RETURNING true
"""
RENEWED: Final = f"WITH renewed AS ({RENEW})"
"""The beginning of a statement that takes effect only if `renewed` has a row. Takes `Lease.renewal`."""
RELEASE: Final = """
UPDATE lease SET holder = NULL, until = statement_timestamp()
WHERE name = %s::text AND slice = %s::smallint AND holder = %s::uuid
"""


class Name(StrEnum):
    """All work that is done under leases. The words are stored."""

    ARCHIVE = "archive"
    AUDIT = "audit"
    AUDIT_ANCHORS = "audit anchors"
    AUDIT_MAIL = "audit mail"
    ANCHOR_PUBLISHING = "anchor publishing"
    SANDBOX_CLOCK = "sandbox clock"
    TIME_OUTS = "time-outs"


class Lost(Exception):
    """The lease was not renewed in time, and another process has taken it."""


@dataclass(slots=True)
class Lease:
    """A lease that was claimed: `holder` is unique to this claim."""

    name: Name
    slice: int
    holder: UUID
    seconds: float
    renewed_at: float

    @property
    def renewal(self) -> tuple[float, str, int, UUID]:
        """Return the parameters of `RENEWED`."""
        return self.seconds, str(self.name), self.slice, self.holder

    def __str__(self) -> str:
        return f"{self.name}, slice {self.slice}"

    def renew(self) -> None:
        """Hold it from now on for its time. In a transaction nobody can take it until that ends. Raises `Lost`."""
        begun = time.monotonic()
        if not queries.rows(RENEW, *self.renewal):
            raise Lost(str(self))
        self.renewed_at = begun

    def keep(self) -> None:
        """Renew it if a third of its time has passed: to be called often. Raises `Lost`."""
        if time.monotonic() - self.renewed_at > self.seconds / 3:
            self.renew()


@contextmanager
def held(name: Name, among: Collection[int] = WHOLE, seconds: float = SECONDS) -> Iterator[Lease | None]:
    """Yield the lease of one of these slices, the one that has waited longest; None if others hold them all.

    It is released at the end of the block. `Lost` ends the block and goes no further: the other process does the work.
    Not for use in a transaction.
    """
    lease = _claim(name, list(among), seconds)
    try:
        yield lease
    except Lost as lost:
        logger.warning("another process has taken over: %s", lost)
    finally:
        if lease is not None:
            with suppress(DatabaseError):  # its time will end
                queries.rows(RELEASE, str(name), lease.slice, lease.holder)


def _claim(name: Name, among: list[int], seconds: float) -> Lease | None:
    holder, begun = uuid4(), time.monotonic()
    slices = str(name), among
    ((found, made),) = queries.rows(CLAIM, holder, seconds, *slices, *slices)
    if found is None and made < len(set(among)):
        queries.rows(MAKE, *slices)
        ((found, _),) = queries.rows(CLAIM, holder, seconds, *slices, *slices)
    return None if found is None else Lease(name, found, holder, seconds, begun)


def slice_of(game_id: UUID) -> int:
    """Return the slice to which a game belongs."""
    return game_id.int >> _SLICE_BITS


def before(number: int) -> UUID:
    """Return the last id before a slice, or the least of all, which no game has. `before(SLICES)` is the last id."""
    return UUID(int=max(0, (number << _SLICE_BITS) - 1))


def bounds() -> tuple[list[UUID], list[UUID]]:
    """Return the bounds of all slices, in their order: the last ids before them, and their last ids."""
    return [before(number) for number in ALL], [before(number + 1) for number in ALL]
