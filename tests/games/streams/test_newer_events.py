"""A streams process of old code meets an event of newer code: it sends its listeners on, and calls no game broken."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connections

from engine import events as engine_events
from games.api.streaming import start
from games.api.streaming.formats import NDJSON
from games.streams import hub as hubs
from games.streams.hub import Hub
from games.streams.stream import Stream
from tests.games.api.people import Person, running
from tests.games.streams.items import ALL, lines, parse
from tests.games.streams.process import PATIENCE, entries, log, move
from tests.games.test_newer_events import WAITS, old_code

pytestmark = pytest.mark.django_db(transaction=True)


def listening(person: Person, game: str | None, known: dict[str, int]) -> Stream:
    """Return a stream of one game, or of all of them, that knows these games up to a version."""
    one = start.new_listener(NDJSON, person.id, None, UUID(game) if game else None)
    for name, version in known.items():
        one.place.versions[UUID(name)] = version
        one.seats[UUID(name)] = person.see(name)["your_seat"]
    return Stream(one, person.id)


def heard(stream: Stream, is_enough: Any) -> list[Any]:
    """Return what a hub of old code sends until it is enough."""

    async def scene() -> bytes:
        hub = Hub()
        hub.threads = ThreadPoolExecutor(1)
        hub.start()
        hub.add(stream)
        body = b""
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_enough(lines(body)):
                    body += await stream.take()
        finally:
            hub.close()
            hub.threads.submit(connections.close_all).result()
        return body

    with old_code(engine_events.TurnStarted):
        return lines(asyncio.run(scene()))


def test_the_stream_of_the_game_ends_and_can_be_continued(
    ada: Person, bob: Person, caplog: pytest.LogCaptureFixture
) -> None:
    game = running(ada, bob)
    stream = listening(ada, game, {game: 1})
    (end,) = heard(stream, bool)
    assert (end["type"], end["reason"]) == ("end", "pause")
    assert is_calm(caplog)
    rest = parse(ada.client.get(f"/v1/games/{game}/stream?after={end['cursor']}").content)
    assert entries(rest) == log(ada, game, 1)


def test_the_stream_of_all_games_goes_on_with_the_others_for_a_while(
    ada: Person, bob: Person, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = running(ada, bob)
    monkeypatch.setattr(hubs, "NEWER_SECONDS", 3.0)
    with old_code(engine_events.TurnStarted):
        other = bob.client.post("/v1/games", {"seats": 2}, content_type="application/json").json()["game"]["id"]
        assert ada.sit(other).status_code == 200
    begun = time.monotonic()
    items = heard(listening(ada, None, {newer: 1, other: 1}), lambda items: items and items[-1]["type"] == "end")
    assert time.monotonic() - begun >= 3.0
    assert {item["game"] for item in items if item["type"] in {"event", "head"}} == {other}
    assert [item["reason"] for item in items if "reason" in item] == ["pause"]
    assert is_calm(caplog)
    rest = parse(ada.client.get(f"/v1/me/stream?after={items[-1]['cursor']}").content, ALL)
    assert [entry["seq"] for entry in entries(rest)] == [entry["seq"] for entry in log(ada, newer, 1)]


def test_old_code_does_not_begin_the_stream_of_the_game(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    with old_code(engine_events.TurnStarted):
        for query in ("", "?after=1"):
            refused = ada.client.get(f"/v1/games/{game}/stream{query}")
            assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == WAITS


def test_old_code_begins_the_stream_of_all_games_without_its_news(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    first = parse(ada.client.get("/v1/me/stream").content, ALL)[-1]["cursor"]
    version = move(game, ada, bob)
    with old_code(engine_events.TurnStarted):
        kept = parse(ada.client.get(f"/v1/me/stream?after={first}").content, ALL)
    assert [item["type"] for item in kept] == ["end"]
    told = parse(ada.client.get(f"/v1/me/stream?after={kept[-1]['cursor']}").content, ALL)
    assert entries(told)[-1]["seq"] == version


def is_calm(caplog: pytest.LogCaptureFixture) -> bool:
    return not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]
