"""Events: the log of a game, as one viewer may see it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from common.api.view import answer
from common.openapi.operation import operation
from games import errors
from games.api.views.base import GamesApiView, viewer_named
from games.reads import handles, one_game
from games.types import Status
from games.wire import log
from games.wire.log import EventPage
from games.wire.requests import EventsQuery
from players.api.authentication import caller_id, token_id

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpResponse
    from rest_framework.request import Request


class Waiting(NamedTuple):
    """A page without events, and how many `seconds` its reader, who sits on `seat`, would wait for the first."""

    game_id: UUID
    after: int
    seconds: int
    player: UUID | None
    seat: int | None
    token: UUID | None


class EventsView(GamesApiView):
    """The log of a game."""

    query_type = EventsQuery

    @operation(
        "list_events",
        tag="play",
        summary="List events",
        query=EventsQuery,
        answers={200: EventPage},
        refusals=[
            errors.GameNotFinished,
            errors.NoSuchSeat,
            errors.GameNotFound,
            errors.NoSpectators,
            errors.GameQuarantined,
            errors.TooManyStreams,
        ],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the events of a game, oldest first, with the head of the chain.

        Hidden parts are left out until the match is over.

        With `wait`, the answer comes as soon as there is an event after `after`, or after that many seconds without
        events. If `after` is greater than the game's `version`, the answer comes at once. A stream is better than
        polling.
        """
        query: EventsQuery = self.query
        eyes = viewer_named(query.seen_by)
        player = caller_id(request)
        page = one_game.events_after(game_id, player, query.after, query.limit, eyes)
        sight = page.sight
        first_handle = partial(handles.first_handle, game_id, page.events)
        if eyes is None:
            events = log.entries(
                page.events,
                page.status,
                page.seat,
                sight.shown_to(page.seat),
                since=page.since,
                backs_open=sight.backs_open,
                first_handle=first_handle,
            )
        else:
            events = log.entries_seen_by(
                page.events, eyes, sight.shown_to(eyes), since=0, backs_open=sight.backs_open, first_handle=first_handle
            )
        found = answer(EventPage(events=events, version=page.version, chain=page.chain.hex(), more=page.more))
        expects = query.after <= page.version and page.status is not Status.FINISHED
        if query.wait and eyes is None and not page.events and expects:
            waiting = Waiting(game_id, query.after, query.wait, player, page.seat, token_id(request))
            found.waiting = waiting  # type: ignore[attr-defined]  # answers take attributes
        return found
