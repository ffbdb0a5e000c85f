"""Clocks over HTTP: the time controls of a table, and what all players see of them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from tests.games import tables

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def open_table(person: Person, clock: Any) -> Any:
    return person.client.send("/v1/games", {"seats": 2, "clock": clock, "spectators": "open"})


def start(ada: Person, bob: Person, clock: Any) -> str:
    game: str = open_table(ada, clock).json()["game"]["id"]
    bob.sit(game)
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    return game


@pytest.mark.parametrize(
    ("clock", "member"),
    [
        ("sometime", ""),
        ({}, "turn"),
        ({"turn": 59}, "turn"),
        ({"turn": 30 * 86400 + 1}, "turn"),
        ({"bank": 600}, "increment"),
        ({"turn": 60, "increment": 10}, "bank"),
        ({"bank": 600, "increment": 5, "cap": 599}, "cap"),
        ({"turn": 60, "answer": 29}, "answer"),
    ],
)
def test_a_clock_nobody_can_play_by_is_refused_with_the_part_that_is_wrong(
    ada: Person, clock: Any, member: str
) -> None:
    answer = open_table(ada, clock)
    problem = answer.json()
    named = f"clock.{member}".rstrip(".")
    assert (answer.status_code, problem["code"]) == (422, "bad_clock")
    assert problem["detail"].startswith(f"`{named}`: ")
    (fault,) = problem["errors"]
    assert fault["pointer"] == f"#/{named.replace('.', '/')}"
    assert problem["detail"] == f"`{named}`: {fault['detail']}."


def test_without_a_wish_nothing_is_timed(ada: Person) -> None:
    seen = ada.create(seats=2)["game"]
    assert (seen["clock"], seen["deadline_at"]) == (None, None)


def test_everybody_sees_the_same_clock_and_how_the_deadline_comes_about(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    game = start(ada, bob, {"turn": 3600, "bank": 7200, "increment": 60})
    seen = ada.see(game)
    clock = seen["clock"]
    assert bob.see(game)["clock"] == stranger.get(f"/v1/games/{game}").json()["clock"] == clock
    assert clock["seat"] == seen["turn"]
    assert [bank["left"] for bank in clock["banks"]] == [7200, 7200]
    started, turn, bank, end = clock["explain"]
    assert [step["step"] for step in (started, turn, bank, end)] == ["started", "turn", "bank", "deadline"]
    assert end["since"] == seen["deadline_at"]
    took = datetime.fromisoformat(end["since"]) - datetime.fromisoformat(started["since"])
    assert took.total_seconds() == turn["seconds"] + bank["seconds"] == 3 * 3600


def test_who_looks_at_an_overdue_game_sees_the_move_that_was_made(ada: Person, bob: Person) -> None:
    game = start(ada, bob, {"turn": 60})
    late, other = (ada, bob) if ada.see(game)["your_turn"] else (bob, ada)
    version = late.see(game)["version"]
    tables.later(61)
    assert late.see(game)["version"] == version
    after = other.see(game)
    assert after["version"] > version
    events = other.client.get(f"/v1/games/{game}/events?after={version}").json()["events"]
    assert events[0]["event"]["type"] == "timed_out"
    assert events[0]["actor"] is None


def test_a_strict_table_says_that_it_is_too_late(ada: Person, bob: Person) -> None:
    game = start(ada, bob, {"turn": 60, "late": "strict"})
    late = ada if ada.see(game)["your_turn"] else bob
    command = late.see(game)["legal_commands"][0]
    tables.later(61)
    answer = late.command(game, command)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_late")


def test_what_is_listed_besides_moves_is_accepted_as_it_stands(ada: Person, bob: Person) -> None:
    game = start(ada, bob, "day")
    while True:
        listed = ada.see(game)["table_commands"]
        pause = [one for one in listed if one.get("motion") == "pause"]
        if not pause:
            break
        assert ada.command(game, pause[0]).status_code == 200
        if ada.see(game)["view"]["paused"]:
            break
        assert bob.command(game, {"type": "vote", "motion": "pause"}).status_code == 200
    assert ada.see(game)["view"]["paused"]
    assert [step["step"] for step in bob.see(game)["clock"]["explain"]][-1] == "waits"
    assert bob.command(game, {"type": "resume"}).status_code == 200
    assert ada.command(game, {"type": "resign"}).status_code == 200
    ended = bob.see(game)
    assert (ended["status"], ended["view"]["result"]["cause"]) == ("finished", "resigned")
    assert ended["view"]["result"]["winners"] == [ended["your_seat"]]


def test_presets_are_listed_and_taken_by_name(ada: Person, stranger: ContractClient) -> None:
    for preset in stranger.get("/v1/clocks").json()["clocks"]:
        game = open_table(ada, preset["name"]).json()["game"]
        assert game["clock"]["control"] == preset["control"]
