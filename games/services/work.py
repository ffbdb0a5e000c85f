"""What the worker does when it is woken: claim the promised work, do it, tick it off; and the sweep for what got lost.

Nothing here counts on being called: a lost hint, a killed worker, an emptied outbox only cost time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from random import shuffle
from typing import TYPE_CHECKING, Final, TypeVar

from django.db import connection

from games import deadlines, dispatch, messages, outbox
from games.records import Work
from games.services import bots, empty_seats, leaving, play, vacations
from games.webhooks import batches
from players import leaving as people_leaving

if TYPE_CHECKING:
    from uuid import UUID

    from games.outbox import Entry

Piece = TypeVar("Piece")

logger = logging.getLogger(__name__)

GAMES_PER_BATCH: Final = 200
SECONDS_PER_SWEEP: Final = 20.0
"""After that a sweep leaves the rest to the next one, or to one that runs beside it."""

STALLED_SECONDS: Final = 10
"""A game that waits for the worker for so long has been forgotten: a worker at it would have moved."""

STALLED: Final = """
SELECT id FROM game
WHERE worker_due AND quarantined_at IS NULL AND updated_at < service_now() - make_interval(secs => %s::float8)
ORDER BY updated_at LIMIT %s::int
"""


def run_outbox(game_id: UUID) -> None:
    """Do the promised work of one game, as far as nobody else is at it. What fails comes again, later each time."""
    entries = outbox.claim(game_id)
    notices = [entry for entry in entries if entry.kind == Work.NOTIFY]
    left = [entry for entry in entries if entry.kind == Work.SEAT_LEFT]
    moves = [entry for entry in entries if entry.kind not in {Work.NOTIFY, Work.SEAT_LEFT}]
    for entry in left:
        _guarded(_look_after, entry, game_id)
    for entry in moves:
        _guarded(_move, entry, game_id)
    for entry in notices:
        _guarded(_tell, entry, game_id)
    if notices:
        # Once for all of them: a batch holds what there is. Who dies before this leaves it to the sweep of webhooks.
        batches.advance(game_id)
    if moves or left:
        dispatch.wake(game_id)  # bots have moved: there may be something to tell


def _move(entry: Entry) -> None:
    """Make whatever commands the worker owes the game."""
    if bots.move_bot_seats(entry.game_id):
        outbox.release(entry)
    else:
        outbox.done(entry)


def _look_after(entry: Entry) -> None:
    """See to the seat of somebody who has left for good."""
    empty_seats.look_after(entry.game_id, entry.recipient)
    outbox.done(entry)


def _tell(entry: Entry) -> None:
    """Tell people of a command."""
    messages.tell(entry.game_id, entry.seq)
    outbox.done(entry)


def run_outboxes(game_ids: Iterable[UUID]) -> None:
    """Do the promised work of some games; one that is broken does not stop the others."""
    for game_id in game_ids:
        _guarded(run_outbox, game_id, game_id)


def sweep(seconds: float = SECONDS_PER_SWEEP) -> int:
    """Do what is due and what was forgotten in all games, until time is up; how many games were looked at.

    One broken game does not stop the others: it is logged, and tried again with growing pauses.
    """
    end = time.monotonic() + seconds
    deadlines.beat()
    looked_at = 0
    for candidates, work in (
        (vacations.due, vacations.carry_out),
        (people_leaving.due, leaving.carry_out),
        (deadlines.overdue, play.settle),
        (outbox.due, run_outbox),
        (_stalled, bots.move_bot_seats),
    ):
        for game_id in _batches(candidates):
            if time.monotonic() > end:
                return looked_at
            _guarded(work, game_id, game_id)
            looked_at += 1
    return looked_at


def _batches(candidates: Callable[[int], list[UUID]]) -> Iterator[UUID]:
    """The candidates, each once, batch by batch; in an order of our own, for others sweep as well."""
    seen: set[UUID] = set()
    while fresh := [game_id for game_id in candidates(GAMES_PER_BATCH + len(seen)) if game_id not in seen]:
        seen.update(fresh)
        shuffle(fresh)
        yield from fresh


def _guarded(work: Callable[[Piece], object], piece: Piece, game_id: UUID) -> None:
    try:
        work(piece)
    except Exception:
        logger.exception("game %s: the worker's part failed", game_id)


def _stalled(limit: int) -> list[UUID]:
    with connection.cursor() as cursor:
        cursor.execute(STALLED, (STALLED_SECONDS, limit))
        return [row[0] for row in cursor.fetchall()]
