"""When an automatic move is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine
from games.orders.delay import delay, limit_of
from games.orders.moves import move_for
from games.store import outbox
from games.store.load import seed_of
from games.types import Work

if TYPE_CHECKING:
    from datetime import datetime

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
    if seat is None or move_for(game, table, seat) is None:
        return None
    seed = seed_of(game.id)
    if seed is None:
        return None
    wait = delay(engine.Chance(game.id.bytes, seed), game.version, seat, limit_of(table, clock))
    return Scheduled(seat, game.updated_at + wait)


def promise(game: Game, due: Scheduled) -> None:
    """Promise the move. Safe to repeat."""
    outbox.schedule(game.id, game.version, Work.AUTOMATIC, due.seat, due.at)
