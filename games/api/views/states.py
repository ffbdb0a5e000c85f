"""States: the table as it was at any version, as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

from common.http.etags import matches
from common.http.query import read_query
from common.openapi.headers import ETAG, IF_NONE_MATCH
from common.openapi.operation import operation
from games import errors, selectors
from games.api import present
from games.api.views.base import PRIVATE, GamesApiView, answer, caller_id, viewer_named
from games.api.wire.requests import StateQuery
from games.api.wire.states import State
from games.records import Status

if TYPE_CHECKING:
    from uuid import UUID

    from games.api.views.asked import Asked

LASTING: Final = {**PRIVATE, "Cache-Control": "private, max-age=86400"}
"""The past of a finished match changes no more; a day, because the shape of a view may."""


class StateView(GamesApiView):
    """One game at one version."""

    @operation(
        "read_state",
        tag="play",
        summary="See the table as it was",
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
    def get(self, request: Asked, game_id: UUID, version: int) -> HttpResponse:
        """The table after event `version` as you knew it then. After the match also as others did, or wholly open."""
        query = read_query(request, StateQuery)
        viewer = caller_id(request)
        past = selectors.state_at(game_id, viewer, version, viewer_named(query.seen_by))
        tag = present.tag_of_past(past, game_id, viewer)
        headers = {**(LASTING if past.status is Status.FINISHED else PRIVATE), "ETag": tag}
        if matches(request.META.get("HTTP_IF_NONE_MATCH"), tag):
            return HttpResponse(status=304, headers=headers)
        return answer(present.state(past, game_id), headers=headers)
