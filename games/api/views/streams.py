"""Streams: what happens in one game, or in all of the caller's, as it happens.

Here is what a stream begins with. The streams process lets it go on (`games.streams`); the API process, which must not
keep a thread for a listener, ends it there, and the listener comes again with his cursor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.http import HttpResponse

from common.http.query import read_query
from common.http.renderers import EventStreamRenderer, NdjsonRenderer, TranscriptRenderer
from common.openapi.headers import UNBUFFERED
from common.openapi.operation import operation
from games import errors
from games.api.schema_headers import LAST_EVENT_ID
from games.api.streaming import opening
from games.api.streaming.framing import MEDIA
from games.api.views.base import PRIVATE, GamesApiView, caller_id, player_id, token_of
from games.api.wire.requests import GameStreamQuery, StreamQuery
from games.api.wire.streams import GameStreamItem, StreamItem
from players.limits import STREAM

if TYPE_CHECKING:
    from uuid import UUID

    from games.api.streaming.opening import Opening
    from games.api.views.asked import Asked
    from players.limits import RateClass

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
    plain: ClassVar[frozenset[str | None]] = frozenset()
    rate_class: ClassVar[RateClass] = STREAM


class GameStreamView(StreamView):
    """One game."""

    @operation(
        "stream_game",
        tag="streams",
        summary="Follow a game",
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
    def get(self, request: Asked, game_id: UUID) -> HttpResponse:
        """First the game as you see it, then every event you may see, as it happens, until the match is over.

        The body is a sequence of items: Server-Sent Events whose `data` is an item, or an item a line. Go on after a
        break with the `cursor` of the last item you have. 204: the match is over, and you have everything.
        """
        query = read_query(request, GameStreamQuery)
        listener = opening.new_listener(request.media, caller_id(request), token_of(request), game_id)
        begun = opening.of_game(listener, game_id, last_seen(request, query.after))
        return HttpResponse(status=204, headers=HEADERS) if begun.is_empty else Stream(begun)


class MyStreamView(StreamView):
    """All games of the caller."""

    anonymous_may_read = False

    @operation(
        "stream_my_games",
        tag="streams",
        summary="Follow all your games",
        query=StreamQuery,
        answers={200: StreamItem},
        media=MEDIA,
        headers=[LAST_EVENT_ID, UNBUFFERED],
        refusals=[errors.BadCursor, errors.TooManyStreams],
    )
    def get(self, request: Asked) -> HttpResponse:
        """First the list of your games, then every event in those that go on, and games that you join later.

        The body is a sequence of items: Server-Sent Events whose `data` is an item, or an item a line. Go on after a
        break with the `cursor` of the last item you have. It does not end by itself.
        """
        query = read_query(request, StreamQuery)
        player = player_id(request)
        listener = opening.new_listener(request.media, player, token_of(request), None)
        return Stream(opening.of_all(listener, player, last_seen(request, query.after)))


def last_seen(request: Asked, after: Any) -> Any:
    """Return where to go on: as the browser says who opens the stream anew, else as the address says."""
    return request.META.get("HTTP_LAST_EVENT_ID") or after
