"""Listeners who have missed more than one read returns get all of it, even if nothing else happens."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connections

from games.api.streaming.formats import EVENT_STREAM
from games.api.streaming.start import new_listener
from games.streams import queries
from games.streams.hub import Hub
from games.streams.stream import Stream
from tests.games import tables
from tests.games.api.people import running
from tests.games.streams.items import events, parse
from tests.games.streams.process import PATIENCE

if TYPE_CHECKING:
    import pytest

    from tests.games.api.people import Person


async def hears(game: UUID, player: UUID, after: int, upto: int) -> list[int]:
    """Return the events that a hub sends to the player on seat 0, who follows the game from one version to another."""
    hub = Hub()
    hub.threads = ThreadPoolExecutor(1)  # its connection can be closed in it
    listener = new_listener(EVENT_STREAM, player, None, game)
    listener.place.versions[game] = after
    listener.seats[game] = 0
    stream = Stream(listener, "somebody")
    hub.start()
    hub.add(stream)
    body = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while listener.place.versions[game] < upto:
                body += await stream.take()
    finally:
        hub.close()
        hub.threads.submit(connections.close_all).result()
        hub.threads.shutdown()
    return events(parse(body + await stream.take()))


def test_all_that_was_missed_is_told_however_little_is_read_at_a_time(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = UUID(running(ada, bob))
    version = tables.version_of(game)
    monkeypatch.setattr(queries, "AT_ONCE", 3)
    assert version > 2 * queries.AT_ONCE
    assert asyncio.run(hears(game, ada.id, 1, version)) == list(range(2, version + 1))
