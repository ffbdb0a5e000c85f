"""Ids are accepted in any case, since Apple's clients write UUIDs in capitals. The service writes lower case."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from common import clock
from tests.contract.client import ContractClient
from tests.games.api.conftest import ada, bob
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.games.api.people import Person

__all__ = ["ada", "bob"]

CAPITALS = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
PLACES = {"seat": "1", "version": "3"}


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    return running(ada, bob)


def addresses(routes: Any = None, before: str = "/") -> Iterator[str]:
    """Yield every address that contains ids; `{}` stands for an id."""
    for route in (routes or get_resolver()).url_patterns:
        said = before + str(route.pattern)
        if isinstance(route, URLResolver):
            yield from addresses(route, said)
        elif isinstance(route, URLPattern):
            named = re.sub(r"<(?:(\w+):)?(\w+)>", lambda found: PLACES.get(found[2], "{}"), said)
            if "{}" in named and re.search(r"<(?:uuid|id):", said) and not said.startswith("/admin"):
                yield named


def test_every_address_with_ids_is_the_same_in_capitals() -> None:
    found = list(addresses())
    assert len(found) > 20
    for address in found:
        name = str(uuid4())
        small, large = (resolve(address.replace("{}", text)) for text in (name, name.upper()))
        assert (small.func, small.kwargs) == (large.func, large.kwargs), address


def test_a_game_is_read_and_played_by_its_id_in_capitals(ada: Person, bob: Person, game: str) -> None:
    mover = ada if ada.see(game)["your_turn"] else bob
    path = f"/v1/games/{game.upper()}"
    seen = mover.client.get(path)
    assert (seen.json()["id"], seen.headers["ETag"]) == (game, mover.client.get(f"/v1/games/{game}").headers["ETag"])
    name = str(uuid4())
    move = {"command_id": name.upper(), "command": seen.json()["legal_commands"][0]}

    first = mover.client.send(f"{path}/commands", move)
    assert (first.status_code, first.json()["replayed"]) == (200, False)
    again = mover.client.send(f"/v1/games/{game}/commands", {**move, "command_id": name})
    by_header = mover.client.send(
        f"/v1/games/{game}/commands", {"command": move["command"]}, HTTP_IDEMPOTENCY_KEY=f'"{name.upper()}"'
    )
    by_both = mover.client.send(f"/v1/games/{game}/commands", move, HTTP_IDEMPOTENCY_KEY=name)
    for answer in (again, by_header, by_both):
        assert (answer.status_code, answer.json()["replayed"]) == (200, True), answer.content
        assert answer.json()["game"]["version"] == first.json()["game"]["version"]
    other = mover.client.send(f"{path}/commands", {**move, "command_id": name, "command": {"type": "resign"}})
    assert (other.status_code, other.json()["code"]) == (422, "command_id_reused")

    told = mover.client.get(f"{path}/events?after={seen.json()['version']}").json()["events"]
    assert {event["command_id"] for event in told} == {name}
    for answer in (first, again, seen, mover.client.get(f"{path}/stream")):
        assert not CAPITALS.search(answer.content.decode())


def test_a_table_that_is_set_up_twice_by_one_id_is_one_table(ada: Person) -> None:
    name = str(uuid4())
    made = [ada.create(seats=2, command_id=text)["game"]["id"] for text in (name.upper(), name, name.title())]
    assert len(set(made)) == 1
    left = [
        ada.client.delete(f"/v1/games/{made[0].upper()}/seats/0", HTTP_IDEMPOTENCY_KEY=text).json()
        for text in (made[0].upper(), made[0])
    ]
    assert [one["replayed"] for one in left] == [False, True]


def test_bodies_name_games_and_messages_in_any_case(ada: Person, bob: Person, game: str) -> None:
    ends = clock.now().replace(microsecond=0).isoformat().replace("+00:00", "Z").replace("20", "21", 1)
    hook = ada.client.send(
        "/v1/me/webhooks", {"url": "https://example.org/", "events": ["game.moved"], "game": game.upper()}
    )
    assert (hook.status_code, hook.json()["game"]) == (201, game), hook.content
    preview = ada.client.send("/v1/me/vacation/preview", {"ends_at": ends, "games": [game.upper()]})
    assert preview.json()["code"] == "invalid_vacation", "it lasts for a century, and that is all that is wrong with it"
    table = lobby(ada, seats=2)
    assert ada.client.send(f"/v1/games/{table.upper()}/invitations", {"player": str(bob.id).upper()}).status_code == 201
    nothing = ada.client.send("/v1/me/notifications/read", {"ids": [str(uuid4()).upper()]})
    assert nothing.json()["code"] == "notification_not_found"


@pytest.mark.parametrize("spelling", ["{%s}", "urn:uuid:%s", "%s0", " %s"])
def test_any_other_spelling_is_refused_as_ever(ada: Person, game: str, spelling: str) -> None:
    name = spelling % str(uuid4()).upper()
    assert ada.client.get(f"/v1/games/{name}").status_code == 404
    answer = ada.client.send(f"/v1/games/{game}/commands", {"command_id": name, "command": {"type": "draw"}})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")
    assert "a UUID with hyphens" in answer.json()["detail"]


def test_a_stranger_reads_the_stream_of_a_game_by_its_id_in_capitals(game: str) -> None:
    answer = ContractClient().get(f"/v1/games/{game.upper()}/stream")
    assert answer.status_code == 200
