"""The move that is to be made for the player of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games.orders.standing_orders import orders_of

if TYPE_CHECKING:
    from games.models import StandingOrders
    from games.types import Game


def is_moved_for(game: Game, table: engine.Table, seat: int) -> bool:
    """Return whether the service may move for the player of `seat` now, other than as an autopilot."""
    return seat == table.turn and game.seats[seat].player is not None and seat not in table.autopilot


def move_for(
    game: Game, table: engine.Table, seat: int, standing: StandingOrders | None = None
) -> engine.AutomaticMove | None:
    """Return the move to make for the player of `seat`, by their standing orders if they have any.

    None if they have to decide. It follows from what the seat may see and from its orders, and from nothing else.
    """
    forced = game.options.get("forced_moves") is True
    if not (forced or standing) or not is_moved_for(game, table, seat):
        return None
    orders = engine.NO_ORDERS if standing is None else orders_of(standing, game)
    view, legal = engine.view(table, seat), engine.legal_commands(table, seat)
    return engine.automatic_move(view, legal, orders, forced_moves=forced)
