"""Blocks: a player wants no messages from another one, and not to be seated with them by chance.

The blocked player is not told. What a block means for tables and messages, the games know.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.db import connection, transaction
from django.db.models import Q

from common import clock
from players.errors import BlockNotFound, CannotBlockYourself, PlayerNotFound, TooManyBlocks
from players.locks import lock_player
from players.models import Block

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import timedelta
    from uuid import UUID

MAX_BLOCKS: Final = 1_000

# The weakest lock that keeps the blocked player from being erased: two players may block each other at once.
_ADD: Final = """
INSERT INTO players_block (blocker_id, blocked_id, nudges)
SELECT %s::uuid, p.id, '{}' FROM players_player p WHERE p.id = %s::uuid AND p.is_active FOR KEY SHARE
"""


def blocks_of(player_id: UUID) -> list[Block]:
    """Return the player's blocks with the blocked players, the newest first."""
    mine = Block.objects.filter(blocker_id=player_id).select_related("blocked")
    return list(mine.order_by("-created_at", "blocked_id"))


def block(*, player_id: UUID, blocked_id: UUID) -> None:
    """Block a player. Safe to repeat. Raises `CannotBlockYourself`, `PlayerNotFound`, `TooManyBlocks`."""
    if player_id == blocked_id:
        raise CannotBlockYourself
    with transaction.atomic():
        # Under this lock the player's blocks are counted.
        lock_player(player_id)
        if has_blocked(player_id, blocked_id):
            return
        with connection.cursor() as cursor:
            cursor.execute(_ADD, (player_id, blocked_id))
            if cursor.rowcount == 0:
                raise PlayerNotFound
        if Block.objects.filter(blocker_id=player_id).count() > MAX_BLOCKS:
            raise TooManyBlocks(limit=MAX_BLOCKS)


def unblock(*, player_id: UUID, blocked_id: UUID) -> None:
    """End a block. Raises `BlockNotFound`."""
    deleted, _ = Block.objects.filter(blocker_id=player_id, blocked_id=blocked_id).delete()
    if not deleted:
        raise BlockNotFound


def has_blocked(player_id: UUID, other: UUID) -> bool:
    """Tell whether the player has blocked the other one."""
    return Block.objects.filter(blocker_id=player_id, blocked_id=other).exists()


def among(players: Collection[UUID]) -> set[frozenset[UUID]]:
    """Return the pairs of these players of which one has blocked the other."""
    found = Block.objects.filter(blocker_id__in=players, blocked_id__in=players)
    return {frozenset(pair) for pair in found.values_list("blocker_id", "blocked_id")}


def between(player_id: UUID, others: Collection[UUID]) -> list[Block]:
    """Return the blocks between the player and these others, of either side."""
    if not others:
        return []
    mine, theirs = Q(blocker_id=player_id, blocked_id__in=others), Q(blocker_id__in=others, blocked_id=player_id)
    return list(Block.objects.filter(mine | theirs))


def nudged_in_vain(*, player_id: UUID, blocker_id: UUID, game_id: UUID) -> datetime | None:
    """Return when the blocked player last nudged the blocker about this game; None if they have not."""
    nudges = Block.objects.filter(blocker_id=blocker_id, blocked_id=player_id).values_list("nudges", flat=True).first()
    last = (nudges or {}).get(str(game_id))
    return None if last is None else datetime.fromisoformat(last)


def note_nudge(*, player_id: UUID, blocker_id: UUID, game_id: UUID, lasts: timedelta) -> bool:
    """Note a nudge that the blocker does not get, and forget older ones. Returns False if they have not blocked.

    Call it in a transaction.
    """
    one = Block.objects.select_for_update().filter(blocker_id=blocker_id, blocked_id=player_id).first()
    if one is None:
        return False
    now = clock.now()
    recent = {game: at for game, at in one.nudges.items() if datetime.fromisoformat(at) > now - lasts}
    Block.objects.filter(pk=one.pk).update(nudges={**recent, str(game_id): now.isoformat()})
    return True
