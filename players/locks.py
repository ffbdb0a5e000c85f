"""The lock of a player is their row, because dependent rows need not exist yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from players.errors import PlayerNotFound
from players.models import Player

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID


def lock_player(player_id: UUID) -> None:
    """Lock a player and all that belongs to them until the transaction ends. Raises `PlayerNotFound`."""
    if not Player.objects.select_for_update(no_key=True).filter(id=player_id).exists():
        raise PlayerNotFound


def keep_player(player_id: UUID) -> None:
    """Take a shared lock that keeps others from `lock_player` until the transaction ends.

    Raises `PlayerNotFound` for players whose account is closed.
    """
    if not keep_players([player_id]):
        raise PlayerNotFound


def keep_players(player_ids: Collection[UUID]) -> set[UUID]:
    """Take the lock of `keep_player` for several players, and return those whose account is open."""
    with connection.cursor() as cursor:
        # In the order of their ids, so that two transactions lock the same players in the same order.
        cursor.execute(
            "SELECT id FROM players_player WHERE id = ANY(%s::uuid[]) AND is_active ORDER BY id FOR SHARE",
            (list(player_ids),),
        )
        return {player for (player,) in cursor.fetchall()}
