"""What the options of a game let its viewers see of hands, for callers who have no table at hand."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

import engine
from games import option_sets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

Seating = int | list[str]
"""The option `teams` of a game."""


class Sight(NamedTuple):
    """`seating`: the option `teams` where partners show each other their cards, else None.

    `backs_open`: as `Table.backs_open`.
    """

    seating: Seating | None
    backs_open: bool

    def shown_to(self, seat: int | None) -> Sequence[int]:
        """The partners who show `seat` (None: a spectator) their cards, as `Table.hands_shown_to`."""
        if seat is None or self.seating is None:
            return ()
        return engine.partners(engine.resolve({"teams": self.seating}).teams, seat)


@lru_cache(maxsize=1000)
def sight_of(option_set_id: UUID) -> Sight:
    """What viewers see of hands in a game with these options. Raises `LookupError`, `DatabaseError`."""
    found = option_sets.find(option_set_id)
    seating = cast("Seating", found.options["teams"]) if found.options.get("team_view") else None
    try:
        backs_open = engine.rules_of(found.spec).backs_open
    except engine.EngineError:
        backs_open = False  # options that somebody has damaged open nothing
    return Sight(seating, backs_open)
