"""The stream of all games tells its player what they look for: at its beginning, and after a change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from games.api.streaming import start
from games.api.streaming.formats import NDJSON
from games.api.streaming.start import new_listener
from games.streams.hub import GAME_SWEEPS
from tests.games.api.people import make_person
from tests.games.streams.test_sweeps import following_all, in_hub, up_to_date

if TYPE_CHECKING:
    from games.streams.hub import Hub
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


def look(person: Person) -> Any:
    wish = {"options": {"ruleset": "classic"}, "clock": "day", "least_seats": 2, "most_seats": 2}
    return person.client.send("/v1/me/seeks", wish).json()


def items(heard: bytes) -> list[Any]:
    return [json.loads(line) for line in heard.splitlines() if line]


def seeks_in(heard: bytes) -> list[list[tuple[str, str]]]:
    """Return for each item of this kind the ids and states of its seeks."""
    return [[(one["id"], one["state"]) for one in item["seeks"]] for item in items(heard) if item["type"] == "seeks"]


def opened(person: Person, after: str | None = None) -> bytes:
    return start.of_all(new_listener(NDJSON, person.id, None, None), person.id, after).heard


def test_a_stream_begins_with_the_seeks_if_there_are_any(ada: Person) -> None:
    first = opened(ada)
    assert [item["type"] for item in items(first)] == ["snapshot"]
    seek = look(ada)
    again = opened(ada)
    assert [item["type"] for item in items(again)] == ["snapshot", "seeks"]
    assert items(again)[1]["seeks"] == [ada.client.get(f"/v1/me/seeks/{seek['id']}").json()]
    resumed = opened(ada, items(first)[0]["cursor"])
    assert seeks_in(resumed) == [[(seek["id"], "waiting")]]


def test_a_change_of_a_seek_is_told_once_and_to_its_player_only(ada: Person, bob: Person) -> None:
    mine, theirs = following_all(ada), following_all(bob)

    async def sweeps(hub: Hub) -> list[list[list[tuple[str, str]]]]:
        for _ in range(GAME_SWEEPS):
            await hub._look()
        heard = [seeks_in(b"".join(stream.parts)) for stream in (mine, theirs)]
        mine.parts.clear()
        theirs.parts.clear()
        return heard

    async def scene(hub: Hub) -> list[Any]:
        await up_to_date(hub, mine, theirs)
        found = [await sweeps(hub)]
        for act in (lambda: look(ada), list, lambda: look(make_person())):
            await hub._ask(act)
            found.append(await sweeps(hub))
        return found

    nothing, made, same, seated = in_hub(scene)
    (seek,) = ada.client.get("/v1/me/seeks").json()["seeks"]
    assert nothing == same == [[], []]
    assert made == [[[(seek["id"], "waiting")]], []]
    assert seated == [[[(seek["id"], "seated")]], []]
    assert UUID(seek["game_id"])
