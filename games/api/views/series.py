"""Series of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api.view import PRIVATE, answer
from common.openapi.operation import operation
from games import errors
from games.api import present
from games.api.views.base import GamesApiView
from games.services import series as services
from games.wire.rematches import Series, SeriesMatch, SeriesStanding
from players.api.authentication import caller_id, player_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request

    from games.services.series import Score


class SeriesView(GamesApiView):
    """One series."""

    @operation(
        "read_series",
        tag="games",
        summary="Get a series",
        answers={200: Series},
        refusals=[errors.SeriesNotFound, errors.GameQuarantined],
    )
    def get(self, request: Request, series_id: UUID) -> HttpResponse:
        """Returns the matches of a series and its score. It is as visible as its latest match."""
        return answer(shown(services.look(series_id=series_id, player=caller_id(request))), headers=PRIVATE)

    @operation(
        "stop_series",
        tag="games",
        summary="Stop a series",
        answers={200: Series},
        refusals=[errors.SeriesNotFound, errors.NotSeated, errors.GameQuarantined],
    )
    def delete(self, request: Request, series_id: UUID) -> HttpResponse:
        """Ends a series for all its players. A match under way goes on; no other begins. Safe to repeat."""
        return answer(shown(services.stop(series_id=series_id, player=player_id(request))), headers=PRIVATE)


def shown(score: Score) -> Series:
    """Return a series as it is sent."""
    matches = [
        SeriesMatch(game=str(one.game_id), winners=list(one.winners), ranks=list(one.ranks)) for one in score.results
    ]
    if score.game.id not in {one.game_id for one in score.results}:
        matches.append(SeriesMatch(game=str(score.game.id), winners=[], ranks=[]))
    return Series(
        id=str(score.id),
        best_of=score.best_of,  # type: ignore[arg-type]  # one of the numbers
        state="over" if score.cause else "running",
        cause=score.cause or None,  # type: ignore[arg-type]  # one of the words
        matches=matches,
        standings=[
            SeriesStanding(**present.seat_members(score.game.seats[one.seat]), wins=one.wins, points=one.points)
            for one in score.standings
        ],
        leaders=list(score.leaders),
        winners=list(score.winners),
        next_at=score.next_at,
        begun_at=score.begun_at,
        ended_at=score.ended_at,
    )
