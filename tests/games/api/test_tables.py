"""Tables before the match: creating, sitting down, standing up, bots and the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


def test_who_sets_up_a_table_sits_on_seat_0_and_is_its_host(ada: Person) -> None:
    answer = ada.client.send("/v1/games", {"seats": 3, "options": {"uno_penalty": 4}})
    assert answer.status_code == 201
    game = answer.json()["game"]
    assert answer["Location"] == f"/v1/games/{game['id']}"
    assert (game["status"], game["your_seat"], game["host"], game["open_seats"]) == ("lobby", 0, 0, 2)
    assert {"seat": 0, "kind": "human", "player_id": str(ada.id), "name": "Ada", "bot": None}.items() <= game["seats"][
        0
    ].items()
    assert game["options"] == {"uno_penalty": 4}


def test_a_table_can_be_set_up_without_a_body(ada: Person) -> None:
    answer = ada.client.generic("POST", "/v1/games")
    assert answer.status_code == 201
    assert answer.json()["game"]["open_seats"] == 3


def test_the_same_command_id_sets_up_one_table(ada: Person) -> None:
    body = {"seats": 2, "command_id": str(uuid4())}
    first, second = ada.client.send("/v1/games", body), ada.client.send("/v1/games", body)
    assert first.json()["replayed"] is False
    assert second.json() == {**first.json(), "replayed": True}
    other = ada.client.send("/v1/games", {**body, "seats": 3})
    assert (other.status_code, other.json()["code"]) == (422, "command_id_reused")


def test_options_that_cannot_be_are_refused_with_their_name(ada: Person) -> None:
    for options, code, named in (
        ({"stacking": True}, "unknown_option", ["stacking"]),
        ({"st/ck ~": True}, "unknown_option", ["st~1ck%20~0"]),
        ({"uno_penalty": 99}, "bad_option_value", ["uno_penalty"]),
        ({"ruleset": "chess"}, "bad_option_value", ["ruleset"]),
        ({"stack": "same", "progressive": True}, "conflicting_options", ["progressive", "stack"]),
        ({"ruleset": "classic", "edition": "marvel"}, "option_not_applicable", ["edition"]),
    ):
        answer = ada.client.send("/v1/games", {"options": options})
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"#/options/{name}" for name in named]


def test_an_option_in_the_address_that_cannot_be_is_a_parameter(ada: Person) -> None:
    answer = ada.client.get("/v1/rulesets/flip/rules?uno_penalty=99")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_option_value")
    assert [fault["parameter"] for fault in answer.json()["errors"]] == ["uno_penalty"]


@pytest.mark.parametrize(
    ("path", "headers", "place"),
    [
        ("/v1/games?limit=0", {}, {"parameter": "limit"}),
        ("/v1/games?cursor=x", {}, {"parameter": "cursor"}),
        ("/v1/me/games?cursor=x", {}, {"parameter": "cursor"}),
        ("/v1/me/notifications?since=x", {}, {"parameter": "since"}),
        ("/v1/me/notifications?cursor=x", {}, {"parameter": "cursor"}),
        ("/v1/me/stream?after=sx", {}, {"parameter": "after"}),
        ("/v1/me/stream", {"last-event-id": "sx"}, {"header": "Last-Event-ID"}),
    ],
)
def test_a_parameter_or_header_that_cannot_be_is_named(
    ada: Person, path: str, headers: dict[str, str], place: dict[str, str]
) -> None:
    answer = ada.client.get(path, headers=headers)
    assert answer.status_code == 400, answer.content
    (fault,) = answer.json()["errors"]
    assert fault.pop("detail")
    assert fault == place


def test_a_table_has_two_to_ten_seats(ada: Person) -> None:
    for seats in (0, 1, 11, 100):
        answer = ada.client.send("/v1/games", {"seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_seat_count")


@pytest.mark.parametrize(
    ("seats", "options", "detail"),
    [
        (2, {"dealer_selection": "seat=J"}, "“Seat J” needs 10 seats or more, and there are 2"),
        (3, {"teams": 2}, "these 2 teams need 4, 6, 8 or 10 seats, and there are 3"),
    ],
)
def test_a_table_has_the_seats_that_its_options_are_about(
    ada: Person, seats: int, options: dict[str, object], detail: str
) -> None:
    answer = ada.client.send("/v1/games", {"seats": seats, "options": options})
    assert (answer.status_code, answer.json()["code"]) == (422, "option_not_applicable")
    (option,) = options
    assert answer.json()["params"] == {"option": option, "reason": detail}


def test_people_sit_down_once_each_until_the_table_is_full(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = lobby(ada, seats=2)
    assert bob.sit(game, entropy="ab" * 32).json()["game"]["your_seat"] == 1
    assert bob.sit(game).json()["code"] == "already_seated"
    assert person("Cid").sit(game).json()["code"] == "no_open_seat"


def test_a_seat_can_be_chosen(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=4)
    assert bob.sit(game, seat=7).json()["code"] == "no_such_seat"
    assert bob.sit(game, seat=0).json()["code"] == "seat_not_open"
    assert bob.sit(game, seat=3).json()["game"]["your_seat"] == 3


def test_a_private_table_takes_those_with_an_invitation(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2, private=True)
    code = ada.code(game)
    assert bob.sit(game).json()["code"] == "game_not_found"
    assert bob.sit(game, invitation="wrong").json()["code"] == "game_not_found"
    assert bob.sit(game, invitation=code).json()["game"]["your_seat"] == 1


def test_who_comes_to_a_private_table_with_its_code_is_told_why_they_may_not_sit_down(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = lobby(ada, seats=3, private=True)
    code, cid = ada.code(game), person("Cid")
    assert bob.sit(game, invitation=code, seat=0).json()["code"] == "seat_not_open"
    assert bob.sit(game, invitation="wrong", seat=0).json()["code"] == "game_not_found"
    assert bob.sit(game, invitation=code).status_code == 200
    ada.client.send(f"/v1/games/{game}/bots")
    full = cid.sit(game, invitation=code)
    assert full.json()["code"] == "no_open_seat"
    assert "current_version" not in full.json()
    ada.client.send(f"/v1/games/{game}/start")
    for late in (code, "wrong"):
        assert cid.sit(game, invitation=late).json()["code"] == "game_not_found"


def _every_route(client: ContractClient) -> list[Callable[[str], Any]]:
    """Return each way to read a game."""
    command = {"command_id": str(uuid4()), "command": {"type": "draw"}}
    return [
        lambda game: client.get(f"/v1/games/{game}"),
        lambda game: client.get(f"/v1/games/{game}/events"),
        lambda game: client.get(f"/v1/games/{game}/invitations"),
        lambda game: client.send(f"/v1/games/{game}/invitations"),
        lambda game: client.send(f"/v1/games/{game}/seats"),
        lambda game: client.send(f"/v1/games/{game}/bots"),
        lambda game: client.send(f"/v1/games/{game}/start"),
        lambda game: client.delete(f"/v1/games/{game}/seats/0"),
        lambda game: client.send(f"/v1/games/{game}/commands", command),
    ]


def test_a_private_game_and_an_unknown_one_are_answered_alike_to_the_byte(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    private, unknown = lobby(ada, seats=2, private=True), str(uuid4())
    for client in (bob.client, stranger):
        for ask in _every_route(client):
            real, made_up = ask(private), ask(unknown)
            assert real.status_code == made_up.status_code
            assert real.content == made_up.content
            assert {**real.headers, "X-Request-Id": ""} == {**made_up.headers, "X-Request-Id": ""}


def test_the_host_seats_bots_and_removes_them(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    assert bob.client.send(f"/v1/games/{game}/bots").json()["code"] == "not_host"
    assert ada.client.send(f"/v1/games/{game}/bots", {"bot": "hal"}).json()["code"] == "unknown_bot"
    seated = ada.client.send(f"/v1/games/{game}/bots", {"bot": "sharp"}).json()["game"]
    assert {"seat": 2, "kind": "bot", "player_id": None, "name": None, "bot": "sharp"}.items() <= seated["seats"][
        2
    ].items()
    assert bob.client.delete(f"/v1/games/{game}/seats/2").json()["code"] == "not_host"
    assert ada.client.delete(f"/v1/games/{game}/seats/2").json()["game"]["open_seats"] == 1


def test_a_removed_player_is_told_and_refused_until_they_are_invited(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob, seats=3)
    assert bob.client.delete(f"/v1/games/{game}/seats/0").json()["code"] == "not_host"
    removed = ada.client.delete(f"/v1/games/{game}/seats/1").json()
    assert (removed["game"]["your_seat"], removed["game"]["open_seats"]) == (0, 2)
    [told] = bob.client.get("/v1/me/notifications").json()["notifications"]
    assert (told["kind"], told["game_id"], told["data"]) == ("removed", game, {"ruleset": "flip", "edition": "base"})
    assert bob.see(game)["your_seat"] is None
    refused = bob.sit(game)
    assert (refused.status_code, refused.json()["code"]) == (403, "removed_from_table")


def test_standing_up_twice_with_one_key_is_standing_up_once(ada: Person, bob: Person) -> None:
    for private in (False, True):
        game = lobby(ada, seats=2, private=private)
        assert bob.sit(game, invitation=ada.code(game)).status_code == 200
        key = {"Idempotency-Key": f'"{uuid4()}"'}
        first = bob.client.delete(f"/v1/games/{game}/seats/1", headers=key)
        again = bob.client.delete(f"/v1/games/{game}/seats/1", headers=key)
        assert first.status_code == 200, first.content
        assert first.json()["game"]["your_seat"] is None
        assert again.json() == {**first.json(), "replayed": True}


def test_the_host_starts_when_all_seats_are_taken(ada: Person, bob: Person) -> None:
    game = lobby(ada, seats=2)
    refused = ada.client.send(f"/v1/games/{game}/start").json()
    assert (refused["code"], refused["params"]) == ("seats_open", {"open": 1})
    assert (refused["current_version"], refused["legal_commands"]) == (ada.see(game)["version"], [])
    bob.sit(game)
    assert bob.client.send(f"/v1/games/{game}/start").json()["code"] == "not_host"
    started = ada.client.send(f"/v1/games/{game}/start").json()["game"]
    assert started["status"] == "running"
    assert len(started["view"]["hand"]) >= 7


def test_nobody_sits_down_or_stands_up_once_the_match_runs(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = running(ada, bob)
    assert person("Cid").sit(game).json()["code"] == "table_closed"
    assert bob.client.delete(f"/v1/games/{game}/seats/1").json()["code"] == "wrong_phase"
    assert ada.client.send(f"/v1/games/{game}/start").json()["code"] == "wrong_phase"
