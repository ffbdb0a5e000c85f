"""Matches that are over at once, and those of a series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import engine
from games import tasks
from games.services import series
from games.store import load
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import SeatRecord


def won_by(winner: UUID, *others: UUID, **options: Any) -> UUID:
    """Return a match of these people, in this order of seats, in which all but the first have resigned."""
    game = tables.started(winner, *others, **options)
    end(game, winner)
    return game


def seats_of(game: UUID) -> tuple[SeatRecord, ...]:
    found = load.load_game(game)
    assert found is not None
    return found.game.seats


def end(game: UUID, winner: UUID) -> None:
    """End a match by resignations, with this winner."""
    for seat in seats_of(game):
        if seat.player not in {None, winner} and not tables.table_of(game).is_over:
            assert seat.player is not None
            tables.send(game, seat.player, engine.Resign())


def abort(game: UUID) -> None:
    """End a match by a vote of all its people."""
    for seat in seats_of(game):
        if seat.player is not None:
            tables.send(game, seat.player, engine.Vote("abort"))


def carried_on(game: UUID) -> UUID:
    """Let the worker begin the next match of the series, and return it."""
    tasks.sweep()
    tables.later(max(pause.total_seconds() for pause in series.PAUSES.values()) + 1)
    tasks.sweep()
    ((following,),) = tables.raw("SELECT next_id FROM rematch WHERE game_id = %s", game)
    assert following is not None
    return following  # type: ignore[return-value]
