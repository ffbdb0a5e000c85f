"""What the clients of people learn from their streams, so that they read again only what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries
from games import matchmaking

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

_PLAYERS: Final = "SELECT DISTINCT player_id FROM seat WHERE game_id = ANY(%s::uuid[]) AND player_id IS NOT NULL"


class Streams:
    """The news that wait for the clients of people."""

    def __init__(self) -> None:
        self._behind: set[UUID] = set()
        self._marks: dict[UUID, str | None] = {}

    def moved(self, games: Iterable[str]) -> None:
        """Note that these games have new events."""
        if ids := sorted(games):
            self._behind.update(player for (player,) in queries.rows(_PLAYERS, ids))

    def has_moved(self, player: UUID) -> bool:
        """Return whether a game of this player has moved since the last question."""
        if player not in self._behind:
            return False
        self._behind.remove(player)
        return True

    def seeks_changed(self, player: UUID) -> bool:
        """Return whether the seeks of this player, or the groups in which they wait, have changed since they asked."""
        mark = matchmaking.marks([player]).get(player)
        known = self._marks.get(player)
        self._marks[player] = mark
        return mark != known
