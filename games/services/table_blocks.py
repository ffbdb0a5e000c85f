"""Blocks at public tables: two players of whom one has blocked the other are not seated together by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import errors
from games.reads import invitations as read_invitations
from players import blocks

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game


def check(game: Game, player: UUID, named_by: UUID | None = None, *, seat: int | None = None) -> None:
    """Raise BlockedPlayerThere or NotWelcome if a block keeps the player from a public table.

    An invitation by the host that names the player admits them, as every invitation does to a private table. The one
    that they use now is `named_by` this player. `seat`: the one that they are to get, whoever sits there now.
    """
    if game.private:
        return
    others = [one.player for one in game.seats if one.player is not None and one.seat != seat]
    found = blocks.between(player, others)
    if not found:
        return
    host = game.seats[game.host or 0].player
    if host == named_by or read_invitations.is_named(game.id, player, by=host):
        return
    if any(one.blocker_id == player for one in found):
        raise errors.BlockedPlayerThere
    raise errors.NotWelcome
