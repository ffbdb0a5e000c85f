"""Records up to which version a player has looked at a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import errors
from games.notifications import seen
from games.reads import one_game

if TYPE_CHECKING:
    from uuid import UUID


def mark_looked(game_id: UUID, player: UUID, version: int) -> None:
    """Record it, never for an earlier version. Raises GameNotFound, NoSpectators, NotSeated, NoSuchVersion."""
    head = one_game.head_of(game_id, player)
    if head.seat is None:
        raise errors.NotSeated
    if version > head.version:
        raise errors.NoSuchVersion(last=head.version)
    seen.looked(player, game_id, version)
