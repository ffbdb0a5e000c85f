"""`Prefer: return=minimal`: the answer to a command without the game, and without the work for it."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock
from uuid import uuid4

import pytest

import engine
from tests.games.api.people import lobby, running
from tests.games.api.test_play import on_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

    Send = Callable[..., Any]

MINIMAL = {"Prefer": "return=minimal"}
WHOLE = {"Prefer": "return=representation"}
MEMBERS = {"command_id", "replayed", "events", "version", "chain"}


def move(ada: Person, bob: Person) -> Send:
    """Return a function that sends one move; every call sends the same request."""
    mover, _, seen = on_turn(game := running(ada, bob), ada, bob)
    body = {"command_id": str(uuid4()), "command": seen["legal_commands"][0], "expected_version": seen["version"]}
    return partial(mover.client.send, f"/v1/games/{game}/commands", body)


def seat(ada: Person, bob: Person) -> Send:
    return partial(bob.client.send, f"/v1/games/{lobby(ada, seats=2)}/seats", {"command_id": str(uuid4())})


def bot(ada: Person, _bob: Person) -> Send:
    body = {"command_id": str(uuid4()), "bot": "random"}
    return partial(ada.client.send, f"/v1/games/{lobby(ada, seats=2)}/bots", body)


def leave(ada: Person, bob: Person) -> Send:
    key = str(uuid4())
    path = f"/v1/games/{lobby(ada, bob)}/seats/1"
    return lambda headers: bob.client.delete(path, headers={**headers, "Idempotency-Key": key})


def start(ada: Person, bob: Person) -> Send:
    return partial(ada.client.send, f"/v1/games/{lobby(ada, bob)}/start", {"command_id": str(uuid4())})


ROUTES = [move, seat, bot, leave, start]


@pytest.mark.parametrize("route", ROUTES)
def test_the_answer_has_the_events_and_the_head_and_no_game(ada: Person, bob: Person, route: Any) -> None:
    answer = route(ada, bob)(headers=MINIMAL)
    found = answer.json()
    assert answer.status_code == 200
    assert set(found) == MEMBERS
    assert (found["version"], found["chain"]) == (found["events"][-1]["seq"], found["events"][-1]["chain"])
    assert answer["Preference-Applied"] == "return=minimal"
    assert answer["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("route", ROUTES)
def test_a_retry_may_ask_for_the_other_form(ada: Person, bob: Person, route: Any) -> None:
    send = route(ada, bob)
    short, whole, shorter, default = (send(headers=wish) for wish in (MINIMAL, WHOLE, MINIMAL, {}))
    assert [one.json()["replayed"] for one in (short, whole, shorter, default)] == [False, True, True, True]
    assert whole.json() == default.json()
    game = whole.json()["game"]
    assert {**short.json(), "replayed": True, "game": game} == whole.json()
    assert shorter.json() == {**short.json(), "replayed": True}
    assert (whole.json()["version"], whole.json()["chain"]) == (game["version"], game["chain"])
    assert {one["ETag"] for one in (short, whole, shorter, default)} == {short["ETag"]}
    assert {one["Vary"] for one in (short, whole, shorter, default)} == {"Authorization, Prefer"}
    assert ["Preference-Applied" in one for one in (short, whole, shorter, default)] == [True, False, True, False]


def test_the_tag_fits_the_game_that_was_left_out(ada: Person, bob: Person) -> None:
    answer = start(ada, bob)(headers=MINIMAL)
    game = ada.client.get("/v1/me/games").json()["games"][0]["id"]
    unchanged = ada.client.get(f"/v1/games/{game}", headers={"If-None-Match": answer["ETag"]})
    assert unchanged.status_code == 304


@pytest.mark.parametrize("route", ROUTES)
def test_the_game_is_not_even_made(ada: Person, bob: Person, route: Any) -> None:
    send = route(ada, bob)
    refused = AssertionError("nobody asked for it")
    with (
        mock.patch.object(engine, "view", side_effect=refused),
        mock.patch.object(engine, "legal_commands", side_effect=refused),
        mock.patch.object(engine, "table_commands", side_effect=refused),
    ):
        assert send(headers=MINIMAL).status_code == 200
        assert send(headers=MINIMAL).json()["replayed"] is True
        with pytest.raises(AssertionError):
            send(headers=WHOLE)


def test_events_hide_the_same_as_in_the_whole_answer(ada: Person, bob: Person) -> None:
    game = running(ada, bob, options={"target": 1})
    hidden = 0
    while True:
        mover, other, seen = on_turn(game, ada, bob)
        command = {"command_id": str(uuid4()), "command": seen["legal_commands"][0]}
        short = mover.client.send(f"/v1/games/{game}/commands", command, headers=MINIMAL).json()
        whole = mover.client.send(f"/v1/games/{game}/commands", command).json()
        assert short["events"] == whole["events"]
        theirs = other.client.get(f"/v1/games/{game}/events?after={seen['version']}").json()["events"]
        hidden += theirs != short["events"]
        if whole["game"]["view"]["phase"] == "round_over" or whole["game"]["status"] == "finished":
            break
    assert hidden  # something was drawn that the other may not see


def test_it_is_far_shorter_than_the_whole(ada: Person, bob: Person) -> None:
    send = move(ada, bob)
    short, whole = send(headers=MINIMAL), send(headers=WHOLE)
    assert len(short.content) * 3 < len(whole.content)
    assert short["Content-Length"] == str(len(short.content))


@pytest.mark.parametrize("wish", ["return=everything", "wait=5", "", "\x00", "return=minimal" + "l" * 2000])
def test_other_wishes_change_nothing(ada: Person, bob: Person, wish: str) -> None:
    answer = move(ada, bob)(headers={"Prefer": wish})
    assert set(answer.json()) == {*MEMBERS, "game"}
    assert "Preference-Applied" not in answer


def test_a_refusal_is_the_same_with_it(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob)
    mover, waiting, seen = on_turn(game, ada, bob)
    stale = {"command_id": str(uuid4()), "command": seen["legal_commands"][0], "expected_version": 1}
    draw = {"command_id": str(uuid4()), "command": {"type": "draw"}}
    for client, body in ((mover.client, stale), (waiting.client, draw), (stranger, draw), (mover.client, {})):
        whole, short = (client.send(f"/v1/games/{game}/commands", body, headers=wish) for wish in ({}, MINIMAL))
        assert short.status_code == whole.status_code >= 400
        assert short.content == whole.content
        assert "Preference-Applied" not in short


@pytest.mark.parametrize("path", ["/v1/games", "/v1/guests", "/v1/rulesets/check"])
def test_routes_that_answer_otherwise_ignore_it(ada: Person, path: str) -> None:
    body = {"/v1/guests": {}}.get(path, {"seats": 2})
    answer = ada.client.send(path, body, headers=MINIMAL)
    assert answer.status_code < 300
    assert "Preference-Applied" not in answer
    assert path != "/v1/games" or json.loads(answer.content)["game"]["seats"]
