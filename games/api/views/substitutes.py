"""Substitutes: taking over a seat that its player has given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api.view import body_of
from common.openapi.operation import operation
from games import errors
from games.api import refusals, schema_headers
from games.api.views.base import (
    GamesApiView,
    accepted,
    command_id_of,
    expected_version_of,
    named,
    request_hash,
)
from games.services import substitutes
from games.wire.accepted import CommandAccepted
from games.wire.requests import TakeoverRequest
from players.api.authentication import player_id
from players.limits import spend_on_code

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request


class TakeoverView(GamesApiView):
    """A seat whose player has resigned or is gone."""

    body_type = TakeoverRequest

    @operation(
        "take_over_seat",
        tag="tables",
        summary="Take over a seat",
        body=TakeoverRequest,
        answers={200: CommandAccepted},
        headers=schema_headers.OF_COMMANDS,
        refusals=[
            *refusals.OF_COMMANDS,
            *refusals.OF_SITTING_DOWN,
            errors.SeatNotVacant,
            errors.FormerPlayer,
            errors.AnotherHandKnown,
        ],
    )
    def post(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Takes over a vacant seat of a match (`vacant_seats`), with its hand, its score and a fresh clock.

        You see the hand from now on; earlier hidden parts stay hidden until the match is over. The former player
        cannot come back. A private table asks for the code of an invitation.
        """
        body = body_of(request, TakeoverRequest)
        if body.invitation is not None:
            spend_on_code(request)
        command_id = command_id_of(request, body.command_id)
        outcome = substitutes.take_over(
            game_id=game_id,
            player=player_id(request),
            seat=seat,
            code=body.invitation,
            command_id=command_id,
            request_hash=request_hash("takeover", seat, named(body, command_id)),
            expected_version=expected_version_of(request, game_id),
        )
        return accepted(request, outcome, command_id)
