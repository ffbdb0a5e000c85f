"""When an automatic move is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import engine
from games.models import OutboxEntry
from games.orders.delay import delay, limit_of
from games.orders.moves import is_moved_for, move_for
from games.orders.standing_orders import BESIDE
from games.orders.standing_orders import standing as standing_orders
from games.store import asked_seats, outbox, reader
from games.store.load import seed_of
from games.types import FAILING, Work

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.clock import Clock
    from games.types import Game


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A move of `seat`, to be made at `at` unless the seat has acted before."""

    seat: int
    at: datetime


def scheduled(game: Game, table: engine.Table, clock: Clock | None) -> Scheduled | None:
    """Return when the move of the seat on turn will be made for its player; None if they have to decide."""
    seat = table.turn
    if seat is None or not is_moved_for(game, table, seat):
        return None
    move, standing = move_for(game, table, seat), None
    if move is None:
        standing = standing_orders(game, seat)
        move = None if standing is None else move_for(game, table, seat, standing)
    wait = None if move is None else wait_of(game, seat, limit_at(game, table, clock, game.updated_at))
    if wait is None:
        return None
    at = game.updated_at + wait
    return Scheduled(seat, at if standing is None else max(at, standing.not_before))


def limit_at(game: Game, table: engine.Table, clock: Clock | None, now: datetime) -> timedelta:
    """Return the time for the decision by the time control, or what is left of it at `now` if that is less."""
    limit, end = limit_of(table, clock), game.deadline_at
    return limit if end is None else min(limit, max(end - now, timedelta(0)))


def wait_of(game: Game, seat: int, limit: timedelta) -> timedelta | None:
    """Return how long a move of `seat` waits that is asked for now; None if the match is over."""
    seed = seed_of(game.id)
    return None if seed is None else delay(engine.Chance(game.id.bytes, seed), game.version, seat, limit)


def promise(game: Game, due: Scheduled) -> None:
    """Promise the move. Safe to repeat."""
    outbox.schedule(game.id, game.version, Work.AUTOMATIC, due.seat, due.at)


def promise_later(game_id: UUID, seq: int, due: Scheduled) -> None:
    """Promise the move for this time, whenever it was promised before; also while a worker carries the promise out."""
    outbox.reschedule(game_id, seq, Work.AUTOMATIC, due.seat, due.at)


def promised_at(game: Game, table: engine.Table, seat: int) -> datetime | None:
    """Return when the move is due that is promised for `seat`; None if none is, or if making it fails."""
    entries = OutboxEntry.objects.filter(game_id=game.id, kind=Work.AUTOMATIC, recipient=seat, attempts__lt=FAILING)
    found = entries.order_by("available_at").values_list("seq", "available_at")
    return next((at for seq, at in found if still_holds(game, table, seq, seat)), None)


def still_holds(game: Game, table: engine.Table, seq: int, seat: int) -> bool:
    """Return whether a promise at version `seq` holds: `seat` is on turn, was not asked anew, and has not moved."""
    if table.turn != seat:
        return False
    rows = reader.matching(game.id, seq, game.version, asked_seats.ASKING, seat) if seq < game.version else []
    return not any(row.type in asked_seats.ASKING or row.type not in BESIDE for row in rows)
