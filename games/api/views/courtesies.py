"""Asking others politely: to move, or to come to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

from common.api.view import PRIVATE, answer, body_of
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.services import nudges
from games.wire.notifications import InvitationRequest, NudgeResult
from players.api.authentication import player_id

if TYPE_CHECKING:
    from uuid import UUID

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


class InvitationsView(GamesApiView):
    """Invitations to a table."""

    body_type = InvitationRequest

    @operation(
        "invite",
        tag="messages",
        summary="Invite a player",
        body=InvitationRequest,
        answers={204: None},
        refusals=[
            errors.GameNotFound,
            errors.NotSeated,
            errors.GameQuarantined,
            errors.TableClosed,
            errors.NoOpenSeat,
            errors.TooManyInvitations,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Sends a message with the invite code to a player. Only seated players may invite, each player once a table.

        The answer is the same whether the player exists or not.
        """
        body = body_of(request, InvitationRequest)
        nudges.invite(game_id=game_id, player=player_id(request), wanted=body.player)
        return HttpResponse(status=204, headers=PRIVATE)
