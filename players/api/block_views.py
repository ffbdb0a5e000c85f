"""The routes of players whom the caller has blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

from common.api.view import PRIVATE, answer
from common.openapi.operation import operation
from players import blocks, errors
from players.api.authentication import player_id as caller
from players.api.types.blocks import Block, BlockList
from players.api.view import AccountView

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from players import models


class BlocksView(AccountView):
    """The players whom the caller has blocked."""

    @operation("list_blocks", tag="players", summary="List the players you have blocked", answers={200: BlockList})
    def get(self, request: Request) -> HttpResponse:
        """Returns the players whom you have blocked, the newest block first."""
        return answer(BlockList(blocks=[_shown(one) for one in blocks.blocks_of(caller(request))]))


class BlockView(AccountView):
    """One player whom the caller blocks or unblocks."""

    @operation(
        "block_player",
        tag="players",
        summary="Block a player",
        answers={204: None},
        refusals=[errors.PlayerNotFound, errors.CannotBlockYourself, errors.TooManyBlocks],
    )
    def put(self, request: Request, player_id: UUID) -> HttpResponse:
        """Blocks a player: their invitations and nudges do not reach you, and you two are not seated together.

        At public tables the second of you is refused, unless the host has invited them by name or address. The player
        is not told. Matches under way go on. You may block 1,000 players; safe to repeat.
        """
        blocks.block(player_id=caller(request), blocked_id=player_id)
        return HttpResponse(status=204, headers=PRIVATE)

    @operation(
        "unblock_player",
        tag="players",
        summary="Unblock a player",
        answers={204: None},
        refusals=[errors.BlockNotFound],
    )
    def delete(self, request: Request, player_id: UUID) -> HttpResponse:
        """Ends a block. Ending it again is refused."""
        blocks.unblock(player_id=caller(request), blocked_id=player_id)
        return HttpResponse(status=204, headers=PRIVATE)


def _shown(one: models.Block) -> Block:
    return Block(id=one.blocked_id, name=one.blocked.name, blocked_at=one.created_at)
