"""Moves that were made for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api.view import PRIVATE, answer
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView
from games.reads.automatic_moves import list_automatic_moves
from games.wire.automatic_moves import AutomaticMove, AutomaticMoves
from players.api.authentication import caller_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request


class AutomaticMovesView(GamesApiView):
    """The automatic moves of a game."""

    @operation(
        "list_automatic_moves",
        tag="games",
        summary="List automatic moves",
        answers={200: AutomaticMoves},
        refusals=[errors.GameNotFound, errors.NoSpectators],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the moves that were made for your seat; after the match, for all seats.

        While the match runs nobody else can tell them from moves of your own.
        """
        moves = [
            AutomaticMove(seq=move.seq, seat=move.seat, cause=move.cause)  # type: ignore[arg-type]  # one of the words
            for move in list_automatic_moves(game_id, caller_id(request))
        ]
        return answer(AutomaticMoves(moves=moves), headers=PRIVATE)
