"""Moves without a choice are made for the player (docs/players/automatic-moves.md); the rules stay as they are."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.option_types import Switch

FORCED_MOVES: Final[Option] = Option(
    name="forced_moves",
    summary="Whether the service makes a move for a player who has no choice.",
    source="docs/players/automatic-moves.md",
    takes=Switch(),
    default=False,
    omit_default=True,
)
