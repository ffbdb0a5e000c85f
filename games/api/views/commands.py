"""Commands: the one way to act in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

import engine
from common.http.errors import HttpError, MalformedBody, PreconditionFailed
from common.http.query import NoQuery, read_query
from common.openapi.headers import ETAG, IDEMPOTENCY_KEY
from common.openapi.operation import operation
from games import errors
from games.api import present
from games.api.schema_headers import IF_MATCH
from games.api.views.base import (
    PRIVATE,
    GamesApiView,
    answer,
    body_of,
    command_id_of,
    expected_version_of,
    player_id,
    request_hash,
)
from games.api.wire.commands import to_engine
from games.api.wire.log import Accepted
from games.api.wire.requests import CommandRequest
from games.services import play
from players.limits import PLAY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from django.http import HttpResponse

    from games.api.views.asked import Asked
    from players.limits import RateClass
    from players.selectors import Along


class CommandsView(GamesApiView):
    """The door for moves."""

    rate_class: ClassVar[RateClass] = {"POST": PLAY}
    bodies: ClassVar[Mapping[str, msgspec.json.Decoder[Any]]] = {"POST": msgspec.json.Decoder(CommandRequest)}

    def along(self) -> Along | None:
        """Return the statement that loads the game for the command; None if it cannot be told which command it is."""
        asked: Any = self.request
        if asked.method != "POST":
            return None
        try:
            command_id = command_id_of(asked, body_of(asked, CommandRequest).command_id)
        except HttpError:
            return None  # to be refused, once it is known who asks
        return play.reading_for_command(self.kwargs["game_id"], command_id)

    @operation(
        "send_command",
        tag="play",
        summary="Make a move",
        body=CommandRequest,
        answers={200: Accepted},
        headers=[IDEMPOTENCY_KEY, IF_MATCH, ETAG],
        refusals=[
            errors.GameNotFound,
            errors.NotSeated,
            errors.StaleVersion,
            PreconditionFailed,
            errors.CommandIdReused,
            errors.GameFinished,
            errors.GameQuarantined,
            errors.TooLate,
            errors.SeatHasResigned,
            errors.StoreBusy,
            *engine.RuleViolation.__subclasses__(),
        ],
    )
    def post(self, request: Asked, game_id: UUID) -> HttpResponse:
        """Send a command for your seat; any entry of `legal_commands` will do as it stands.

        The answer holds the events it caused and the game right after it. The same `command_id` again gets the same
        answer, marked `replayed`; with another command it is refused. With `expected_version` the command is refused
        if the game has moved on, and the problem holds what was missed; with `If-Match` likewise, by 412.
        """
        read_query(request, NoQuery)
        body = body_of(request, CommandRequest)
        player = player_id(request)
        if body.command_id is None and "HTTP_IDEMPOTENCY_KEY" not in request.META:
            raise MalformedBody(
                "A command needs an id: `command_id`, or the header Idempotency-Key.", where="$.command_id"
            )
        command_id = command_id_of(request, body.command_id)
        outcome = play.submit_command(
            game_id=game_id,
            actor=play.Actor(player),
            command=to_engine(body.command),
            command_id=command_id,
            request_hash=request_hash("command", msgspec.structs.replace(body, command_id=str(command_id))),
            expected_version=expected_version_of(request, game_id, body.expected_version),
            row=request.row,
        )
        headers = {**PRIVATE, "ETag": present.tag(outcome, player)}
        return answer(present.accepted(outcome, command_id), headers=headers)
