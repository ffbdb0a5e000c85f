"""Reads one game. An overdue turn is settled first, so that no player sees a turn that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.reads import one_game
from games.services import commands, failures, timeouts
from games.types import GameState

if TYPE_CHECKING:
    from uuid import UUID


def get_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """Return a game as `player` may see it; see `one_game.load_game`. Raises `GameNotFound`, `NoSpectators`.

    A read does not cost players a late move that they may still make. A game that cannot be settled is shown as it
    is.
    """
    state = one_game.find_game(game_id, player, row)
    late = timeouts.overdue(state)
    if late is None or timeouts.is_welcome(state, late, state.seat):
        return one_game.as_seen(state)
    try:
        settled = commands.settle_state(state)
    except failures.Noted:
        settled = None
    if settled is None:
        return one_game.as_seen(state)
    if state.seat is None:
        return one_game.load_game(game_id, player)  # only the database knows how far spectators see it now
    return GameState(settled.game, settled.table, settled.clock, state.seat, settled.now)
