"""Seeks: the caller's own, and how many people look for what."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.http import HttpResponse

import engine
from common.api.view import PRIVATE, answer, body_of
from common.openapi.headers import IDEMPOTENCY_KEY
from common.openapi.operation import operation
from games import errors, matchmaking
from games.api import clocks, seeks
from games.api.views.base import GamesApiView, command_id_of, named, request_hash
from games.matchmaking import Wanted
from games.wire import option_names
from games.wire.seeks import Crowd, Crowds, Seek, SeekRequest, Seeks
from players.api.authentication import player_id
from players.api.view import PublicView

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class SeeksView(GamesApiView):
    """The caller's seeks."""

    body_type = SeekRequest
    anonymous_may_read = False

    @operation("list_my_seeks", tag="tables", summary="List your seeks", answers={200: Seeks})
    def get(self, request: Request) -> HttpResponse:
        """Returns what you look for: seeks that are not over, then those that ended on the last day."""
        return answer(seeks.of_player(player_id(request)))

    @operation(
        "seek_match",
        tag="tables",
        summary="Look for a match",
        body=SeekRequest,
        answers={201: Seek},
        refusals=[
            *engine.RulesetError.__subclasses__(),
            errors.BadClock,
            errors.BadSeek,
            errors.TooManySeeks,
            errors.CommandIdReused,
        ],
        headers=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> HttpResponse:
        """Looks for people who want the same match. The service seats you together and starts it.

        Repeating the request with the same `command_id` returns the same seek.
        """
        body = body_of(request, SeekRequest)
        command_id = command_id_of(request, body.command_id)
        wanted = Wanted(
            options=option_names.to_engine(body.options),
            clock=clocks.wished(body.clock),
            open_rules=body.house_rules == "open",
            least_seats=body.least_seats,
            most_seats=body.most_seats,
            bots=body.bots,
            min_reliability=body.min_reliability,
            lasts=None if body.lasts is None else timedelta(seconds=body.lasts),
        )
        with option_names.refused_by_wire_name():
            made = matchmaking.create(
                player=player_id(request),
                wanted=wanted,
                command_id=command_id,
                request_hash=request_hash("seek", named(body, command_id)),
            )
        return answer(seeks.shown(made), status=201)


class SeekView(GamesApiView):
    """One of the caller's seeks."""

    anonymous_may_read = False

    @operation("read_seek", tag="tables", summary="Get a seek", answers={200: Seek}, refusals=[errors.SeekNotFound])
    def get(self, request: Request, seek_id: UUID) -> HttpResponse:
        """Returns one of your seeks, for a day after it ended."""
        return answer(seeks.shown(matchmaking.get(player=player_id(request), seek_id=seek_id)))

    @operation(
        "cancel_seek", tag="tables", summary="Cancel a seek", answers={204: None}, refusals=[errors.SeekNotFound]
    )
    def delete(self, request: Request, seek_id: UUID) -> HttpResponse:
        """Cancels a seek. Does nothing if it is over."""
        matchmaking.cancel(player=player_id(request), seek_id=seek_id)
        return HttpResponse(status=204, headers=PRIVATE)


class SeekConfirmationView(GamesApiView):
    """The confirmation of a player who is called."""

    anonymous_may_read = False

    @operation(
        "confirm_seek",
        tag="tables",
        summary="Confirm that you are there",
        answers={200: Seek},
        refusals=[errors.SeekNotFound, errors.SeekNotCalled],
    )
    def post(self, request: Request, seek_id: UUID) -> HttpResponse:
        """Confirms that you are there for the match that is ready. It begins once everybody has confirmed."""
        return answer(seeks.shown(matchmaking.confirm(player=player_id(request), seek_id=seek_id)))


class CrowdsView(PublicView):
    """How many people look for what."""

    @operation("list_seeks", tag="tables", summary="Count the people who look for a match", answers={200: Crowds})
    def get(self, request: Request) -> HttpResponse:
        """Returns how many people look for a match now, by ruleset, preset and speed. It names nobody."""
        crowds = [
            Crowd(
                ruleset=one.ruleset,
                edition=one.edition,
                speed=seeks.speed(one.speed),
                preset=one.preset,
                people=one.people,
            )
            for one in matchmaking.crowds()
        ]
        return answer(Crowds(seeks=crowds))
