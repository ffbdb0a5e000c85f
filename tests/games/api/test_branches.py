"""Branches over HTTP: from a finished game to the verified transcript of its branch."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from engine.verify.report import report
from games.audit import check
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.api.people import lobby, make_person, running

if TYPE_CHECKING:
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


def finished(*people: Person, moves: int = 14, **body: Any) -> str:
    """Return a match that these people ended after some moves, or after its first round if that was shorter."""
    game = running(*people, **body)
    for _ in range(moves):
        seen = people[0].see(game)
        if seen["turn"] is None:
            break
        mover = people[seen["turn"]]
        assert mover.command(game, mover.see(game)["legal_commands"][0]).status_code == 200
    for person in people:
        if person.see(game)["status"] == "running":
            assert person.command(game, {"type": "vote", "motion": "abort"}).status_code == 200
    return game


def turns(person: Person, game: str) -> list[int]:
    """Return the versions at which a turn begins, as a client finds them."""
    events = person.client.get(f"/v1/games/{game}/events?limit=500").json()["events"]
    return [entry["seq"] for entry in events if entry["event"]["type"] == "turn_started"]


def branch(person: Person, game: str, **body: Any) -> Any:
    return person.client.send(f"/v1/games/{game}/branches", body)


def test_a_branch_is_played_to_its_end_against_sharp_bots_and_everything_can_be_checked(
    ada: Person, bob: Person
) -> None:
    origin = finished(ada, bob, options={"ruleset": "flip", "scoring": "single_round"})
    version = turns(ada, origin)[3]
    answer = branch(bob, origin, version=version, future="redealt", bots="sharp")
    assert answer.status_code == 201, answer.content
    made = answer.json()["game"]
    game = made["id"]
    assert answer["Location"] == f"/v1/games/{game}"
    assert made["origin"] == {"game": origin, "version": version, "future": "redealt"}
    assert (made["your_seat"], made["status"], made["view"]["hand"]) == (1, "lobby", [])
    assert bob.client.send(f"/v1/games/{game}/start").status_code == 200
    state = bob.client.get(f"/v1/games/{origin}/states/{version}?as=1").json()
    began = bob.see(game)
    for shown in ("discard", "draw_pile", "color", "side", "round", "dealer"):
        assert began["view"][shown] == state["view"][shown], shown
    assert began["turn"] == state["turn"]
    assert [card["card"] for card in began["view"]["hand"]] == [card["card"] for card in state["view"]["hand"]]
    assert began["seats"][0]["backs"] == state["seats"][0]["backs"]
    while bob.see(game)["status"] == "running":
        tables.let_bots_move(UUID(game))
        seen = bob.see(game)
        if seen["your_turn"]:
            legal = seen["legal_commands"]
            plays = [command for command in legal if command["type"] == "play"]
            assert bob.command(game, (plays or legal)[0]).status_code == 200
    assert check.check_game(UUID(game)) is None
    transcripts = [ContractClient().get(f"/v1/games/{each}/transcript").getvalue() for each in (game, origin)]
    told = report(transcripts[0], origins=[transcripts[1]])
    assert any(line.startswith("ok  origin: It goes on as match") for line in told.lines), told.lines
    assert told.code in (0, 2), told.lines  # the service's key is not given here
    assert [item["origin"] for item in bob.client.get("/v1/me/games").json()["games"] if item["id"] == game] == [
        made["origin"]
    ]


def test_refusals_say_what_would_do(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    begun = turns(ada, game)
    third, fourth = next((one, two) for one, two in pairwise(begun) if two > one + 1)
    refused = branch(ada, game, version=third + 1).json()
    assert refused["code"] == "not_branchable"
    assert refused["params"]["nearest"] == [third, fourth]
    assert branch(ada, lobby(ada, seats=2), version=1).json()["code"] == "game_not_finished"
    assert branch(ada, game, version=third, seat=5).json()["code"] == "no_such_seat"
    assert branch(ada, game, version=third, bots="deep").json()["code"] == "unknown_bot"
    assert branch(ada, game, version=third, clock="sundial").json()["code"] == "bad_clock"
    assert branch(ada, game, version=third, future="better").json()["code"] == "malformed_body"
    assert branch(ada, game, version=third, entropy="zz").status_code == 400


def test_a_private_game_has_no_branches_for_strangers(ada: Person, bob: Person) -> None:
    eve = make_person()
    game = lobby(ada, private=True, seats=2, options={"ruleset": "classic", "starter": "number_only"})
    bob.sit(game, invitation=ada.code(game))
    ada.client.send(f"/v1/games/{game}/start")
    for person in (ada, bob):
        person.command(game, {"type": "vote", "motion": "abort"})
    version = turns(ada, game)[0]
    there, nowhere = (branch(eve, each, version=version) for each in (game, str(uuid4())))
    assert (there.status_code, there.content) == (404, nowhere.content)
    made = branch(ada, game, version=version, private=False).json()["game"]
    assert made["private"]
    assert eve.client.get(f"/v1/games/{made['id']}").status_code == 404


def test_sending_it_again_gives_the_same_branch(ada: Person, bob: Person) -> None:
    game = finished(ada, bob)
    key = str(uuid4())
    body = {"version": turns(ada, game)[1], "command_id": key, "bots": "random"}
    first, second = (branch(ada, game, **body).json() for _ in range(2))
    assert (first["game"]["id"], second["replayed"]) == (second["game"]["id"], True)
    assert branch(ada, game, **{**body, "bots": "sharp"}).json()["code"] == "command_id_reused"
