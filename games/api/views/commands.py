"""Commands: the one way to act in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

import engine
from common.api.view import body_of
from common.http.errors import MalformedBody
from common.openapi.operation import operation
from games import errors
from games.api import refusals, schema_headers
from games.api.authentication import TokenWithGameForCommand, game_row
from games.api.views.base import GamesApiView, accepted, command_id_of, expected_version_of, request_hash
from games.services import commands, envelope
from games.wire.accepted import CommandAccepted
from games.wire.commands import to_engine
from games.wire.requests import CommandRequest
from players.api.authentication import player_id
from players.limits import BY_METHOD, PLAY

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request

    from common.rate_limits.classes import RateClass


class CommandsView(GamesApiView):
    """Commands of one game."""

    authentication_classes = (TokenWithGameForCommand,)
    rate_class: ClassVar[RateClass] = {**BY_METHOD, "POST": PLAY}
    body_type = CommandRequest

    @operation(
        "send_command",
        tag="play",
        summary="Make a move",
        body=CommandRequest,
        answers={200: CommandAccepted},
        headers=schema_headers.OF_COMMANDS,
        refusals=[
            *refusals.OF_COMMANDS,
            errors.NotSeated,
            errors.TooLate,
            errors.SeatHasResigned,
            errors.LenderOnly,
            *engine.RuleViolation.__subclasses__(),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Sends a command for your seat. You can send any entry of `legal_commands` unchanged.

        The answer contains the events that the command caused and the game after them, or the events alone with
        `Prefer: return=minimal`. Repeating a `command_id` with
        the same command returns the same answer, marked `replayed`; with another command it is refused. With
        `expected_version`, a command is refused if the game has moved on, and the problem contains the events you
        missed. `If-Match` does the same with status 412.
        """
        body = body_of(request, CommandRequest)
        if body.command_id is None and "HTTP_IDEMPOTENCY_KEY" not in request.META:
            raise MalformedBody(
                "A command needs an id: `command_id`, or the header Idempotency-Key.", member="command_id"
            )
        command_id = command_id_of(request, body.command_id)
        outcome = commands.submit_command(
            game_id=game_id,
            actor=envelope.Actor(player_id(request)),
            command=to_engine(body.command),
            command_id=command_id,
            request_hash=request_hash("command", msgspec.structs.replace(body, command_id=str(command_id))),
            expected_version=expected_version_of(request, game_id, body.expected_version),
            row=game_row(request),
        )
        return accepted(request, outcome, command_id)
