"""Asking others politely to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api.view import answer
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.services import nudges
from games.wire.notifications import NudgeResult
from players.api.authentication import player_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request


class NudgeView(GamesApiView):
    """A reminder by a fellow player."""

    @operation(
        "nudge",
        tag="messages",
        summary="Nudge the player who must act",
        answers={200: NudgeResult},
        refusals=[
            errors.GameNotFound,
            errors.NotSeated,
            errors.GameQuarantined,
            errors.SeatHasResigned,
            errors.NobodyToNudge,
            errors.TooSoonToNudge,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Sends a polite reminder to the player who must act.

        Allowed once a day, and only after the player has had some time.
        """
        return answer(NudgeResult(seat=nudges.nudge(game_id=game_id, player=player_id(request))))
