"""What happened in a game since a player acted there or looked at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.reads import one_game
from games.store import reader

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import GameState, LoggedEvent

MOST: Final = 100
"""Most events that are told, the latest ones."""


@dataclass(frozen=True, slots=True)
class News:
    """The events after event `after`, oldest first. `cut`: there were more before them.

    `language`: the one that the player prefers, "" if it is not known.
    """

    after: int
    events: tuple[LoggedEvent, ...]
    cut: bool
    language: str


def since_looked(state: GameState, player: UUID) -> News:
    """Return what happened since the player, who has a seat, last acted or looked. One statement.

    Raises `GameQuarantined` if the events cannot be read.
    """
    version = state.game.version
    first = max(0, version - MOST)
    with one_game.damage_reported(state.game.id):
        found = reader.since(state.game.id, player, first, version)
        acted = 0 if state.seat is None else reader.acted(found.rows, state.seat, found.automatic)
        after = max(acted, found.looked, state.game.since(state.seat))
        events = tuple(reader.logged(row) for row in found.rows if row.seq > after)
    return News(max(after, first), events, after < first, found.language)
