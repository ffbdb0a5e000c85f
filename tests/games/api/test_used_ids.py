"""A used command id stands for one request: any other request with it is refused and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

import msgspec
import pytest

from games.wire import requests as wire
from tests.games import tables
from tests.games.api.people import lobby, make_person, running
from tests.games.api.test_branches import finished, turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

ENTROPY = "ab" * 32
CLOCK = {"turn": 3600, "bank": 600}
OTHER_CLOCK = {
    "turn": 7200, "bank": 3600, "increment": 30, "cap": 7200, "answer": 60, "weekends": True, "late": "strict",
    "autopilot_after": 5,
}  # fmt: skip


class Asked(NamedTuple):
    """A request without its id, and alternatives for each of its members."""

    person: Person
    path: str
    body: dict[str, Any]
    other: dict[str, Any]


def a_table(ada: Person, _bob: Person) -> Asked:
    other = {"options": {"uno_penalty": 4}, "seats": 4, "private": True, "spectators": "none", "clock": "none"}
    other |= {"entropy": ENTROPY, "open_to_seeks": True, "min_reliability": 60}
    return Asked(ada, "/v1/games", {"seats": 3, "clock": CLOCK}, other)


def a_branch(ada: Person, bob: Person) -> Asked:
    game = finished(ada, bob)
    first, second, *_ = turns(ada, game)
    other = {"version": second, "future": "redealt", "seat": 1, "bots": "sharp"}
    other |= {"private": True, "spectators": "none", "entropy": ENTROPY, "clock": "none"}
    return Asked(ada, f"/v1/games/{game}/branches", {"version": first, "clock": CLOCK}, other)


def a_seat(ada: Person, bob: Person) -> Asked:
    other = {"seat": 2, "invitation": "a code", "entropy": ENTROPY}
    return Asked(bob, f"/v1/games/{lobby(ada, seats=4)}/seats", {}, other)


def a_takeover(ada: Person, bob: Person) -> Asked:
    cid, dan = make_person("Cid"), make_person("Dan")
    game = running(ada, cid, dan)
    assert cid.command(game, {"type": "resign"}).status_code == 200
    return Asked(bob, f"/v1/games/{game}/seats/1/takeover", {}, {"invitation": "a code"})


def a_bot(ada: Person, bob: Person) -> Asked:
    return Asked(ada, f"/v1/games/{lobby(ada, bob, seats=4)}/bots", {}, {"bot": "sharp", "seat": 2})


def a_command(ada: Person, bob: Person) -> Asked:
    game = running(ada, bob, options={"starter": "number_only"})
    mover = next(person for person in (ada, bob) if person.see(game)["your_turn"])
    other = {"command": {"type": "pass"}, "expected_version": 7}
    return Asked(mover, f"/v1/games/{game}/commands", {"command": {"type": "draw"}}, other)


ASK: dict[type[wire.Body], Callable[[Person, Person], Asked]] = {
    wire.GameRequest: a_table,
    wire.BranchRequest: a_branch,
    wire.SeatRequest: a_seat,
    wire.BotRequest: a_bot,
    wire.TakeoverRequest: a_takeover,
    wire.CommandRequest: a_command,
}


def members(kind: type[msgspec.Struct]) -> list[str]:
    """Return the members of a request besides its id."""
    return [field.name for field in msgspec.structs.fields(kind) if field.name != "command_id"]


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in ASK for name in members(kind)])
def test_a_request_that_differs_in_a_member_is_another_request(
    ada: Person, bob: Person, kind: type[wire.Body], name: str
) -> None:
    person, path, body, other = ASK[kind](ada, bob)
    body = {**body, "command_id": str(uuid4())}
    first, again = (person.client.send(path, body) for _ in range(2))
    assert again.json() == {**first.json(), "replayed": True}
    refused(person, "POST", path, {**body, name: other[name]})


@pytest.mark.parametrize("part", members(wire.ClockRequest))
def test_a_clock_that_differs_in_a_part_makes_another_request(ada: Person, part: str) -> None:
    body = {"seats": 2, "command_id": str(uuid4())}
    assert ada.client.send("/v1/games", {**body, "clock": CLOCK}).status_code == 201
    refused(ada, "POST", "/v1/games", {**body, "clock": {**CLOCK, part: OTHER_CLOCK[part]}})


def test_every_request_with_an_id_is_tried() -> None:
    bodies = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, wire.Body)]
    with_ids = {kind for kind in bodies if "command_id" in kind.__struct_fields__}
    assert with_ids == ASK.keys() | {wire.StartRequest}
    assert members(wire.StartRequest) == []


def test_standing_up_from_another_seat_is_another_request(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    key = {"Idempotency-Key": f'"{uuid4()}"'}
    assert bob.client.delete(f"/v1/games/{game}/seats/1", headers=key).status_code == 200
    assert bob.sit(game, seat=2).status_code == 200
    refused(bob, "DELETE", f"/v1/games/{game}/seats/2", headers=key)


def test_removing_another_bot_is_another_request(ada: Person) -> None:
    game = lobby(ada, seats=3)
    for _ in range(2):
        assert ada.client.send(f"/v1/games/{game}/bots").status_code == 200
    key = {"Idempotency-Key": f'"{uuid4()}"'}
    assert ada.client.delete(f"/v1/games/{game}/seats/1", headers=key).status_code == 200
    refused(ada, "DELETE", f"/v1/games/{game}/seats/2", headers=key)


def test_a_branch_of_another_game_is_another_request(ada: Person, bob: Person) -> None:
    one, *others = (finished(ada, bob, moves=1) for _ in range(6))
    version, other = next((turn, game) for game in others for turn in turns(ada, game) if turn in turns(ada, one))
    body = {"version": version, "command_id": str(uuid4())}
    assert ada.client.send(f"/v1/games/{one}/branches", body).status_code == 201
    refused(ada, "POST", f"/v1/games/{other}/branches", body)


def test_another_operation_is_another_request(ada: Person, bob: Person) -> None:
    path = f"/v1/games/{lobby(ada, bob, seats=3)}"
    key = {"Idempotency-Key": f'"{uuid4()}"'}
    assert ada.client.generic("POST", f"{path}/bots", headers=key).status_code == 200
    for method, place in (("POST", "/start"), ("POST", "/seats"), ("DELETE", "/seats/0"), ("DELETE", "/seats/2")):
        refused(ada, method, path + place, headers=key)


def refused(person: Person, method: str, path: str, body: object = None, **headers: Any) -> None:
    """Check that the request is refused because of its used id, and that no log grows."""
    [before] = tables.raw("SELECT count(*) FROM event")
    client = person.client
    sent = client.send(path, body) if body is not None else client.generic(method, path, **headers)
    assert (sent.status_code, sent.json()["code"]) == (422, "command_id_reused")
    assert tables.raw("SELECT count(*) FROM event") == [before]
