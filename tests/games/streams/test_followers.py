"""Several listeners follow one game, each from their own cursor."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.db import connections

from games.api.streaming.formats import NDJSON
from games.api.streaming.start import new_listener
from games.streams.hub import Hub
from games.streams.stream import Stream
from tests.games.api.people import Person, running
from tests.games.streams.items import lines
from tests.games.streams.process import entries, log, move

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30.0


def told(game: str, followers: Sequence[tuple[Person, int]]) -> list[Any]:
    """Return the entries that each follower receives at the next event; each one has the game up to a version."""
    identity = UUID(game)

    def following(person: Person, version: int) -> Stream:
        stream = Stream(new_listener(NDJSON, person.id, None, identity), person.id)
        stream.listener.place.versions[identity] = version
        stream.listener.seats[identity] = person.see(game)["your_seat"]
        return stream

    streams = [following(*follower) for follower in followers]

    async def scene() -> list[bytes]:
        hub = Hub()
        hub.threads = ThreadPoolExecutor(1)
        hub.start()
        for stream in streams:
            hub.add(stream)
        try:
            return [await asyncio.wait_for(stream.take(), PATIENCE) for stream in streams]
        finally:
            hub.close()
            hub.threads.submit(connections.close_all).result()

    return [entries(lines(heard)) for heard in asyncio.run(scene())]


def test_each_hears_all_that_has_happened_since_their_own_place(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    begun = ada.see(game)["version"]
    for _ in range(5):
        last = move(game, ada, bob)
    followers = [(ada, last - 1), (bob, begun), (ada, begun + 1), (bob, last - 1)]
    heard = told(game, followers)
    assert heard == [log(person, game, version) for person, version in followers]
