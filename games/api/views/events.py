"""Events: the log of a game, as one viewer may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import errors, selectors
from games.api import present
from games.api.query import read_query
from games.api.schema import operation
from games.api.views.base import GamesApiView, answer, caller_id, viewer_named
from games.api.wire.log import EventPage
from games.api.wire.requests import EventsQuery

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse

    from games.api.views.asked import Asked


class EventsView(GamesApiView):
    """The log of a game."""

    @operation(
        "list_events",
        tag="play",
        summary="Read the log",
        query=EventsQuery,
        answers={200: EventPage},
        refusals=[errors.GameNotFound, errors.GameQuarantined],
        who="anyone",
    )
    def get(self, request: Asked, game_id: UUID) -> HttpResponse:
        """What has happened, oldest first, with the chain: hidden parts are left out until the match is over."""
        query = read_query(request, EventsQuery)
        eyes = viewer_named(query.seen_by)
        page = selectors.events_after(game_id, caller_id(request), query.after, query.limit, eyes)
        if eyes is None:
            events = present.entries(page.events, page.status, page.seat)
        else:
            events = present.entries_seen_by(page.events, eyes)
        return answer(EventPage(events=events, version=page.version, chain=page.chain.hex(), more=page.more))
