"""States: the table as it was at any version, as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.api.view import PRIVATE, answer
from common.http.conditions import not_modified
from common.openapi.headers import ETAG, IF_NONE_MATCH
from common.openapi.operation import operation
from games import errors
from games.api import present
from games.api.views.base import GamesApiView, viewer_named
from games.reads import one_game
from games.types import Status
from games.wire.requests import StateQuery
from games.wire.states import State
from players.api.authentication import caller_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request

LASTING: Final = {**PRIVATE, "Cache-Control": "private, max-age=86400"}
"""The past of a finished match changes no more; a day, because the shape of a view may."""


class StateView(GamesApiView):
    """One game at one version."""

    query_type = StateQuery

    @operation(
        "read_state",
        tag="play",
        summary="Get a past state of a game",
        query=StateQuery,
        answers={200: State, 304: None},
        refusals=[
            errors.GameNotFound,
            errors.NoSpectators,
            errors.NoSuchVersion,
            errors.NoSuchSeat,
            errors.WithinCommand,
            errors.GameNotFinished,
            errors.GameQuarantined,
        ],
        headers=[IF_NONE_MATCH, ETAG],
    )
    def get(self, request: Request, game_id: UUID, version: int) -> HttpResponse:
        """Returns the table after event `version`, as you knew it then.

        After the match you may also ask for another seat's view, or for the open table.
        """
        query: StateQuery = self.query
        viewer = caller_id(request)
        past = one_game.state_at(game_id, viewer, version, viewer_named(query.seen_by))
        tag = present.tag_of_past(past, game_id, viewer)
        headers = {**(LASTING if past.status is Status.FINISHED else PRIVATE), "ETag": tag}
        kept = not_modified(request, headers)
        if kept is not None:
            return kept
        return answer(present.state(past, game_id), headers=headers)
