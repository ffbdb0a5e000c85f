"""The standing orders of the caller's seat."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from django.http import HttpResponse

from common.api.view import PRIVATE, answer, body_of
from common.http.conditions import unchanged
from common.http.errors import PreconditionFailed
from common.openapi.headers import IF_MATCH
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.services import standing_orders
from games.services.orders_dry_run import dry_run
from games.wire.orders import (
    Orders,
    OrdersDryRun,
    OrdersExample,
    OrdersRequest,
    StandingOrders,
    to_engine,
    to_wire,
)
from players.api.authentication import player_id

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

_REFUSALS: list[type[Exception]] = [
    errors.GameNotFound,
    errors.NotSeated,
    errors.GameQuarantined,
    errors.GameFinished,
    errors.SeatHasResigned,
    errors.SeatIsLent,
    errors.NoStandingOrders,
    errors.PlanNotInHand,
    errors.PlanWithoutTarget,
]


class OrdersView(GamesApiView):
    """The caller's orders in a game."""

    body_type = OrdersRequest
    anonymous_may_read = False

    @operation(
        "read_orders",
        tag="games",
        summary="Get your standing orders",
        answers={200: StandingOrders},
        refusals=[errors.GameNotFound, errors.NotSeated],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the orders of your seat. Nobody else sees them."""
        return answer(_shown(game_id, player_id(request)), headers=PRIVATE)

    @operation(
        "put_orders",
        tag="games",
        summary="Give standing orders",
        body=OrdersRequest,
        answers={200: StandingOrders},
        refusals=[*_REFUSALS, PreconditionFailed],
        headers=[IF_MATCH],
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """Replaces the orders of your seat.

        The service then moves for you where they say how. It waits as long as for any automatic move, also if it is
        your turn now, so nobody else can tell. A plan ends when you move yourself, when its next play does not fit in
        your turn, and with the round.
        """
        body, player = body_of(request, OrdersRequest), player_id(request)
        with unchanged(request, partial(standing_orders.lock, game_id, player), partial(_shown, game_id, player)):
            standing_orders.give(game_id, player, to_engine(body), timedelta(days=body.days))
        return answer(_shown(game_id, player), headers=PRIVATE)

    @operation(
        "cancel_orders",
        tag="games",
        summary="Cancel your standing orders",
        answers={204: None},
        refusals=[errors.GameNotFound, errors.NotSeated, PreconditionFailed],
        headers=[IF_MATCH],
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Cancels the orders of your seat. No move is made by them any more. Safe to repeat."""
        player = player_id(request)
        with unchanged(request, partial(standing_orders.lock, game_id, player), partial(_shown, game_id, player)):
            standing_orders.cancel(game_id, player)
        return HttpResponse(status=204, headers=PRIVATE)


class OrdersDryRunView(GamesApiView):
    """Orders tried on the caller's past games."""

    body_type = Orders

    @operation(
        "try_orders",
        tag="games",
        summary="Try orders on your past games",
        body=Orders,
        answers={200: OrdersDryRun},
        refusals=_REFUSALS,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns which of your own decisions these orders would have made, and whether as you did. Changes nothing.

        Looks at this match and at your latest 5 finished matches of the same ruleset.
        """
        found = dry_run(game_id, player_id(request), to_engine(body_of(request, Orders)))
        return answer(
            OrdersDryRun(
                matches=found.matches,
                decisions=found.decisions,
                made=len(found.made),
                same=sum(one.same for one in found.made),
                examples=[
                    OrdersExample(game_id=str(one.game_id), seq=one.seq, cause=one.cause, same=one.same)
                    for one in found.examples
                ],
            ),
            headers=PRIVATE,
        )


def _shown(game_id: UUID, player: UUID) -> StandingOrders:
    found = standing_orders.read(game_id, player)
    if found is None:
        return StandingOrders(orders=None, given_at=None, expires_at=None)
    return StandingOrders(orders=to_wire(found.orders), given_at=found.given_at, expires_at=found.expires_at)
