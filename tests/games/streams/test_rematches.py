"""The stream of all games tells its player of the offers to play again: at its beginning, and after a change."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from games import hints
from games.rematches import LASTS
from games.streams.hub import GAME_SWEEPS
from tests.games import matches, tables
from tests.games.api.people import Person, make_person
from tests.games.streams.items import ALL, lines, types
from tests.games.streams.process import PATIENCE
from tests.games.streams.test_seeks import opened
from tests.games.streams.test_sweeps import following_all, in_hub, up_to_date

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from games.streams.hub import Hub
    from games.streams.stream import Stream

pytestmark = pytest.mark.django_db(transaction=True)


def offer(person: Person, game: object, **wish: object) -> Any:
    return person.client.send(f"/v1/games/{game}/rematch", wish).json()


def decline(person: Person, game: object) -> Any:
    return person.client.delete(f"/v1/games/{game}/rematch").json()


def told(stream: Stream) -> list[list[list[str]]]:
    """Return what a stream has said of offers since it was asked before: for each item the answers to each offer."""
    items = lines(b"".join(stream.parts), ALL)
    stream.parts.clear()
    return [
        [[answer["answer"] for answer in one["offer"]["answers"]] for one in item["rematches"]]
        for item in items
        if item["type"] == "rematches"
    ]


def news(people: tuple[Person, ...], *acts: Callable[[], object]) -> list[list[list[list[list[str]]]]]:
    """Return for each act what the streams of these people say of it."""
    streams = [following_all(person) for person in people]

    async def scene(hub: Hub) -> list[Any]:
        await up_to_date(hub, *streams)
        found = []
        for act in acts:
            await hub._ask(act)
            for _ in range(GAME_SWEEPS):
                await hub._look()
            found.append([told(stream) for stream in streams])
        return found

    found: list[list[list[list[list[str]]]]] = in_hub(scene)
    return found


def test_a_stream_begins_with_the_open_offers_if_there_are_any(ada: Person, bob: Person) -> None:
    game = matches.won_by(ada.id, bob.id)
    (first,) = lines(opened(bob), ALL)
    assert first["type"] == "snapshot"
    offer(ada, game)
    again = lines(opened(bob), ALL)
    assert types(again) == ["snapshot", "rematches"]
    assert again[1]["rematches"] == bob.client.get("/v1/me/rematches").json()["rematches"]
    resumed = lines(opened(bob, first["cursor"]), ALL)
    assert [one["game"]["id"] for one in resumed[-1]["rematches"]] == [str(game)]


def test_each_answer_is_told_once_and_to_the_players_of_the_match_only(ada: Person, bob: Person) -> None:
    game = matches.won_by(ada.id, bob.id)
    nothing, made, same, over = news(
        (ada, bob, make_person("Cy")), list, lambda: offer(ada, game), list, lambda: decline(bob, game)
    )
    assert nothing == same == [[], [], []]
    assert made == [[[["accepted", "open"]]], [[["accepted", "open"]]], []]
    assert over == [[[]], [[]], []]


def test_an_answer_is_told_at_once_by_a_hint(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = matches.won_by(ada.id, bob.id)
    hinted: list[UUID] = []
    monkeypatch.setattr(hints, "told", hinted.append)
    streams = [following_all(person) for person in (ada, bob)]

    async def scene(hub: Hub) -> list[Any]:
        await up_to_date(hub, *streams)
        reading = asyncio.create_task(hub._read())
        found = []
        for act in (lambda: offer(ada, game), lambda: decline(bob, game)):
            for stream in streams:
                stream.ready.clear()
            await hub._ask(act)
            hub.wake(hinted)
            hinted.clear()
            async with asyncio.timeout(PATIENCE):
                for stream in streams:
                    await stream.ready.wait()
            found.append([told(stream) for stream in streams])
        reading.cancel()
        return found

    assert in_hub(scene) == [[[[["accepted", "open"]]]] * 2, [[[]]] * 2]


def test_an_offer_ends_on_streams_once_the_next_match_has_begun(ada: Person, bob: Person) -> None:
    game = matches.won_by(ada.id, bob.id)
    _, begun = news((ada, bob), lambda: offer(ada, game), lambda: offer(bob, game))
    assert begun == [[[]], [[]]]
    assert "rematches" not in types(lines(opened(ada), ALL))


def test_an_offer_ends_on_streams_when_it_expires(ada: Person, bob: Person) -> None:
    game = matches.won_by(ada.id, bob.id)
    _, expired = news((bob,), lambda: offer(ada, game), lambda: tables.later(LASTS.total_seconds() + 1))
    assert expired == [[[]]]
