"""Players whom the host removed from a table: they cannot sit down there until the host invites them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import connection

from common.database.prepared import Prepared
from players.models import Removal

if TYPE_CHECKING:
    from uuid import UUID

# Nothing is noted of a player who is erased meanwhile.
ADD: Final = """
INSERT INTO players_removal (player_id, game_id)
SELECT p.id, %s::uuid FROM players_player p WHERE p.id = %s::uuid AND p.is_active FOR KEY SHARE
ON CONFLICT DO NOTHING
"""
FIND: Final = Prepared("SELECT true FROM players_removal WHERE player_id = %s::uuid AND game_id = %s::uuid")


def add(game_id: UUID, player: UUID) -> None:
    """Note that the host removed this player."""
    with connection.cursor() as cursor:
        cursor.execute(ADD, (game_id, player))


def is_removed(game_id: UUID, player: UUID) -> bool:
    """Return whether the host removed this player and has not invited them since."""
    return FIND.one(player, game_id) is not None


def lift(game_id: UUID, player: UUID) -> None:
    """Let the player sit down again."""
    Removal.objects.filter(game_id=game_id, player_id=player).delete()
