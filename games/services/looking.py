"""Looking at a game: an overdue one is settled first, so that nobody is shown a turn that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games import selectors
from games.services import clockwork, play

if TYPE_CHECKING:
    from uuid import UUID

    from games.records import GameState


def look(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """A game as `player` finds it; see `selectors.load_game`. Raises `GameNotFound`.

    Who may still make his late move does not lose it by looking.
    """
    state = selectors.load_game(game_id, player, row)
    late = clockwork.overdue(state)
    if late is None or clockwork.is_welcome(state, late, state.seat) or not play.settle(game_id):
        return state
    return selectors.load_game(game_id, player)
