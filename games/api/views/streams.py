"""Streams: what happens in one game, or in all of the caller's, as it happens.

Here is what a stream begins with. The streams process lets it go on (`games.streams`); the API process, which must not
keep a thread for a listener, ends it there, and the listener comes again with their cursor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.http import HttpResponse

from common.api.view import PRIVATE
from common.http.renderers import EventStreamRenderer, NdjsonRenderer, TranscriptRenderer
from common.openapi.headers import UNBUFFERED
from common.openapi.operation import operation
from games import errors
from games.api.schema_headers import LAST_EVENT_ID
from games.api.streaming import start
from games.api.streaming.formats import MEDIA
from games.api.views.base import GamesApiView
from games.wire.requests import GameStreamQuery, StreamQuery
from games.wire.streams import GameStreamItem, StreamItem
from players.api.authentication import caller_id, player_id, token_id
from players.limits import STREAM

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from common.rate_limits.classes import RateClass
    from games.api.streaming.start import Opening

HEADERS: Final = {**PRIVATE, "Vary": "Authorization, Accept", "X-Accel-Buffering": "no"}


class Stream(HttpResponse):
    """A stream as it is if it ends at once; `opening`: as it is if it does not."""

    passing = True

    def __init__(self, begun: Opening) -> None:
        super().__init__(begun.whole(), content_type=begun.listener.media, headers=HEADERS)
        self.opening = begun


class StreamView(GamesApiView):
    """What both streams share."""

    renderer_classes = (EventStreamRenderer, TranscriptRenderer, NdjsonRenderer)
    usual_accept: ClassVar[frozenset[str | None]] = frozenset()
    rate_class: ClassVar[RateClass] = STREAM

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]  # as in the base
        """Name the header of a bad cursor, if it came in one."""
        if isinstance(exc, errors.BadCursor) and self.request.META.get("HTTP_LAST_EVENT_ID"):
            exc = errors.BadCursor(header="Last-Event-ID")
        return super().handle_exception(exc)


class GameStreamView(StreamView):
    """One game."""

    query_type = GameStreamQuery

    @operation(
        "stream_game",
        tag="streams",
        summary="Stream a game",
        query=GameStreamQuery,
        answers={200: GameStreamItem, 204: None},
        media=MEDIA,
        headers=[LAST_EVENT_ID, UNBUFFERED],
        refusals=[
            errors.GameNotFound,
            errors.NoSpectators,
            errors.GameQuarantined,
            errors.BadCursor,
            errors.TooManyStreams,
        ],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Sends the game as you see it, then every event you may see as it happens, until the match is over.

        The body is a sequence of items, as Server-Sent Events with an item in each `data`, or as JSON lines. After a
        lost connection, continue with the `cursor` of the last item you have. Status 204 means that the match is over
        and you have everything.
        """
        query: GameStreamQuery = self.query
        listener = start.new_listener(
            request.accepted_media_type,
            caller_id(request),
            token_id(request),
            game_id,
        )
        begun = start.of_game(listener, game_id, last_seen(request, query.after))
        return HttpResponse(status=204, headers=HEADERS) if begun.is_empty else Stream(begun)


class MyStreamView(StreamView):
    """All games of the caller."""

    query_type = StreamQuery
    anonymous_may_read = False

    @operation(
        "stream_my_games",
        tag="streams",
        summary="Stream all your games",
        query=StreamQuery,
        answers={200: StreamItem},
        media=MEDIA,
        headers=[LAST_EVENT_ID, UNBUFFERED],
        refusals=[errors.BadCursor, errors.TooManyStreams],
    )
    def get(self, request: Request) -> HttpResponse:
        """Sends the list of your games, then every event in unfinished ones, and games that you join later.

        The body is a sequence of items, as Server-Sent Events with an item in each `data`, or as JSON lines. After a
        lost connection, continue with the `cursor` of the last item you have. The stream does not end by itself.
        """
        query: StreamQuery = self.query
        player = player_id(request)
        listener = start.new_listener(request.accepted_media_type, player, token_id(request), None)
        return Stream(start.of_all(listener, player, last_seen(request, query.after)))


def last_seen(request: Request, after: Any) -> Any:
    """Return where to go on: as the browser says who opens the stream anew, else as the address says."""
    return request.META.get("HTTP_LAST_EVENT_ID") or after
