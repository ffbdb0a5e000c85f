"""The worker: claims promised work, does it and deletes the entry. The sweep finds work that got lost.

Nothing here relies on being called: a lost hint, a killed worker or an emptied outbox only cost time.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import sample
from typing import TYPE_CHECKING, Final, TypeVar

import structlog
from django.db import connection

import engine
from games import hints, leases, notifications, reliability
from games.notifications import loan_offers
from games.services import (
    automatic_moves,
    bots,
    closed_tables,
    commands,
    empty_seats,
    erasure,
    failures,
    series,
    vacations,
)
from games.store import deadlines, outbox
from games.types import FAILING, Work
from games.webhooks import batches
from players.privacy import leaving as people_leaving

if TYPE_CHECKING:
    from uuid import UUID

    from games.store.deadlines import Watch
    from games.store.outbox import Entry

Piece = TypeVar("Piece")

logger = logging.getLogger(__name__)
alarms = structlog.stdlib.get_logger(__name__)

WORK_FAILING: Final = "work_failing"
"""The name of this event in the service's log. It is stable, because alarms depend on it
(docs/operators/operations.md)."""

NEWER_SECONDS = 30.0
"""How long this process leaves a game alone that needs newer code, so that it does not keep others from its work."""
MOST_NEWER: Final = 10_000
_needs_newer: Final[dict[UUID, float]] = {}
"""Such games, with the time of the monotonic clock until which they are left alone."""

SECONDS_PER_SWEEP: Final = 20.0
"""A sweep stops after this time and leaves the rest to the next or a parallel one."""

SECONDS_PER_TURN: Final = 0.5
"""Longest time a sweep spends on other work before it returns to overdue games."""

SECONDS_FOR_OVERDUE: Final = 2.0
"""Longest time a sweep spends on overdue games before other work gets its turn."""

CANDIDATES: Final = 200
"""How many candidates are read at a time, besides those that stay due."""

HANDFUL: Final = 20
"""How many of them are tried before they are read again: parallel sweeps change the list meanwhile."""

SECONDS_OF_SLICE: Final = 2.0
"""How long a sweep that is killed keeps a slice of overdue games from others. They help there when they have no other.
"""

STALLED_SECONDS: Final = 10
"""A game that waits for the worker this long without an outbox entry has been forgotten."""

STALLED: Final = """
SELECT g.id FROM game g
WHERE g.worker_due AND g.quarantined_at IS NULL AND g.updated_at < service_now() - make_interval(secs => %s::float8)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.game_id = g.id AND o.kind = ANY(%s::smallint[]))
ORDER BY g.updated_at LIMIT %s::int
"""


def run_outbox(game_id: UUID) -> None:
    """Do the promised work of one game that no other worker holds. Failed work is retried at growing intervals.

    Work in a game that needs newer code is left to the workers that have it.
    """
    if _needs_newer.get(game_id, 0.0) > time.monotonic():
        return
    entries = outbox.claim(game_id, notifications.command_columns(), notifications.COMMAND_JOINS)
    try:
        _do(game_id, entries)
    except engine.NewerCode as newer:
        logger.warning("game %s has to wait for newer code: %s", game_id, newer)
        if len(_needs_newer) >= MOST_NEWER:
            _needs_newer.clear()
        _needs_newer[game_id] = time.monotonic() + NEWER_SECONDS
        for entry in entries:
            outbox.leave(entry)


def _do(game_id: UUID, entries: Sequence[Entry]) -> None:
    notices = [entry for entry in entries if entry.kind == Work.NOTIFY]
    moves = [entry for entry in entries if entry.kind in outbox.MOVES]
    others = [entry for entry in entries if entry.kind in _OTHERS]
    for entry in entries:
        if entry.kind not in Work.values:
            outbox.leave(entry)  # newer code has promised it
    done = [_done(_OTHERS[entry.kind], entry) for entry in others]
    if moves:
        done.append(_make_moves(moves))
    for entry in notices:
        _done(_notify, entry)
    if any(entry.followed for entry in notices):
        # Once for all of them: a batch holds everything there is. After a crash here the sweep of webhooks does it.
        batches.advance(game_id)
    if any(done):
        hints.wake(game_id)  # the game has moved: there may be messages to send


def _done(work: Callable[[Entry], None], entry: Entry) -> bool:
    """Do the work of an entry and return whether it succeeded. Repeated failures are logged as `WORK_FAILING`.

    Raises `NewerCode`.
    """
    try:
        work(entry)
    except engine.NewerCode:
        raise
    except failures.Noted as noted:
        if isinstance(noted.__cause__, engine.NewerCode):
            raise noted.__cause__ from None
    except Exception:
        logger.exception("game %s: the worker's part failed", entry.game_id)
    else:
        return True
    if entry.attempt >= FAILING:
        alarms.error(WORK_FAILING, game=str(entry.game_id), kind=Work(entry.kind).word, attempts=entry.attempt)
    return False


def _make_moves(entries: Sequence[Entry]) -> bool:
    """Make the commands that the service owes the game, once for all entries that promise them."""
    first, *rest = entries
    if not _done(_move, first):
        outbox.gather(first)
        return False
    for entry in rest:
        outbox.done(entry)
    return True


def _move(entry: Entry) -> None:
    if entry.attempt > 1 and bots.move_bot_seats(entry.game_id, limit=1):
        outbox.renew(entry)  # the cause of earlier failures is gone
    if bots.move_bot_seats(entry.game_id):
        outbox.release(entry)
    else:
        outbox.done(entry)


def _look_after(entry: Entry) -> None:
    empty_seats.look_after(entry.game_id, entry.recipient)
    outbox.done(entry)


def _settle(entry: Entry) -> None:
    commands.settle(entry.game_id)
    outbox.done(entry)


def _bring_into_step(entry: Entry) -> None:
    vacations.bring_seat_into_step(entry.game_id, entry.recipient)
    outbox.done(entry)


def _move_automatically(entry: Entry) -> None:
    automatic_moves.carry_out(entry.game_id, entry.seq, entry.recipient)
    outbox.done(entry)


def _consider_orders(entry: Entry) -> None:
    automatic_moves.consider(entry.game_id, entry.recipient)
    outbox.done(entry)


def _tell_of_offer(entry: Entry) -> None:
    loan_offers.tell(entry.game_id, entry.recipient)
    outbox.done(entry)


def _notify(entry: Entry) -> None:
    notifications.create_for_command(entry.game_id, entry.seq, entry.row)


_OTHERS: Final[Mapping[int, Callable[[Entry], None]]] = {
    Work.SEAT_LEFT: _look_after,
    Work.SETTLE: _settle,
    Work.VACATION: _bring_into_step,
    Work.AUTOMATIC: _move_automatically,
    Work.ORDERS: _consider_orders,
    Work.LOAN_OFFERED: _tell_of_offer,
}
"""The handlers of work other than the service's moves and messages about commands."""


def _take_up(game_id: UUID) -> None:
    """Promise forgotten moves again and make them. Failed ones then have their entry in the outbox."""
    outbox.promise(game_id, Work.WAKE_BOTS)
    run_outbox(game_id)


def run_outboxes(game_ids: Iterable[UUID]) -> None:
    """Do the promised work of some games. A failure in one does not stop the others."""
    for game_id in game_ids:
        _guarded(run_outbox, game_id, game_id)


def sweep(seconds: float = SECONDS_PER_SWEEP) -> int:
    """Do due and forgotten work in all games, until nothing is left or time is up.

    Returns how many candidates it tried. Work that fails does not block other work, and is tried again later.
    """
    return Sweep(seconds).run()


class Sweep:
    """One sweep. Each kind of work gets its turn, with overdue games after every turn."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.overdue = Overdue()

    def run(self) -> int:
        """Run the sweep. Returns how many candidates were tried."""
        deadlines.beat()
        others: list[tuple[Queue, Callable[[UUID], object]]] = [
            (Queue(vacations.due), vacations.carry_out),
            (Queue(people_leaving.due), erasure.carry_out),
            (Queue(outbox.due), run_outbox),
            (Queue(_stalled), _take_up),
            (Queue(reliability.uncounted), reliability.count_match),
            (Queue(closed_tables.due), closed_tables.carry_out),
            (Queue(series.due), series.carry_on),
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
        """Settle overdue games. Returns False if there are no more."""
        return self.overdue.settle(until, deadlines.watch())


class Queue:
    """The candidates for one kind of work. Each is tried once in a sweep; those that stay due do not hide others."""

    def __init__(self, due: Callable[[int], list[UUID]]) -> None:
        self.due = due
        self.tried: set[UUID] = set()
        self.staying = 0

    def run(self, work: Callable[[UUID], object], end: float) -> bool:
        """Try candidates until `end`, at least one. Returns False if there are no more."""
        while fresh := self._fresh():
            if self._try(_some(fresh), work, end):
                return True
        return False

    def _try(self, handful: Sequence[UUID], work: Callable[[UUID], object], end: float) -> bool:
        """Return whether time is up."""
        for candidate in handful:
            self.tried.add(candidate)
            _guarded(work, candidate, candidate)
            if time.monotonic() >= end:
                return True
        return False

    def _fresh(self) -> list[UUID]:
        """Return some of the longest waiting that were not tried yet."""
        while True:
            limit = CANDIDATES + self.staying
            found = self.due(limit)
            fresh = [candidate for candidate in found if candidate not in self.tried]
            self.staying = len(found) - len(fresh)
            if fresh or len(found) < limit:
                return fresh


class Overdue(Queue):
    """Overdue games, of which each sweep takes one slice after the other (`games.leases`) while there are many.

    A slice that others hold is only left to them while there are other slices: nothing waits for the lease of a sweep
    that was killed, and a game that two sweeps try is settled once all the same.
    """

    def __init__(self) -> None:
        super().__init__(deadlines.overdue)

    def settle(self, end: float, watch: Watch) -> bool:
        """Settle games until `end`, at least one. Returns False if there are no more."""
        while fresh := self._fresh():
            if len(fresh) <= HANDFUL:
                if self._settle(fresh, end, watch):
                    return True
                continue
            slices = set(map(leases.slice_of, fresh))
            with leases.held(leases.Name.TIME_OUTS, slices, SECONDS_OF_SLICE) as lease:
                if lease is None:
                    if self._settle(_some(fresh), end, watch):
                        return True
                    continue
                for handful in _handfuls(self._fresh_in(lease.slice)):
                    if self._settle(handful, end, watch):
                        return True
                    lease.keep()
        return False

    def _settle(self, handful: list[UUID], end: float, watch: Watch) -> bool:
        """Return whether time is up. Games that cannot be settled together are settled one by one."""
        left = commands.settle_together(handful, watch)
        self.tried.update(set(handful).difference(left))
        if not left:
            return time.monotonic() >= end
        return self._try(left, partial(commands.settle, watch=watch), end)

    def _fresh_in(self, number: int) -> list[UUID]:
        found = deadlines.overdue(CANDIDATES + self.staying, number)
        return [candidate for candidate in found if candidate not in self.tried]


def _some(candidates: Sequence[UUID]) -> list[UUID]:
    """Return a handful at random, so that parallel sweeps rarely collide."""
    return sample(candidates, min(HANDFUL, len(candidates)))


def _handfuls(candidates: Sequence[UUID]) -> Iterator[list[UUID]]:
    for start in range(0, len(candidates), HANDFUL):
        yield list(candidates[start : start + HANDFUL])


def _guarded(work: Callable[[Piece], object], piece: Piece, game_id: UUID) -> None:
    try:
        work(piece)
    except failures.Noted:
        pass
    except engine.NewerCode as newer:
        logger.warning("game %s has to wait for newer code: %s", game_id, newer)
    except Exception:
        logger.exception("game %s: the worker's part failed", game_id)


def _stalled(limit: int) -> list[UUID]:
    with connection.cursor() as cursor:
        cursor.execute(STALLED, (STALLED_SECONDS, list(outbox.MOVES), limit))
        return [row[0] for row in cursor.fetchall()]
