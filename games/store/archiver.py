"""Moves finished games into the archive: the only code that deletes rows of the log (docs/operators/archive.md).

A game is packed, unpacked again as a check, and moved by one statement (`archive_game`, `migrations/sql`), together
with some others. A worker killed before that statement has changed nothing; one killed after it has moved these games
whole. Any number of processes share the games by leases, so that they do not pack the same ones.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import structlog
from django.conf import settings
from django.db import DatabaseError

from common.database import queries
from common.rate_limits import counter
from games import leases, transient
from games.store import archive, reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date
    from uuid import UUID

    from games.types import CommandRow, EventRow

logger = logging.getLogger(__name__)
alarms = structlog.stdlib.get_logger(__name__)

ARCHIVE_FAILING: Final = "archive_failing"
"""The name of this event in the service's log. It is stable, because alarms depend on it
(docs/operators/operations.md)."""
FAILURES: Final = "archive_failures"
"""The counter of these failures."""

BATCH: Final = 200
TOGETHER: Final = 16
"""Most games that are moved in one transaction, which reaches the disk once for all of them."""
ENOUGH_EVENTS: Final = 4_000
"""No more games come into a transaction that moves so many events: it holds the rows of the games."""
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
MOVE: Final = "archive_game(%s::uuid, %s::int, %s::bytea, %s::int, %s::smallint, %s::int[], %s::bytea[])"


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
            for games in _groups(_due(after, lease.slice)):
                done = _try(games)
                moved, failed = moved + done.count(True), failed + done.count(None)
                if time.monotonic() > end:
                    return Run(moved, failed, more=True)
                lease.keep()
    return Run(moved, failed, more=bool(waiting))


def _groups(games: Iterator[Due]) -> Iterator[list[Due]]:
    """Yield the games in groups for a transaction each; a cluster of databases moves every game by itself."""
    group: list[Due] = []
    for due in games:
        group.append(due)
        if settings.DATABASE_SHARDED or len(group) == TOGETHER or sum(one.version for one in group) >= ENOUGH_EVENTS:
            yield group
            group = []
    if group:
        yield group


def _try(games: Sequence[Due]) -> list[bool | None]:
    """Return what `move` does for each of these games, None where it fails."""
    if len(games) > 1:
        # One of them cannot be moved, or has been meanwhile: each tells for itself.
        with suppress(DatabaseError, LookupError, ValueError):
            return [*_move_together(games)]
    return [_try_one(due) for due in games]


def _try_one(due: Due) -> bool | None:
    try:
        return move(due)
    except (DatabaseError, LookupError, ValueError) as failure:
        _alert(due.game_id, failure)
        return None


def move(due: Due) -> bool:
    """Move one game; False if it was moved, has changed or is locked. Raises `ValueError` if it cannot be packed."""
    rows, commands = reader.read(due.game_id, 0, due.version), reader.commands(due.game_id)
    return _move([due], [_packed(due, rows, commands)])[0]


def _move_together(games: Sequence[Due]) -> list[bool]:
    logs = reader.logs([due.game_id for due in games])
    return _move(games, [_packed(due, *logs[due.game_id]) for due in games])


def _packed(due: Due, rows: list[EventRow], commands: list[CommandRow]) -> tuple[Any, ...]:
    """Return the parameters of `MOVE`. Raises `ValueError`."""
    if len(rows) != due.version or rows[-1].chain != due.chain:
        raise ValueError(f"{len(rows)} events where there should be {due.version}, or another head")
    packed = archive.pack(rows, commands)
    if archive.unpack(packed.frames) != (rows, commands):
        raise ValueError("what was packed is not what was read")
    return due.game_id, due.version, due.chain, len(commands), archive.FORMAT, packed.ends, packed.frames


def _move(games: Sequence[Due], packed: Sequence[tuple[Any, ...]]) -> list[bool]:
    for month in {due.month for due in games}:
        queries.rows(MAKE_PARTITION, month)
    (done,) = queries.rows("SELECT " + ", ".join([MOVE] * len(packed)), *chain.from_iterable(packed))
    return list(done)


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
