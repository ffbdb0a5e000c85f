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

    @operation("read_vacation", tag="players", summary="Get your vacation", answers={200: VacationState})
    def get(self, request: Request) -> HttpResponse:
        """Returns the planned or running vacation, and the rest of the budget. Scope: `account:read`."""
        return answer(_state(player_id(request)))

    @operation(
        "put_vacation",
        tag="players",
        summary="Take or change a vacation",
        body=VacationRequest,
        answers={200: VacationState},
        refusals=[InvalidVacation, VacationSpent, errors.GameNotFound, PreconditionFailed],
        headers=[IF_MATCH],
    )
    def put(self, request: Request) -> HttpResponse:
        """Plans or starts a vacation, or changes the existing one. Of a running vacation only the end can change.

        Meanwhile your clocks stand still in all games that are slow enough; the preview says in which. Repeating the
        request changes nothing. Scope: `account:write`.
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
        """Ends the running vacation, or cancels the planned one. Safe to repeat. Scope: `account:write`."""
        player = player_id(request)
        with unchanged(request, lambda: lock_player(player), lambda: _state(player)):
            vacations.end(player)
        return answer(_state(player))


class VacationPreviewView(GamesApiView):
    """The effect of a vacation."""

    rate_class = ACCOUNT
    body_type = VacationRequest
    write_scopes = (ACCOUNT_READ, GAMES_READ)

    @operation(
        "preview_vacation",
        tag="players",
        summary="Preview a vacation",
        body=VacationRequest,
        answers={200: VacationPreview},
        refusals=[InvalidVacation, errors.GameNotFound],
    )
    def post(self, request: Request) -> HttpResponse:
        """Returns which of your games this vacation would protect, and how it would move their deadlines.

        For all other games it says why not. It changes nothing. Scopes: `account:read` and `games:read`.
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
