"""Streams use the clock of a sandbox, and follow players with very many tables."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

import engine
from common import clock
from games.api.streaming import start
from games.api.streaming.formats import NDJSON
from games.api.streaming.start import FOLLOWED, new_listener
from games.reads.updates import Place
from games.sandbox import time_travel
from games.streams import queries
from games.streams.hub import HEARTBEAT_SECONDS, Hub
from games.streams.stream import LINGER_SECONDS, Stream
from players.models import Token
from tests.games import tables
from tests.games.api.people import make_person, with_scopes
from tests.games.sandbox.sandbox_mode import sandbox
from tests.games.streams.items import ALL, checked, parse

pytestmark = pytest.mark.django_db


def opened(client: Any, after: str | None = None) -> list[Any]:
    """Return the first items of a stream of all games."""
    answer = client.get("/v1/me/stream" + ("" if after is None else f"?after={after}"))
    assert answer.status_code == 200, answer.content
    return parse(answer.content, ALL)


@pytest.fixture
def ada() -> Any:
    return make_person("Ada")


def test_streams_go_by_the_clock_of_a_sandbox(ada: Any) -> None:
    token, _ = with_scopes(ada, "games:read")
    Token.objects.filter(id=token.id).update(expires=clock.now() + timedelta(days=2))
    with sandbox():
        began = clock.now()
        assert queries.sweep(None, [token.id], [], []).tokens == {token.id}
        assert time_travel.advance(timedelta(days=3)).left == timedelta(0)
        found = queries.sweep(None, [token.id], [], [])
        snapshot, _ = opened(ada.client)
        assert datetime.fromisoformat(snapshot["server_now"]) >= began + timedelta(days=3)
    assert found.tokens == set(), "it has expired by that clock"
    beat = heartbeat(found)
    assert beat["type"] == "heartbeat"
    assert datetime.fromisoformat(beat["server_now"]) == found.now >= began + timedelta(days=3)


def heartbeat(found: queries.Swept) -> Any:
    """Return the heartbeat after a sweep, for a listener who has received nothing for too long."""
    stream = Stream(new_listener(NDJSON, None, None, None), "somebody")
    stream.spoke_at -= HEARTBEAT_SECONDS + 1

    async def heard() -> bytes:
        hub = Hub()
        hub.add(stream)
        hub._beat(found.now)
        return await stream.take()

    return checked(json.loads(asyncio.run(heard())), ALL)


def test_of_very_many_games_the_most_urgent_are_followed(ada: Any) -> None:
    bob = make_person("Bob")
    games = [tables.lobby_of(ada.id).game.id for _ in range(FOLLOWED + 1)]
    snapshot, end = opened(ada.client)
    listed = [UUID(one["id"]) for one in snapshot["games"]]
    assert len(listed) == FOLLOWED
    rest = ada.client.get(f"/v1/me/games?cursor={snapshot['next']}").json()["games"]
    [left_out] = [UUID(one["id"]) for one in rest]
    assert {*listed, left_out} == set(games)
    assert bob.sit(str(listed[0])).status_code == 200
    told = opened(ada.client, end["cursor"])
    assert {item["game"] for item in told if item["type"] == "event"} == {str(listed[0])}
    # An event at the other table brings it into the followed set in place of another.
    assert bob.sit(str(left_out)).status_code == 200
    reset, snapshot, _ = opened(ada.client, told[-1]["cursor"])
    assert reset["type"] == "reset"
    assert str(left_out) in [one["id"] for one in snapshot["games"]]


def test_a_game_that_ended_long_ago_is_not_told_as_new_to_who_has_listened_all_the_time(ada: Any) -> None:
    bob = make_person("Bob")
    game = tables.started(ada.id, bob.id)
    listener = new_listener(NDJSON, ada.id, None, None)
    start.of_all(listener, ada.id, None)
    tables.send(game, bob.id, engine.Resign())
    audience = (game, False)
    asked = queries.Asked(listener.place.versions[game], frozenset([ada.id]))
    news = queries.fresh({audience: asked})[audience]
    stream = Stream(listener, ada.id)
    assert not stream.hear(game, Place(0), news), "nothing more comes of it"
    stream.finished[game] -= LINGER_SECONDS + 1
    found = queries.Swept(clock.now() + timedelta(hours=2), [], set(), {}, {}, {})

    async def hours_later() -> str:
        hub = Hub()
        hub.add(stream)
        hub._beat(found.now)
        return listener.place.cursor()

    assert [item["type"] for item in opened(ada.client, asyncio.run(hours_later()))] == ["end"]
