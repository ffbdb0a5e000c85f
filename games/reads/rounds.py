"""The rounds of a match that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import engine
from games.reads import one_game
from games.store import reader

if TYPE_CHECKING:
    from games.types import GameState

MOST: Final = 200
"""Most rounds that are returned, the latest ones."""
_ENDED: Final = [number for number, kind in engine.EVENT_TYPES.items() if engine.TAGS[kind] == "round_ended"]


def rounds_of(state: GameState) -> list[engine.Event]:
    """Return the ends of the rounds up to the version that the asker sees, oldest first. One statement.

    Raises `GameQuarantined` if the events cannot be read.
    """
    with one_game.damage_reported(state.game.id):
        rows = reader.matching(state.game.id, 0, state.game.version, _ENDED)
        return [reader.decoded(row) for row in rows[-MOST:]]
