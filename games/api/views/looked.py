"""How far players have looked at their games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

from common.api.view import PRIVATE, body_of
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.services.looked import mark_looked
from games.wire.requests import LookedRequest
from players.api.authentication import player_id

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class LookedView(GamesApiView):
    """How far a player has looked."""

    body_type = LookedRequest

    @operation(
        "mark_looked",
        tag="games",
        summary="Mark a game as looked at",
        body=LookedRequest,
        answers={204: None},
        refusals=[errors.GameNotFound, errors.NoSpectators, errors.NotSeated, errors.NoSuchVersion],
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """Says up to which version you have seen the game: `since_you_looked` then begins after it.

        It never goes back to an earlier version.
        """
        body = body_of(request, LookedRequest)
        mark_looked(game_id, player_id(request), body.version)
        return HttpResponse(status=204, headers=PRIVATE)
