"""A cluster, and the primary that Sentinels name, as the cache server; one node of each is killed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.core.cache import CacheHandler
from django.test import override_settings

from common import cache_server
from common.cache_server import FAULTS
from common.rate_limits import counter
from devtools.drills import servers
from devtools.stack.home import new_home
from games import hints
from games.streams.hints import listen
from tests.faults.stack import eventually

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from uuid import UUID

pytestmark = [pytest.mark.usefixtures("counted"), pytest.mark.timeout(180)]

SECONDS = 60


@pytest.fixture(params=["cluster", "sentinels"])
def server(request: pytest.FixtureRequest) -> Iterator[servers.Valkeys]:
    """Run a server of several nodes, which the settings name."""
    with new_home() as home, getattr(servers, request.param)(home) as found:
        address = found.address
        caches = {
            "default": {
                "BACKEND": "config.cache.Cache",
                "LOCATION": address,
                "KEY_PREFIX": "test",
                "OPTIONS": {"socket_timeout": 10},
            }
        }
        with override_settings(CACHE_URL=address, CACHES=caches, SENTINEL_MASTER=servers.PRIMARY):
            yield found
            for client in (counter._state.cluster[1], hints._publisher.client):
                if client is not None:
                    client.close()


def kill_one(server: servers.Valkeys) -> None:
    (server.holder() if server.sentinels else server.nodes[0]).kill()


def test_requests_are_counted_on_all_nodes_and_again_after_one_is_lost(server: servers.Valkeys) -> None:
    keys = [str(uuid4()) for _ in range(30)]
    assert [counter.count(key, 2, 600, "read") for key in keys] == [(1, 1, 300_000_000)] * len(keys)
    for key in keys:
        counter.count(key, 2, 600, "read")
        assert (counter.count(key, 2, 600, "read") or "none")[0] == 0
    assert counter.figures().refused["read"] == len(keys)
    kill_one(server)

    def all_are_counted() -> bool:
        return all(counter.count(str(uuid4()), 2, 600, "read") is not None for _ in range(30))

    eventually(all_are_counted, SECONDS, "counts on all nodes")


@pytest.mark.usefixtures("server")
def test_the_cache_of_django_keeps_and_forgets() -> None:
    cache = CacheHandler()["default"]
    words: dict[str, Any] = {f"word-{number}": number for number in range(20)}
    cache.set_many(words)
    assert cache.get_many([*words, "none"]) == words
    assert cache.get("word-1") == 1
    assert cache.add("word-1", 2) is False
    assert cache.incr("word-1") == 2
    cache.delete_many(words)
    assert cache.get_many(words) == {}
    cache.set("gone", 1, timeout=0)
    assert cache.get("gone") is None


def test_hints_reach_streams_again_after_a_node_is_lost(
    server: servers.Valkeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "_publisher", hints.Publisher())
    monkeypatch.setattr("games.streams.hints.PAUSE_SECONDS", 0.1)
    game = uuid4()

    async def heard() -> list[UUID]:
        """Return the games of the first hint that comes, while hints are published all the time."""
        found: asyncio.Queue[list[UUID]] = asyncio.Queue()

        def wake(games: Iterable[UUID]) -> None:
            found.put_nowait([*games])

        listening = asyncio.create_task(listen(wake))
        end = time.monotonic() + SECONDS
        try:
            while found.empty() and time.monotonic() < end:
                await asyncio.to_thread(quietly, lambda: hints._publisher.say(str(game)))
                await asyncio.sleep(0.05)
            return found.get_nowait()
        finally:
            listening.cancel()

    assert asyncio.run(heard()) == [game]
    kill_one(server)
    assert asyncio.run(heard()) == [game]


def quietly(say: Callable[[], None]) -> None:
    with contextlib.suppress(*FAULTS):
        say()


def test_a_cluster_that_is_away_raises_what_callers_expect() -> None:
    with pytest.raises(FAULTS):
        cache_server.client("cluster://127.0.0.1:1;cluster://127.0.0.1:2", 0.1)
