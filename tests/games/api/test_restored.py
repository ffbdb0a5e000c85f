"""After a restored backup, clients that know of lost moves are told so by every route."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from tests.games import tables
from tests.games.api.people import running
from tests.games.streams.items import parse, types
from tests.games.tampering import rewound

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def moved(game: str, *people: Person) -> tuple[Person, Any]:
    """Let the current player send their first legal command; return them and the answer."""
    (mover,) = (person for person in people if person.see(game)["your_turn"])
    answer = mover.command(game, mover.see(game)["legal_commands"][0])
    assert answer.status_code == 200, answer.content
    return mover, answer


def lost(game: str, *people: Person) -> tuple[Person, Any]:
    """Let the current player move, and lose that move in a restore."""
    mover, answer = moved(game, *people)
    rewound(UUID(game))
    tables.raw("DELETE FROM outbox")  # rows that were written after the backup are lost as well
    return mover, answer


def refusal(answer: Any) -> tuple[int, str, int]:
    body = answer.json()
    return answer.status_code, body["code"], body["current_version"]


def test_a_version_that_is_no_more_is_never_taken_for_the_one_there_is(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    before = ada.see(game)["version"]
    mover, answer = lost(game, ada, bob)
    version, tag = answer.json()["game"]["version"], answer["ETag"]
    wish = {"command_id": str(uuid4()), "command": mover.see(game)["legal_commands"][0]}
    path = f"/v1/games/{game}/commands"
    assert refusal(mover.client.send(path, {**wish, "expected_version": version})) == (409, "stale_version", before)
    assert refusal(mover.client.send(path, wish, headers={"If-Match": tag})) == (412, "precondition_failed", before)
    now = mover.client.get(f"/v1/games/{game}")["ETag"]
    both = mover.client.send(path, {**wish, "expected_version": version}, headers={"If-Match": f"{now}, {tag}"})
    assert (both.status_code, both.json()["code"]) == (400, "bad_parameter"), "of these only the one there is counts"
    again = moved(game, ada, bob)[1].json()["game"]
    assert (again["version"], again["chain"] == answer.json()["game"]["chain"]) == (version, False)
    assert refusal(mover.client.send(path, wish, headers={"If-Match": tag})) == (412, "precondition_failed", version)
    now = mover.client.get(f"/v1/games/{game}")["ETag"]
    for seat in ("start", "seats", "bots"):
        stale = mover.client.send(f"/v1/games/{game}/{seat}", {}, headers={"If-Match": tag})
        assert stale.status_code in {409, 412}, seat
    for tags in (f"{now}, {tag}", now):
        assert mover.client.send(path, wish, headers={"If-Match": tags}).status_code != 412, "of several one will do"


def test_a_reader_beyond_the_end_is_told_where_the_end_is(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    before = ada.see(game)["version"]
    version = lost(game, ada, bob)[1].json()["game"]["version"]
    answer = ada.client.get(f"/v1/games/{game}/events?after={version}&wait=30")
    assert (answer.json()["events"], answer.json()["version"], answer.json()["more"]) == ([], before, False)
    assert not hasattr(answer, "waiting"), "it may come at once"
    assert hasattr(ada.client.get(f"/v1/games/{game}/events?after={before}&wait=30"), "waiting")
    assert types(parse(ada.client.get(f"/v1/games/{game}/stream?after={version}").content)) == [
        "reset", "snapshot", "end",
    ]  # fmt: skip
