"""The streams process as an ASGI application: streams, long polls, and probes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from common.api.problem import problem_response, refused
from common.http.client_address import network_of
from common.http.errors import RouteNotFound
from common.translations import language_of
from games.api.streaming.formats import retry
from games.api.views.streams import Stream as Begun
from games.errors import TooManyStreams
from games.problem_texts import translate
from games.streams import hints
from games.streams.hub import Hub
from games.streams.stream import Stream, Waiter
from games.streams.views import Views

if TYPE_CHECKING:
    from django.core.handlers.asgi import ASGIRequest
    from django.http import HttpResponseBase

    from games.api.streaming.start import Opening
    from games.api.views.events import Waiting

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

OURS: Final = re.compile(r"/v1/(me/stream|games/[^/]+/(stream|events))|/livez|/readyz(/reads)?")
"""The paths that this process answers. All others belong to the API."""
OF_ITSELF: Final = frozenset({"Content-Type", "Content-Length", "ETag", "Vary", "X-Accel-Buffering"})
"""Headers that belong to one response and are not copied to another that replaces it."""
PROBES: Final = frozenset({"/livez", "/readyz", "/readyz/reads"})
OPEN: Final = "Open-Streams"
"""Tells probes how many streams and waiting requests there are."""


class Application:
    """The application of a process, with the hub of all its streams."""

    def __init__(self) -> None:
        self.views = Views()
        self.hub: Hub | None = None
        self.hints: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self.serve(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub = Hub()
                self.hub.start()
                self.hints = asyncio.create_task(hints.listen(self.hub.wake))
            elif self.hints is not None:
                self.hints.cancel()
                self.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    def close(self) -> None:
        """End all streams now."""
        if self.hub is not None and not self.hub.closing:
            self.hub.close()

    async def serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request."""
        if OURS.fullmatch(scope["path"]) is None:
            await whole(send, problem_response(RouteNotFound()))
            return
        is_probe = scope["path"] in PROBES
        request, response = await self.views.answer(scope, is_probe=is_probe)
        waiting: Waiting | None = getattr(response, "waiting", None)
        begun: Opening | None = response.opening if isinstance(response, Begun) else None
        if self.hub is not None and is_probe:
            response[OPEN] = str(self.hub.open.total())
        if scope["method"] != "GET" or self.hub is None or (waiting is None and (begun is None or begun.end)):
            await whole(send, response)
            return
        who = who_asks(request, None if begun is None else begun.listener.player, waiting)
        try:
            self.hub.admit(who)
        except TooManyStreams as refusal:
            await whole(send, instead(request, response, refusal))
            return
        try:
            if begun is not None:
                stream = Stream(begun.listener, who)
                await begin(send, response, begun)
                del request, response, begun  # nobody needs them again, and the stream may last for days
                await self._stream(self.hub, stream, receive, send)
            elif waiting is not None:
                await self._wait(self.hub, waiting, scope, response, receive, send)
        finally:
            self.hub.dismiss(who)

    async def _stream(self, hub: Hub, stream: Stream, receive: Receive, send: Send) -> None:
        hub.add(stream)
        try:
            await first_of(_pump(stream, send), gone(receive), stream.dropped.wait())
        finally:
            stream.drop()
            hub.remove(stream)

    async def _wait(
        self,
        hub: Hub,
        waiting: Waiting,
        scope: dict[str, Any],
        response: HttpResponseBase,
        receive: Receive,
        send: Send,
    ) -> None:
        waiter = Waiter(waiting.game_id, waiting.after, waiting.seat, waiting.token)
        await first_of(hub.wait(waiter, waiting.seconds), gone(receive))
        if waiter.called.is_set() and not hub.closing:
            _, response = await self.views.answer(scope)
        await whole(send, response)


async def _pump(stream: Stream, send: Send) -> None:
    while True:
        part = await stream.take()
        if part:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        elif stream.over:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return


async def gone(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def first_of(*all_of_them: Any) -> None:
    """Return, or raise, as soon as one of them does, and cancel the others."""
    tasks = [asyncio.ensure_future(one) for one in all_of_them]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


def who_asks(request: ASGIRequest, player: object, waiting: Waiting | None) -> object:
    """Return the key that a stream is counted under: the player, else the address."""
    known = waiting.player if waiting is not None else player
    return known or network_of(request.META)


def instead(request: ASGIRequest, response: HttpResponseBase, refusal: TooManyStreams) -> HttpResponseBase:
    """Return the refusal, with the headers for rate limits and CORS from `response`."""
    found = refused(refusal)
    translate(found, language_of(None, request.META.get("HTTP_ACCEPT_LANGUAGE")))
    for name, value in response.items():
        if name not in OF_ITSELF:
            found.headers.setdefault(name, value)
    return found


async def begin(send: Send, response: HttpResponseBase, begun: Opening) -> None:
    """Send the head of a stream, and what its listener is told at once."""
    await send(start_of(response, whole=False))
    await send({"type": "http.response.body", "body": retry(begun.listener.media) + begun.heard, "more_body": True})


async def whole(send: Send, response: HttpResponseBase) -> None:
    """Send a complete response."""
    body: bytes = b"" if response.streaming else response.content  # type: ignore[attr-defined]  # as Django has it
    await send(start_of(response, whole=True))
    await send({"type": "http.response.body", "body": body, "more_body": False})


def start_of(response: HttpResponseBase, *, whole: bool) -> dict[str, Any]:
    """Return the start message with status and headers. A stream has no length."""
    headers = [
        (name.encode("latin-1").lower(), value.encode("latin-1"))
        for name, value in response.items()
        if whole or name.lower() != "content-length"
    ]
    return {"type": "http.response.start", "status": response.status_code, "headers": headers}
