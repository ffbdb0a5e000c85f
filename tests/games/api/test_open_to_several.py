"""Decisions that are open to several seats: the game shows the turn, and all these seats may answer."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from games.audit import check
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from tests.games.api.people import Person

TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "help": (6, {"ruleset": "classic", "teams": 2, "teammate_gives": True, "draw_policy": "only_if_unable"}),
    "race": (3, {"ruleset": "spin", "wheel": ["UNO_SPIN"]}),
}
MOVES = 2000


def asked(kind: str) -> tuple[str, list[Person], list[Any]]:
    """Return a game in which such a decision is open to several seats, its people, and each one's view."""
    count, options = TABLES[kind]
    people = [make_person() for _ in range(count)]
    chance = random.Random(1)  # noqa: S311 - no secret
    turn = None
    for _ in range(MOVES):
        if turn is None:  # a new match: in the old one a round or the match is over
            game = running(*people, options=options)
            turn = people[0].see(game)["turn"]
        seen = people[turn].see(game)
        decision = seen["view"]["decision"] or {}
        if decision.get("kind") == kind and len(decision["seats"]) > 1:
            return game, people, [person.see(game) for person in people]
        legal = seen["legal_commands"]
        asks = [command for command in legal if command["type"] == "ask"]
        answer = people[turn].command(game, (asks or [chance.choice(legal)])[0])
        assert answer.status_code == 200, answer.content
        turn = answer.json()["game"]["turn"]
    raise AssertionError(kind)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", TABLES)
def test_such_a_decision_ends_though_everybody_goes_by_your_turn_alone(kind: str) -> None:
    game, people, seen = asked(kind)
    for _ in seen[0]["view"]["decision"]["seats"]:
        turn = seen[0]["turn"]
        assert seen[turn]["your_turn"]
        assert people[turn].command(game, seen[turn]["legal_commands"][-1]).status_code == 200
        seen = [person.see(game) for person in people]
        if (seen[0]["view"]["decision"] or {}).get("kind") != kind:
            return
    pytest.fail("the decision is still open, though all who were asked have answered")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", TABLES)
def test_all_who_are_named_may_answer_whosever_turn_it_is(kind: str) -> None:
    game, people, seen = asked(kind)
    seats = seen[0]["view"]["decision"]["seats"]
    assert [table["your_seat"] for table in seen if table["legal_commands"]] == sorted(seats)
    other = next(seat for seat in seats if seat != seen[0]["turn"])
    assert people[other].command(game, seen[other]["legal_commands"][0]).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("kind", TABLES)
def test_the_game_waits_for_all_of_them_in_looks_and_lists(kind: str) -> None:
    game, people, seen = asked(kind)
    seats = sorted(seen[0]["view"]["decision"]["seats"])
    assert len(seats) > 1
    [listed] = [one for one in people[0].client.get("/v1/me/games").json()["games"] if one["id"] == game]
    assert [found["waiting"]["seats"] for found in (*seen, listed)] == [seats] * (len(people) + 1)
    assert check.check_game(UUID(game)) is None


@pytest.mark.django_db
@pytest.mark.parametrize("kind", TABLES)
def test_a_look_tries_no_move_of_another_seat(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of such trials would depend on the hands, and repeated reads could measure it."""
    game, people, _ = asked(kind)
    legal_commands, tried = engine.legal_commands, set[int]()

    def noted(table: engine.Table, seat: int) -> list[engine.Command]:
        tried.add(seat)
        return legal_commands(table, seat)

    monkeypatch.setattr(engine, "legal_commands", noted)
    for seat, person in enumerate(people):
        tried.clear()
        person.see(game)
        assert tried == {seat}
