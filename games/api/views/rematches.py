"""Rematches: offered, answered, and seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from common.api.view import PRIVATE, answer, body_of
from common.openapi.operation import operation
from games import errors
from games.api.rematches import of_player, shown
from games.api.views.base import GamesApiView
from games.services import rematches
from games.wire import option_names
from games.wire.rematches import OpenOffers, Rematch, RematchRequest
from players.api.authentication import caller_id, player_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request

FOR_PLAYERS: list[type[Exception]] = [
    errors.GameNotFound,
    errors.NotSeated,
    errors.GameQuarantined,
    errors.GameNotFinished,
    errors.MatchNeverBegan,
    *engine.RulesetError.__subclasses__(),
]


class RematchView(GamesApiView):
    """The rematch of a game."""

    body_type = RematchRequest

    @operation(
        "read_rematch",
        tag="games",
        summary="Get the rematch of a game",
        answers={200: Rematch},
        refusals=[errors.GameNotFound, errors.GameQuarantined],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the matches before and after a game and, for its players, what they say to the offer."""
        return answer(shown(rematches.look(game_id=game_id, player=caller_id(request))), headers=PRIVATE)

    @operation(
        "offer_rematch",
        tag="games",
        summary="Offer or accept a rematch",
        body=RematchRequest,
        answers={200: Rematch},
        refusals=[
            *FOR_PLAYERS,
            errors.BadSeek,
            errors.RematchDeclined,
            errors.BlockedPlayerThere,
            errors.RematchDiffers,
            errors.PlayersGone,
            errors.SeriesRunning,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Offers the people of a finished match to play again at the same table, or accepts their offer.

        The offer is open for 14 days. Once everybody has accepted the match begins, and `next_game` has its id; with
        `seeks` it may be an open table. Safe to repeat.
        """
        body = body_of(request, RematchRequest)
        with option_names.refused_by_wire_name():
            found = rematches.offer(game_id=game_id, player=player_id(request), best_of=body.best_of, fill=body.fill)
        return answer(shown(found), headers=PRIVATE)

    @operation(
        "decline_rematch",
        tag="games",
        summary="Decline a rematch",
        answers={200: Rematch},
        refusals=[*FOR_PLAYERS, errors.RematchBegun],
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Declines the offer, or takes back that you have made or accepted it. Safe to repeat."""
        with option_names.refused_by_wire_name():
            found = rematches.decline(game_id=game_id, player=player_id(request))
        return answer(shown(found), headers=PRIVATE)


class OpenOffersView(GamesApiView):
    """The offers that wait for an answer."""

    anonymous_may_read = False

    @operation("list_my_rematches", tag="games", summary="List open offers of a rematch", answers={200: OpenOffers})
    def get(self, request: Request) -> HttpResponse:
        """Returns the open offers after your matches, whether you have answered or not; the newest 100."""
        return answer(of_player(player_id(request)), headers=PRIVATE)
