"""Looking at a game: an overdue one is settled first, so that nobody is shown a turn that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.reads import one_game
from games.services import commands, failures, timeouts

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import GameState


def get_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """A game as `player` may see it; see `selectors.load_game`. Raises `GameNotFound`, `NoSpectators`.

    A player who may still make a late move does not lose it by looking. A game that cannot be settled is shown as it
    is: nobody is refused a look because of that.
    """
    state = one_game.find_game(game_id, player, row)
    late = timeouts.overdue(state)
    if late is None or timeouts.is_welcome(state, late, state.seat):
        return one_game.as_seen(state)
    try:
        return one_game.load_game(game_id, player) if commands.settle(game_id) else one_game.as_seen(state)
    except failures.Noted:
        return one_game.as_seen(state)
