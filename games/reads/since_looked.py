"""What happened in a game since a player acted there or looked at it.

A move that was made for the player is no act of theirs: they hear of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import engine
from games.reads import one_game
from games.store import reader
from games.types import SYSTEM

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import GameState, LoggedEvent

MOST: Final = 100
"""Most events that are told, the latest ones."""
_NO_MOVES: Final = frozenset({
    "autopilot_engaged", "clock_extended", "clock_paused", "clock_resumed", "offset_noted", "seat_left", "seat_lent",
    "seat_returned", "seat_taken",
})  # fmt: skip
"""First events of commands of the service that name a seat and make no move for it."""


@dataclass(frozen=True, slots=True)
class News:
    """The events after event `after`, oldest first. `cut`: there were more before them.

    `language`: the one that the player prefers, "" if it is not known. `made`: how many moves the service made for the
    player among them: without a choice, by an order, after a time-out or on autopilot.
    """

    after: int
    events: tuple[LoggedEvent, ...]
    cut: bool
    language: str
    made: int = 0


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
        made = {row.command_id for row in found.rows if row.seq in found.automatic and row.actor == state.seat}
    return News(max(after, first), events, after < first, found.language, _made(events, state.seat, made))


def _made(events: tuple[LoggedEvent, ...], seat: int | None, automatic: set[UUID]) -> int:
    """Return how many of these commands were moves that the service made for a seat. `automatic`: those known to be."""
    first: dict[UUID, LoggedEvent] = {}
    for logged in events:
        first.setdefault(logged.command_id, logged)
    return sum(command in automatic or _moves_for(seat, logged) for command, logged in first.items())


def _moves_for(seat: int | None, first: LoggedEvent) -> bool:
    if first.actor != SYSTEM or engine.TAGS[type(first.event)] in _NO_MOVES:
        return False
    return getattr(first.event, "seat", None) == seat
