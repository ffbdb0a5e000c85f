"""Whose cards a seat is shown besides its own, for who has no table at hand: by the options of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import engine
from games import option_sets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

Seating = int | list[str]
"""The option `teams` of a game."""


def seating_of(option_set_id: UUID) -> Seating | None:
    """The seating of a game with these options, if partners show each other their cards."""
    options = option_sets.find(option_set_id).options
    return cast("Seating", options["teams"]) if options.get("team_view") else None


def shown_to(seat: int | None, seating: Seating | None) -> Sequence[int]:
    """The partners who show `seat` (None: a spectator) their cards, as `Table.hands_shown_to`."""
    if seat is None or seating is None:
        return ()
    return engine.partners(engine.resolve({"teams": seating}).teams, seat)
