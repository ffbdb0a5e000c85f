"""Whose cards a seat is shown besides its own, for who has no table at hand: by the options of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import engine

if TYPE_CHECKING:
    from collections.abc import Sequence

Seating = int | list[str]
"""The option `teams` of a game."""
SEATING: Final = "CASE WHEN g.options @> '{\"team_view\": true}' THEN (g.options -> 'teams')::json END"
"""The seating of a game `g` whose partners show each other their cards; NULL for all others."""


def shown_to(seat: int | None, seating: Seating | None) -> Sequence[int]:
    """The partners who show `seat` (None: a spectator) their cards, as `Table.hands_shown_to`."""
    if seat is None or seating is None:
        return ()
    return engine.partners(engine.resolve({"teams": seating}).teams, seat)
