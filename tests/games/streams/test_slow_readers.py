"""A client that does not read gets a bounded buffer and is then cut off."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

from django.http import HttpResponse

from games.api.streaming.formats import EVENT_STREAM
from games.api.streaming.start import Opening, new_listener
from games.streams.app import Application, begin
from games.streams.hub import Hub
from games.streams.stream import BUFFER, Stream


def listening() -> Stream:
    """Return a stream of one game, at its beginning."""
    game = uuid4()
    listener = new_listener(EVENT_STREAM, None, None, game)
    listener.place.versions[game] = 1
    return Stream(listener, "somebody")


def test_who_does_not_read_is_dropped() -> None:
    async def scene() -> Hub:
        hub, stream, sent = Hub(), listening(), []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)
            if len(sent) > 2:
                await asyncio.Event().wait()  # the connection is blocked for ever

        async def receive() -> dict[str, Any]:
            await asyncio.Event().wait()
            raise AssertionError

        await begin(send, HttpResponse(), Opening(stream.listener, b"a snapshot"))
        served = asyncio.create_task(Application()._stream(hub, stream, receive, send))
        for _ in range(20):
            await asyncio.sleep(0)
        assert stream in hub.streams
        for _ in range(3):
            stream.push(b"x" * (BUFFER // 2))
            await asyncio.sleep(0)
        assert stream.size <= BUFFER
        stream.push(b"x" * BUFFER)
        await asyncio.wait_for(served, 5)
        assert sum(len(message.get("body", b"")) for message in sent) <= BUFFER
        return hub

    hub = asyncio.run(scene())
    assert hub.streams == set()
    assert dict(hub.followers) == {}


def test_what_waits_is_sent_together_and_the_last_word_is_heard() -> None:
    async def scene() -> tuple[bytes, bytes]:
        stream = listening()
        stream.push(b"one,")
        stream.push(b"two,")
        stream.end("finished")
        stream.push(b"three")
        return await stream.take(), await stream.take()

    heard, nothing = asyncio.run(scene())
    assert heard.startswith(b"one,two,retry: ")
    assert b"finished" in heard
    assert nothing == b""
