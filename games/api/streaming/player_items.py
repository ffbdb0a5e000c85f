"""What a listener of all their games is told besides these: what they look for, and the offers to play again.

Each kind of item has a mark by player that changes with its facts. A listener is told the facts when the mark changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from games import matchmaking, rematches
from games.api import rematches as shown_rematches
from games.api import seeks as shown_seeks
from games.api.streaming.formats import encode
from games.wire.streams import RematchesFacts, SeeksFacts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from uuid import UUID


class PlayerItem(NamedTuple):
    """A kind of item. `marks`: by player, without those to whom there is nothing to tell; one statement."""

    marks: Callable[[Collection[UUID]], dict[UUID, str]]
    facts: Callable[[UUID], bytes]


def seeks_of(player: UUID) -> bytes:
    """Return what a player is told of their seeks."""
    return encode(SeeksFacts(seeks=shown_seeks.of_player(player).seeks))


def rematches_of(player: UUID) -> bytes:
    """Return what a player is told of the offers to play again."""
    return encode(RematchesFacts(rematches=shown_rematches.of_player(player).rematches))


PLAYER_ITEMS: Final[Mapping[str, PlayerItem]] = {
    "seeks": PlayerItem(matchmaking.marks, seeks_of),
    "rematches": PlayerItem(rematches.marks, rematches_of),
}


def marks(players: Collection[UUID]) -> dict[UUID, dict[str, str]]:
    """Return the marks of these players by kind, in one statement a kind."""
    found: dict[UUID, dict[str, str]] = {player: {} for player in players}
    for kind, one in PLAYER_ITEMS.items():
        for player, mark in one.marks(players).items():
            found[player][kind] = mark
    return found
