"""Seats: sitting down, standing up, bots, and the start of the match."""

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
from games.reads import one_game
from games.services import lobby
from games.wire.accepted import CommandAccepted
from games.wire.requests import BotRequest, SeatRequest, StartRequest
from players.api.authentication import player_id
from players.limits import spend_on_code

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request


class SeatsView(GamesApiView):
    """The seats of a table."""

    body_type = SeatRequest

    @operation(
        "take_seat",
        tag="tables",
        summary="Take a seat",
        body=SeatRequest,
        answers={200: CommandAccepted},
        headers=schema_headers.OF_COMMANDS,
        refusals=[
            *refusals.BEFORE_THE_MATCH,
            *refusals.OF_SITTING_DOWN,
            errors.TableClosed,
            errors.RemovedFromTable,
            errors.NoOpenSeat,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Takes a seat. A private table asks for the code of an invitation."""
        body = body_of(request, SeatRequest)
        if body.invitation is not None:
            spend_on_code(request)
        command_id = command_id_of(request, body.command_id)
        outcome = lobby.take_seat(
            game_id=game_id,
            player=player_id(request),
            seat=body.seat,
            code=body.invitation,
            entropy=body.entropy,
            command_id=command_id,
            request_hash=request_hash("take", named(body, command_id)),
            expected_version=expected_version_of(request, game_id),
        )
        return accepted(request, outcome, command_id)


class SeatView(GamesApiView):
    """One seat of a table."""

    @operation(
        "leave_seat",
        tag="tables",
        summary="Leave a seat, or remove its player",
        answers={200: CommandAccepted},
        headers=schema_headers.OF_COMMANDS,
        refusals=[*refusals.BEFORE_THE_MATCH, errors.NotSeated, errors.NotHost, errors.NoSuchSeat],
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Leaves your own seat before the match starts. The host may also remove a bot or another player.

        A removed player is notified, and cannot sit down at this table again before the host invites them.
        """
        player = player_id(request)
        command_id = command_id_of(request, None)
        mine = _sits_on(seat, game_id, player)
        expected = expected_version_of(request, game_id)
        # Both look for an earlier command of this id first, so a retry gets its answer even with another in the seat.
        outcome = (
            lobby.leave_seat(
                game_id=game_id,
                player=player,
                command_id=command_id,
                request_hash=request_hash("leave", seat),
                expected_version=expected,
            )
            if mine
            else lobby.remove(
                game_id=game_id,
                player=player,
                seat=seat,
                command_id=command_id,
                request_hash=request_hash("leave", seat),
                expected_version=expected,
            )
        )
        return accepted(request, outcome, command_id)


class BotsView(GamesApiView):
    """The bots of a table."""

    body_type = BotRequest

    @operation(
        "add_bot",
        tag="tables",
        summary="Add a bot",
        body=BotRequest,
        answers={200: CommandAccepted},
        headers=schema_headers.OF_COMMANDS,
        refusals=[
            *refusals.BEFORE_THE_MATCH,
            errors.NotSeated,
            errors.NotHost,
            errors.UnknownBot,
            errors.NoOpenSeat,
            errors.NoSuchSeat,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Puts a bot on a free seat. Only the host may do this, before the match starts."""
        body = body_of(request, BotRequest)
        command_id = command_id_of(request, body.command_id)
        outcome = lobby.add_bot(
            game_id=game_id,
            player=player_id(request),
            seat=body.seat,
            bot=body.bot,
            command_id=command_id,
            request_hash=request_hash("bot", named(body, command_id)),
            expected_version=expected_version_of(request, game_id),
        )
        return accepted(request, outcome, command_id)


class StartView(GamesApiView):
    """The start of the match."""

    body_type = StartRequest

    @operation(
        "start_match",
        tag="tables",
        summary="Start the match",
        body=StartRequest,
        answers={200: CommandAccepted},
        headers=schema_headers.OF_COMMANDS,
        refusals=[*refusals.BEFORE_THE_MATCH, errors.NotSeated, errors.NotHost],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Starts the match once all seats are taken, and deals the first round. Only the host may do this."""
        body = body_of(request, StartRequest)
        command_id = command_id_of(request, body.command_id)
        outcome = lobby.start(
            game_id=game_id,
            player=player_id(request),
            command_id=command_id,
            request_hash=request_hash("start", named(body, command_id)),
            expected_version=expected_version_of(request, game_id),
        )
        return accepted(request, outcome, command_id)


def _sits_on(seat: int, game_id: UUID, player: UUID) -> bool:
    try:
        return one_game.find_game(game_id, player).seat == seat
    except errors.GameNotFound:
        return False
