"""The vacation of one's account. Its route is here because it is the games that stand still."""

from __future__ import annotations

from datetime import timedelta
from math import ceil, floor
from typing import TYPE_CHECKING
from uuid import UUID

from common.api.view import answer, body_of
from common.http.conditions import unchanged
from common.http.errors import PreconditionFailed
from common.openapi.operation import operation
from games import errors
from games.api.schema_headers import IF_MATCH
from games.api.views.base import GamesApiView
from games.services import vacation_preview, vacations
from games.wire.vacations import (
    Vacation,
    VacationGame,
    VacationPreview,
    VacationRequest,
    VacationState,
    VacationYear,
)
from players.api.authentication import player_id
from players.errors import InvalidVacation, VacationSpent
from players.limits import ACCOUNT
from players.locks import lock_player
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE, GAMES_READ
from players.vacations import Wish

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from games.services.vacation_preview import GamePreview
    from players.vacations import Year


class VacationView(GamesApiView):
    """The caller's vacation."""

    rate_class = ACCOUNT
    body_type = VacationRequest
    read_scopes = (ACCOUNT_READ,)
    write_scopes = (ACCOUNT_WRITE,)
    anonymous_may_read = False

    @operation("read_vacation", tag="players", summary="See your vacation", answers={200: VacationState})
    def get(self, request: Request) -> HttpResponse:
        """The vacation that is planned or running, and what is left of the budget. Scope: `account:read`."""
        return answer(_state(player_id(request)))

    @operation(
        "put_vacation",
        tag="players",
        summary="Take a vacation, or change it",
        body=VacationRequest,
        answers={200: VacationState},
        refusals=[InvalidVacation, VacationSpent, errors.GameNotFound, PreconditionFailed],
        headers=[IF_MATCH],
    )
    def put(self, request: Request) -> HttpResponse:
        """Plan a vacation, start one, or change the one there is; of a running one, the end.

        Your clocks stand still meanwhile, in all games that are slow enough; the preview says in which. The same
        request again changes nothing. Scope: `account:write`.
        """
        player = player_id(request)
        wish = _wish(body_of(request, VacationRequest))
        with unchanged(request, lambda: lock_player(player), lambda: _state(player)):
            vacations.plan(player, wish)
        return answer(_state(player))

    @operation(
        "end_vacation",
        tag="players",
        summary="End your vacation",
        answers={200: VacationState},
        refusals=[PreconditionFailed],
        headers=[IF_MATCH],
    )
    def delete(self, request: Request) -> HttpResponse:
        """End the running vacation, or call off the planned one; it may be repeated. Scope: `account:write`."""
        player = player_id(request)
        with unchanged(request, lambda: lock_player(player), lambda: _state(player)):
            vacations.end(player)
        return answer(_state(player))


class VacationPreviewView(GamesApiView):
    """What a vacation would come to."""

    rate_class = ACCOUNT
    body_type = VacationRequest
    write_scopes = (ACCOUNT_READ, GAMES_READ)

    @operation(
        "preview_vacation",
        tag="players",
        summary="See what a vacation would protect",
        body=VacationRequest,
        answers={200: VacationPreview},
        refusals=[InvalidVacation, errors.GameNotFound],
    )
    def post(self, request: Request) -> HttpResponse:
        """Which of your games this vacation would protect, and until when each deadline would move.

        Of the others it is said why not. Nothing is changed. Scopes: `account:read` and `games:read`.
        """
        found = vacation_preview.preview(player_id(request), _wish(body_of(request, VacationRequest)))
        return answer(
            VacationPreview(
                starts_at=found.span.start,
                ends_at=found.span.end,
                affordable=all(year.used <= timedelta(days=year.days) for year in found.years),
                budget=[_year(year) for year in found.years],
                games=[_game(game) for game in found.games],
                server_now=found.now,
            )
        )


def _wish(body: VacationRequest) -> Wish:
    games = None if body.games is None else tuple(UUID(game) for game in body.games)
    return Wish(body.starts_at, body.ends_at, games)


def _state(player: UUID) -> VacationState:
    found = vacations.state(player)
    current = found.vacation
    return VacationState(
        vacation=None
        if current is None
        else Vacation(
            state="running" if current.starts_at <= found.now else "planned",
            starts_at=current.starts_at,
            ends_at=current.ends_at,
            games=None if current.games is None else [str(game) for game in current.games],
        ),
        budget=[_year(year) for year in found.years],
        server_now=found.now,
    )


def _year(year: Year) -> VacationYear:
    return VacationYear(
        year=year.year,
        days=year.days,
        used=ceil(year.used.total_seconds()),
        left=floor(year.left.total_seconds()),
    )


def _game(game: GamePreview) -> VacationGame:
    return VacationGame(
        game=str(game.game_id),
        seat=game.seat,
        status=game.status.word,  # type: ignore[arg-type]  # the names are the words
        protected=game.why_not is None,
        why_not=game.why_not,
        deadline_at=game.deadline_at,
        deadline_with_vacation=game.deadline_with_vacation,
    )
