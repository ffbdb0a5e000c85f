"""Looking at a game: an overdue one is settled first, so that nobody is shown a turn that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games import selectors
from games.services import clockwork, failures, play

if TYPE_CHECKING:
    from uuid import UUID

    from games.records import GameState


def look(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """A game as `player` may see it; see `selectors.load_game`. Raises `GameNotFound`, `NoSpectators`.

    A player who may still make a late move does not lose it by looking. A game that cannot be settled is shown as it
    is: nobody is refused a look because of that.
    """
    state = selectors.find_game(game_id, player, row)
    late = clockwork.overdue(state)
    if late is None or clockwork.is_welcome(state, late, state.seat):
        return selectors.as_seen(state)
    try:
        return selectors.load_game(game_id, player) if play.settle(game_id) else selectors.as_seen(state)
    except failures.Noted:
        return selectors.as_seen(state)
