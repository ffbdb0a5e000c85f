"""Branches of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from common.api.view import PRIVATE, answer, body_of
from common.openapi.headers import ETAG, IDEMPOTENCY_KEY, LOCATION
from common.openapi.operation import operation
from games import errors
from games.api import clocks, present
from games.api.views.base import GamesApiView, command_id_of, named, request_hash
from games.services import branches
from games.wire.accepted import GameCreated
from games.wire.requests import BranchRequest
from players.api.authentication import player_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request

REFUSALS = [violation for violation in engine.RuleViolation.__subclasses__() if violation.code == "seat_not_open"]


class BranchesView(GamesApiView):
    """The door to a new table that begins in the middle of a finished game."""

    body_type = BranchRequest

    @operation(
        "create_branch",
        tag="games",
        summary="Continue from a past position",
        body=BranchRequest,
        answers={201: GameCreated},
        refusals=[
            errors.GameNotFound,
            errors.GameQuarantined,
            errors.GameNotFinished,
            errors.NotBranchable,
            errors.NoSuchSeat,
            errors.UnknownBot,
            errors.BadClock,
            errors.SpectatorsAtPrivateTable,
            errors.CommandIdReused,
            *REFUSALS,
        ],
        headers=[IDEMPOTENCY_KEY, ETAG, LOCATION],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Creates a table that starts from the position of a finished game at `version`, against bots or friends.

        Others sit down and the host starts it as any other table. Its result does not count. Repeating the request with
        the same `command_id` returns the same table.
        """
        body = body_of(request, BranchRequest)
        player = player_id(request)
        command_id = command_id_of(request, body.command_id)
        wish = branches.BranchWish(
            origin=game_id,
            version=body.version,
            future=body.future,
            seat=body.seat,
            bots=body.bots,
            private=body.private,
            spectators=body.spectators,
            entropy=body.entropy,
            clock=clocks.wished(body.clock),
        )
        outcome = branches.create_branch(
            player=player,
            wish=wish,
            command_id=command_id,
            request_hash=request_hash(f"branch {game_id}", named(body, command_id)),
        )
        headers = {**PRIVATE, "Location": f"/v1/games/{outcome.game.id}", "ETag": present.tag(outcome, player)}
        return answer(present.created(outcome, command_id), status=201, headers=headers)
