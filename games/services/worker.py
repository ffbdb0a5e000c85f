"""What the worker does when it is woken: claim the promised work, do it, tick it off; and the sweep for what got lost.

Nothing here counts on being called: a lost hint, a killed worker, an emptied outbox only cost time.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import sample
from typing import TYPE_CHECKING, Final, TypeVar

import structlog
from django.db import connection

from games import hints, notifications
from games.services import bots, commands, empty_seats, erasure, failures, vacations
from games.store import deadlines, outbox
from games.types import FAILING, Work
from games.webhooks import batches
from players.privacy import leaving as people_leaving

if TYPE_CHECKING:
    from uuid import UUID

    from games.store.outbox import Entry

Piece = TypeVar("Piece")

logger = logging.getLogger(__name__)
alarms = structlog.stdlib.get_logger(__name__)

WORK_FAILING: Final = "work_failing"
"""The name of this event in the log is stable, so that alarms can hang on it (docs/operators/operations.md)."""

SECONDS_PER_SWEEP: Final = 20.0
"""After that a sweep leaves the rest to the next one, or to one that runs beside it."""

SECONDS_PER_TURN: Final = 0.5
"""How long a sweep works at anything else before it returns to overdue games."""

SECONDS_FOR_OVERDUE: Final = 2.0
"""How long it stays with overdue games, if there are that many, before other work gets its turn."""

CANDIDATES: Final = 200
"""How many candidates are asked for at a time, besides those that stay due."""

HANDFUL: Final = 20
"""How many of them are taken before the rest is asked for again: other sweepers have been at it meanwhile."""

STALLED_SECONDS: Final = 10
"""A game that waits for the worker for so long, and that the outbox knows nothing of, has been forgotten."""

STALLED: Final = """
SELECT g.id FROM game g
WHERE g.worker_due AND g.quarantined_at IS NULL AND g.updated_at < service_now() - make_interval(secs => %s::float8)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.game_id = g.id AND o.kind = ANY(%s::smallint[]))
ORDER BY g.updated_at LIMIT %s::int
"""


def run_outbox(game_id: UUID) -> None:
    """Do the promised work of one game, as far as nobody else is at it. What fails comes again, later each time."""
    entries = outbox.claim(game_id)
    notices = [entry for entry in entries if entry.kind == Work.NOTIFY]
    moves = [entry for entry in entries if entry.kind in outbox.MOVES]
    others = [entry for entry in entries if entry.kind in _OTHERS]
    done = [_done(_OTHERS[entry.kind], entry) for entry in others]
    if moves:
        done.append(_make_moves(moves))
    for entry in notices:
        _done(_tell, entry)
    if notices:
        # Once for all of them: a batch holds what there is. Who dies before this leaves it to the sweep of webhooks.
        batches.advance(game_id)
    if any(done):
        hints.wake(game_id)  # the game has moved: there may be something to tell


def _done(work: Callable[[Entry], None], entry: Entry) -> bool:
    """Do the work of an entry; whether that went well. Work that fails again and again is called by name."""
    try:
        work(entry)
    except failures.Noted:
        pass
    except Exception:
        logger.exception("game %s: the worker's part failed", entry.game_id)
    else:
        return True
    if entry.attempt >= FAILING:
        alarms.error(WORK_FAILING, game=str(entry.game_id), kind=Work(entry.kind).word, attempts=entry.attempt)
    return False


def _make_moves(entries: Sequence[Entry]) -> bool:
    """Make whatever commands the service owes the game, once, however many entries promise that."""
    first, *rest = entries
    if not _done(_move, first):
        outbox.gather(first)
        return False
    for entry in rest:
        outbox.done(entry)
    return True


def _move(entry: Entry) -> None:
    if entry.attempt > 1 and bots.move_bot_seats(entry.game_id, limit=1):
        outbox.renew(entry)  # whatever has stopped the attempts before, it is over
    if bots.move_bot_seats(entry.game_id):
        outbox.release(entry)
    else:
        outbox.done(entry)


def _look_after(entry: Entry) -> None:
    """See to the seat of somebody who has left for good."""
    empty_seats.look_after(entry.game_id, entry.recipient)
    outbox.done(entry)


def _settle(entry: Entry) -> None:
    """Do what has to happen because time has run out, which could not be done before."""
    commands.settle(entry.game_id)
    outbox.done(entry)


def _bring_into_step(entry: Entry) -> None:
    """Carry out a vacation in a game in which that has failed before."""
    vacations.bring_seat_into_step(entry.game_id, entry.recipient)
    outbox.done(entry)


def _tell(entry: Entry) -> None:
    """Tell people of a command."""
    notifications.create_for_command(entry.game_id, entry.seq)
    outbox.done(entry)


_OTHERS: Final[Mapping[int, Callable[[Entry], None]]] = {
    Work.SEAT_LEFT: _look_after,
    Work.SETTLE: _settle,
    Work.VACATION: _bring_into_step,
}
"""What is done for a game besides the moves that the service owes it, and besides telling people."""


def _take_up(game_id: UUID) -> None:
    """Promise forgotten moves anew, and make them: what fails has its place in the outbox then."""
    outbox.promise(game_id, Work.WAKE_BOTS)
    run_outbox(game_id)


def run_outboxes(game_ids: Iterable[UUID]) -> None:
    """Do the promised work of some games; one that is broken does not stop the others."""
    for game_id in game_ids:
        _guarded(run_outbox, game_id, game_id)


def sweep(seconds: float = SECONDS_PER_SWEEP) -> int:
    """Do what is due and what was forgotten in all games, until nothing is left or time is up.

    Returns how many candidates it tried. Work that fails keeps nothing else from being done, and is tried again later.
    """
    return Sweep(seconds).run()


class Sweep:
    """One sweep. Each kind of work gets its turn, and after every turn come the overdue games."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.overdue = Queue(deadlines.overdue)

    def run(self) -> int:
        """Sweep; how many candidates were tried."""
        deadlines.beat()
        others: list[tuple[Queue, Callable[[UUID], object]]] = [
            (Queue(vacations.due), vacations.carry_out),
            (Queue(people_leaving.due), erasure.carry_out),
            (Queue(outbox.due), run_outbox),
            (Queue(_stalled), _take_up),
        ]
        turns = deque(others)
        more = True
        while (turns or more) and (now := time.monotonic()) < self.end:
            if turns:
                queue, work = turns.popleft()
                if queue.run(work, min(self.end, now + SECONDS_PER_TURN)):
                    turns.append((queue, work))
            more = self.settle(min(self.end, time.monotonic() + SECONDS_FOR_OVERDUE))
        return sum(len(queue.tried) for queue in (self.overdue, *(queue for queue, _ in others)))

    def settle(self, until: float) -> bool:
        """Settle overdue games; False if there are no more."""
        return self.overdue.run(partial(commands.settle, watch=deadlines.watch()), until)


class Queue:
    """The candidates for one kind of work. Each is tried once in a sweep, and those that stay due hide no others."""

    def __init__(self, due: Callable[[int], list[UUID]]) -> None:
        self.due = due
        self.tried: set[UUID] = set()
        self.staying = 0

    def run(self, work: Callable[[UUID], object], end: float) -> bool:
        """Try candidates until `end`, at least one; False if there are no more."""
        while handful := self._handful():
            for candidate in handful:
                self.tried.add(candidate)
                _guarded(work, candidate, candidate)
                if time.monotonic() >= end:
                    return True
        return False

    def _handful(self) -> list[UUID]:
        """Some of those that have waited longest, at random, so that sweepers side by side rarely meet."""
        while True:
            limit = CANDIDATES + self.staying
            found = self.due(limit)
            fresh = [candidate for candidate in found if candidate not in self.tried]
            self.staying = len(found) - len(fresh)
            if fresh or len(found) < limit:
                return sample(fresh, min(HANDFUL, len(fresh)))


def _guarded(work: Callable[[Piece], object], piece: Piece, game_id: UUID) -> None:
    try:
        work(piece)
    except failures.Noted:
        pass
    except Exception:
        logger.exception("game %s: the worker's part failed", game_id)


def _stalled(limit: int) -> list[UUID]:
    with connection.cursor() as cursor:
        cursor.execute(STALLED, (STALLED_SECONDS, list(outbox.MOVES), limit))
        return [row[0] for row in cursor.fetchall()]
