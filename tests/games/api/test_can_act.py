"""`can_act` says the same on every route: whether `legal_commands` has anything for the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

import engine
from games.store import quarantine
from tests.games.api.people import lobby, make_person, running
from tests.games.api.test_open_to_several import TABLES, asked
from tests.games.streams.items import ALL, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

MOVES = 300
OUT_OF_TURN: dict[str, dict[str, Any]] = {
    "catch": {"ruleset": "classic"},
    "jump": {"ruleset": "classic", "jump_in": True},
    "next_round": {"ruleset": "classic"},
}
"""Commands that need no turn, with options of a game in which they come up."""


def told(person: Person, game: str) -> list[bool]:
    """Return what each route tells the player about a game."""
    client, seen = person.client, person.see(game)
    assert seen["can_act"] == bool(seen["legal_commands"])
    (*_, head, _) = parse(client.get(f"/v1/games/{game}/stream?after={seen['version'] - 1}").content)
    (snapshot, *_) = parse(client.get("/v1/me/stream").content, ALL)
    lists = [client.get(route).json() for route in ("/v1/games", "/v1/me/games")]
    in_lists = [one["can_act"] for page in [*lists, snapshot] for one in page["games"] if one["id"] == game]
    assert len(in_lists) == 3
    filtered = [one["id"] for one in client.get("/v1/games?can_act=true").json()["games"]]
    return [seen["can_act"], head["can_act"], *in_lists, game in filtered]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", OUT_OF_TURN)
def test_every_route_says_that_a_player_can_act_though_it_is_not_their_turn(kind: str) -> None:
    people = [make_person() for _ in range(3)]
    game = running(*people, options=OUT_OF_TURN[kind])
    seen = played_until(kind, game, people)
    assert any(table["legal_commands"] for table in seen if not table["your_turn"])
    assert [set(told(person, game)) for person in people] == [{bool(table["legal_commands"])} for table in seen]


def played_until(kind: str, game: str, people: list[Person]) -> list[Any]:
    """Play until such a command can be sent out of turn; return the game as each player sees it then."""
    for _ in range(MOVES):
        seen = [person.see(game) for person in people]
        waiting = [table for table in seen if not table["your_turn"]]
        if any(command["type"] == kind for table in waiting for command in table["legal_commands"]):
            return seen
        mover = waiting[0]["turn"] or 0
        silent = [one for one in seen[mover]["legal_commands"] if one["type"] == "play" and not one.get("uno")]
        answer = people[mover].command(game, (silent or seen[mover]["legal_commands"])[0])
        assert answer.status_code == 200, answer.content
    raise AssertionError(kind)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", TABLES)
def test_all_who_may_answer_a_decision_can_act(kind: str) -> None:
    game, people, seen = asked(kind)
    able = [person for person in people if set(told(person, game)) == {True}]
    assert [people.index(person) for person in able] == sorted(seen[0]["view"]["decision"]["seats"])
    assert len(able) > 1


def test_nobody_can_act_before_the_match_and_after_it(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob)
    assert set(told(ada, game)) == {False}
    ada.client.send(f"/v1/games/{game}/start")
    mover = ada if ada.see(game)["your_turn"] else bob
    assert set(told(mover, game)) == {True}
    assert mover.command(game, {"type": "resign"}).json()["game"]["status"] == "finished"
    assert set(told(ada, game)) == set(told(bob, game)) == {False}


def test_a_spectator_cannot_act(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob, spectators="open")
    version = ada.see(game)["version"]
    (*_, head, _) = parse(stranger.get(f"/v1/games/{game}/stream?after={version - 1}").content)
    [listed] = stranger.get("/v1/games").json()["games"]
    assert [one["can_act"] for one in (stranger.get(f"/v1/games/{game}").json(), listed, head)] == [False] * 3
    refusal = stranger.get("/v1/games?can_act=true")
    assert (refusal.status_code, refusal.json()["code"]) == (401, "not_authenticated")


def test_nobody_can_act_in_a_quarantined_game(ada: Person, bob: Person) -> None:
    game = running(ada, bob)
    mover = ada if ada.see(game)["your_turn"] else bob
    quarantine.add(UUID(game), "for a test")
    assert set(told(mover, game)) == {False}
    quarantine.lift(UUID(game))
    assert set(told(mover, game)) == {True}


def test_who_has_resigned_cannot_act_though_the_service_has_yet_to_move_for_them(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    people = [ada, bob, person("Cid")]
    game = running(*people)
    mover = next(one for one in people if one.see(game)["your_turn"])
    left = mover.command(game, {"type": "resign"}).json()["game"]
    assert (left["status"], left["your_turn"], left["legal_commands"]) == ("running", True, [])
    assert set(told(mover, game)) == {False}
    refusal = mover.command(game, {"type": "draw"})
    assert refusal.json()["code"] == "seat_resigned"


def test_a_look_and_a_retry_do_not_ask_who_else_can_act(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader could measure them again and again."""
    game = running(ada, bob, options={"jump_in": True}, spectators="delayed")
    mover = ada if ada.see(game)["your_turn"] else bob
    sent = {"command_id": str(UUID(int=1)), "command": mover.see(game)["legal_commands"][0]}
    asked_for: list[engine.Table] = []
    acting_seats = engine.acting_seats

    def noted(table: engine.Table) -> list[int]:
        asked_for.append(table)
        return acting_seats(table)

    monkeypatch.setattr(engine, "acting_seats", noted)
    assert mover.client.send(f"/v1/games/{game}/commands", sent).json()["replayed"] is False
    assert len(asked_for) == 1
    assert mover.client.send(f"/v1/games/{game}/commands", sent).json()["replayed"] is True
    told(ada, game)
    told(bob, game)
    assert len(asked_for) == 1
