"""The move that is to be made for the player of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from games.types import Game


def move_for(game: Game, table: engine.Table, seat: int) -> engine.AutomaticMove | None:
    """Return the move to make for the player of `seat`; None if they have to decide.

    It follows from what the seat may see, and from nothing else.
    """
    forced = game.options.get("forced_moves") is True
    person = game.seats[seat].player is not None
    if not (forced and person) or seat != table.turn or seat in table.autopilot:
        return None
    view, legal = engine.view(table, seat), engine.legal_commands(table, seat)
    return engine.automatic_move(view, legal, forced_moves=forced)
