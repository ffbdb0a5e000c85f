"""Commands over HTTP: the answers, the retries and the refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Token
from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    return running(ada, bob)


def on_turn(game: str, *people: Person) -> tuple[Person, Person, dict[str, Any]]:
    """Return the player who must act, the one who waits, and the first one's view."""
    for person in people:
        seen = person.see(game)
        if seen["your_turn"]:
            return person, next(other for other in people if other is not person), seen
    raise AssertionError("nobody is on turn")


def test_whatever_is_listed_as_legal_is_accepted_as_it_stands(ada: Person, bob: Person, game: str) -> None:
    for _ in range(12):
        mover, _, seen = on_turn(game, ada, bob)
        command = seen["legal_commands"][0]
        answer = mover.command(game, command, expected_version=seen["version"])
        assert answer.status_code == 200, answer.content
        body = answer.json()
        assert [entry["seq"] for entry in body["events"]] == list(
            range(seen["version"] + 1, body["game"]["version"] + 1)
        )
        assert body["events"][-1]["chain"] == body["game"]["chain"]
        assert {**mover.see(game), "server_now": body["game"]["server_now"]} == body["game"]
        if body["game"]["view"]["phase"] == "round_over":
            return


def test_a_retry_gets_the_same_answer_even_after_others_have_moved(ada: Person, bob: Person, game: str) -> None:
    mover, _, seen = on_turn(game, ada, bob)
    body = {"command_id": str(uuid4()), "command": seen["legal_commands"][0], "expected_version": seen["version"]}
    path = f"/v1/games/{game}/commands"
    first = mover.client.send(path, body)
    later, _, then = on_turn(game, ada, bob)
    assert later.command(game, then["legal_commands"][0]).status_code == 200
    again = mover.client.send(path, body)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == {**first.json(), "replayed": True}
    assert again["ETag"] == first["ETag"]


def test_a_move_takes_two_statements(ada: Person, bob: Person, game: str) -> None:
    mover, _, seen = on_turn(game, ada, bob)
    with CaptureQueriesContext(connection) as asked:
        assert mover.command(game, seen["legal_commands"][0]).status_code == 200
    assert len(asked) == 2


def test_a_revoked_token_moves_nothing(ada: Person, bob: Person, game: str) -> None:
    mover, waiting, seen = on_turn(game, ada, bob)
    Token.objects.filter(player_id=mover.id).delete()
    answer = mover.command(game, seen["legal_commands"][0])
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert waiting.see(game)["version"] == seen["version"]


def test_a_command_id_cannot_be_used_for_another_command(ada: Person, bob: Person, game: str) -> None:
    mover, waiting, seen = on_turn(game, ada, bob)
    body = {"command_id": str(uuid4()), "command": seen["legal_commands"][0]}
    assert mover.client.send(f"/v1/games/{game}/commands", body).status_code == 200
    for asker, other in (
        (mover, {**body, "command": {"type": "challenge"}}),
        (mover, {**body, "expected_version": 1}),
        (waiting, body),
    ):
        answer = asker.client.send(f"/v1/games/{game}/commands", other)
        assert (answer.status_code, answer.json()["code"]) == (422, "command_id_reused")


def test_a_stale_command_is_refused_with_what_was_missed(ada: Person, bob: Person, game: str) -> None:
    mover, _, seen = on_turn(game, ada, bob)
    answer = mover.command(game, seen["legal_commands"][0], expected_version=seen["version"] - 2)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "stale_version")
    assert (problem["current_version"], problem["current_chain"]) == (seen["version"], seen["chain"])
    assert [entry["seq"] for entry in problem["missed_events"]] == [seen["version"] - 1, seen["version"]]
    assert problem["legal_commands"] == seen["legal_commands"]
    assert mover.see(game) == seen


def test_a_refused_command_changes_nothing_and_says_what_is_legal(ada: Person, bob: Person, game: str) -> None:
    mover, waiting, seen = on_turn(game, ada, bob)
    answer = waiting.command(game, {"type": "draw"})
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["rule"]) == (409, "not_your_turn", "3.4")
    assert problem["legal_commands"] == waiting.see(game)["legal_commands"]
    assert (problem["current_version"], problem["current_chain"]) == (seen["version"], seen["chain"])
    assert mover.see(game) == seen


def test_a_card_elsewhere_and_a_card_nowhere_are_refused_alike(ada: Person, bob: Person, game: str) -> None:
    mover, waiting, seen = on_turn(game, ada, bob)
    if seen["legal_commands"][0]["type"] == "color":  # a wild began the match
        assert mover.command(game, seen["legal_commands"][0]).status_code == 200
        mover, waiting, seen = on_turn(game, ada, bob)
    own = {card["card"] for card in seen["view"]["hand"]}
    theirs = {card["card"] for card in waiting.see(game)["view"]["hand"]}
    dark = {"p1", "tE", "wc"}  # in no hand, unless a Flip card began the match
    answers = {
        mover.command(game, {"type": "play", "card": card}, expected_version=seen["version"]).content
        for card in (theirs | dark) - own
    }
    assert len(answers) == 1
    assert b"card_not_in_hand" in answers.pop()


def test_only_seated_players_send_commands(game: str, person: Callable[..., Person], stranger: ContractClient) -> None:
    cid = person("Cid")
    refused = cid.command(game, {"type": "draw"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
    anonymous = stranger.send(f"/v1/games/{game}/commands", {"command_id": str(uuid4()), "command": {"type": "draw"}})
    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "not_authenticated")
    assert anonymous["WWW-Authenticate"].startswith("Bearer")


def test_no_move_is_made_before_the_match_starts(ada: Person, bob: Person) -> None:
    answer = ada.command(lobby(ada, bob), {"type": "draw"})
    assert answer.status_code == 409
    assert answer.json()["legal_commands"] == []


def test_a_finished_match_takes_no_commands_and_lies_open(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob, options={"target": 1})
    for _ in range(3000):
        seen = ada.see(game)
        if seen["status"] == "finished":
            break
        mover = next((p for p in (ada, bob) if p.see(game)["your_turn"]), ada)
        legal = mover.see(game)["legal_commands"]
        plays = [command for command in legal if command["type"] == "play"] or legal
        assert mover.command(game, plays[0]).status_code == 200
    assert ada.see(game)["view"]["result"]["seed"]
    problem = ada.command(game, {"type": "draw"}).json()
    assert (problem["code"], problem["rule"], problem["paragraph"]) == ("game_finished", "5", "scoring")
    rules = ada.client.get(f"/v1/games/{game}/rules").json()
    assert "scoring" in [one["anchor"] for section in rules["sections"] for one in section["paragraphs"]]
    log = stranger.get(f"/v1/games/{game}/events?limit=500").json()["events"]
    dealt = next(entry["event"] for entry in log if entry["event"]["type"] == "hands_dealt")
    assert all(dealt["faces"])
    assert all(dealt["cards"])
