"""Moves finished games into the archive: the only code that deletes rows of the log (docs/operators/archive.md).

A game is packed, unpacked again as a check, and moved by one statement (`archive_game`, `migrations/sql`). A worker
killed before that statement has changed nothing; one killed after it has moved the whole game. Any number of processes
share the games by leases, so that they do not pack the same ones.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog
from django.conf import settings
from django.db import DatabaseError, connection

from common.database import queries
from common.rate_limits import counter
from games import leases, transient
from games.store import archive, reader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from uuid import UUID

logger = logging.getLogger(__name__)
alarms = structlog.stdlib.get_logger(__name__)

ARCHIVE_FAILING: Final = "archive_failing"
"""The name of this event in the service's log. It is stable, because alarms depend on it
(docs/operators/operations.md)."""
FAILURES: Final = "archive_failures"
"""The counter of these failures."""

BATCH: Final = 200
PERIOD: Final = 600.0
"""Seconds from one run of a worker to the next."""
SECONDS: Final = 540
"""Longest time of one run of a worker. The next run continues."""

# A game stays where it is while the outbox has work for it, or while its log is in doubt.
IS_DUE: Final = """
game g WHERE g.status = 2 AND g.archived_month IS NULL
    AND g.updated_at <= service_now() - make_interval(secs => %s::float8) AND g.quarantined_at IS NULL
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.game_id = g.id)
"""
DUE: Final = f"""
SELECT g.id, date_trunc('month', g.updated_at AT TIME ZONE 'UTC')::date, g.version, g.chain FROM {IS_DUE}
    AND g.id > %s::uuid AND g.id <= %s::uuid ORDER BY g.id LIMIT %s::int
"""  # noqa: S608 - constants only
# The slices that have games to move.
SLICES: Final = f"""
SELECT slice.number - 1 FROM unnest(%s::uuid[], %s::uuid[]) WITH ORDINALITY slice (before, last, number)
WHERE EXISTS (SELECT FROM {IS_DUE} AND g.id > slice.before AND g.id <= slice.last)
"""  # noqa: S608 - constants only
# In a cluster of databases: the first digits of the ids of these games.
DIGITS: Final = f"SELECT DISTINCT left(g.id::text, 1) FROM {IS_DUE}"  # noqa: S608 - constants only
MAKE_PARTITION: Final = "SELECT make_archive_partition(%s::date)"
MOVE: Final = """
SELECT archive_game(%s::uuid, %s::int, %s::bytea, %s::int, %s::smallint, %s::int[], %s::bytea[])
"""


class Due(NamedTuple):
    """A finished game whose log may be moved, and the month it belongs to."""

    game_id: UUID
    month: date
    version: int
    chain: bytes


class Run(NamedTuple):
    """The numbers of games moved and failed, and whether there may be more."""

    moved: int
    failed: int
    more: bool


def run(after: timedelta, seconds: float) -> Run:
    """Move the games that ended longer than `after` ago, without those that other processes are moving.

    Stops after about `seconds`.
    """
    end = time.monotonic() + seconds
    moved = failed = 0
    waiting = _slices(after)
    while waiting:
        with leases.held(leases.Name.ARCHIVE, waiting) as lease:
            if lease is None:
                break
            waiting.remove(lease.slice)
            for due in _due(after, lease.slice):
                done = _try(due)
                moved, failed = moved + (done is True), failed + (done is None)
                if time.monotonic() > end:
                    return Run(moved, failed, more=True)
                lease.keep()
    return Run(moved, failed, more=bool(waiting))


def _try(due: Due) -> bool | None:
    try:
        return move(due)
    except (DatabaseError, LookupError, ValueError) as failure:
        _alert(due.game_id, failure)
        return None


def move(due: Due) -> bool:
    """Move one game; False if it was moved or has changed since. Raises `ValueError` if it cannot be packed."""
    rows, commands = reader.read(due.game_id, 0, due.version), reader.commands(due.game_id)
    if len(rows) != due.version or rows[-1].chain != due.chain:
        raise ValueError(f"{len(rows)} events where there should be {due.version}, or another head")
    packed = archive.pack(rows, commands)
    if archive.unpack(packed.frames) != (rows, commands):
        raise ValueError("what was packed is not what was read")
    with connection.cursor() as cursor:
        cursor.execute(MAKE_PARTITION, (due.month,))
        cursor.execute(
            MOVE, (due.game_id, due.version, due.chain, len(commands), archive.FORMAT, packed.ends, packed.frames)
        )
        done: bool = cursor.fetchone()[0]
    return done


def keep() -> None:
    """Move the games that are due by the settings. Workers run this every ten minutes."""
    if settings.ARCHIVE_AFTER_DAYS:
        run(timedelta(days=settings.ARCHIVE_AFTER_DAYS), SECONDS)


def _alert(game_id: UUID, failure: Exception) -> None:
    """Count and log a game whose log could not be moved. The next run tries again; `verify_log` may find the reason."""
    if transient.what_is_away(failure) is None:
        counter.tally(FAILURES)
        alarms.error(ARCHIVE_FAILING, game=str(game_id), exc_info=failure)
    else:
        logger.warning("game %s has to wait for the archive: %s", game_id, type(failure).__name__)


def _slices(after: timedelta) -> list[int]:
    if settings.DATABASE_SHARDED:
        return sorted(int(digit, leases.SLICES) for (digit,) in queries.rows(DIGITS, after.total_seconds()))
    return [number for (number,) in queries.rows(SLICES, *leases.bounds(), after.total_seconds())]


def _due(after: timedelta, number: int) -> Iterator[Due]:
    last, end = leases.before(number), leases.before(number + 1)
    while True:
        found = queries.rows(DUE, after.total_seconds(), last, end, BATCH)
        batch = [Due(game_id, month, version, bytes(chain)) for game_id, month, version, chain in found]
        yield from batch
        if len(batch) < BATCH:
            return
        last = batch[-1].game_id
