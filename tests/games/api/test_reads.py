"""Reading a game: who sees what, entity tags and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    return running(ada, bob)


def test_each_seat_sees_its_own_hand_and_a_spectator_none(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob, spectators="open")
    mine, theirs, nobodys = ada.see(game), bob.see(game), stranger.get(f"/v1/games/{game}").json()
    assert (mine["your_seat"], theirs["your_seat"], nobodys["your_seat"]) == (0, 1, None)
    assert mine["view"]["hand"]
    assert theirs["view"]["hand"]
    assert nobodys["view"]["hand"] is None
    assert nobodys["legal_commands"] == []
    assert mine["seats"][0]["backs"] is None
    assert theirs["seats"][0]["backs"]
    assert [seat["backs"] for seat in nobodys["seats"]] == [None, None]


def test_a_look_takes_one_statement_whether_there_is_such_a_game_or_not(ada: Person, game: str) -> None:
    ada.see(game)  # the first look at one's turn is noted and cancels the mail about it
    ada.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"  # else a refusal looks up which one she prefers
    for path, status in ((f"/v1/games/{game}", 200), (f"/v1/games/{uuid4()}", 404)):
        with CaptureQueriesContext(connection) as statements:
            assert ada.client.get(path).status_code == status
        assert len(statements) == 1, statements.captured_queries


def test_a_token_that_was_revoked_shows_no_game_at_once(ada: Person, game: str) -> None:
    assert ada.client.get(f"/v1/games/{game}").status_code == 200
    token = next(token for token in ada.client.get("/v1/me/tokens").json()["tokens"] if token["current"])
    assert ada.client.delete(f"/v1/me/tokens/{token['id']}").status_code == 204
    for path in (f"/v1/games/{game}", f"/v1/games/{uuid4()}"):
        assert ada.client.get(path).status_code == 401


def test_the_same_view_is_not_sent_twice(ada: Person, bob: Person, game: str) -> None:
    path = f"/v1/games/{game}"
    first = ada.client.get(path)
    same = ada.client.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", first["ETag"])
    assert bob.client.get(path)["ETag"] != first["ETag"]
    assert bob.client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200
    mover = ada if ada.see(game)["your_turn"] else bob
    mover.command(game, mover.see(game)["legal_commands"][0])
    assert ada.client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_a_new_name_of_a_player_is_a_new_view(ada: Person, bob: Person, game: str) -> None:
    first = ada.client.get(f"/v1/games/{game}")
    bob.client.patch("/v1/me", {"name": "Robert"}, content_type="application/json")
    second = ada.client.get(f"/v1/games/{game}", HTTP_IF_NONE_MATCH=first["ETag"])
    assert second.status_code == 200
    assert second.json()["seats"][1]["name"] == "Robert"


def test_answers_are_kept_by_nobody_but_the_asker(ada: Person, game: str) -> None:
    for path in (f"/v1/games/{game}", f"/v1/games/{game}/events", "/v1/games", "/v1/me/games"):
        answer = ada.client.get(path)
        assert answer["Cache-Control"] == "private, no-store"
        assert "Authorization" in answer["Vary"]


def test_the_log_is_read_in_pages_without_gaps(ada: Person, game: str) -> None:
    whole = ada.client.get(f"/v1/games/{game}/events?limit=500").json()
    assert [entry["seq"] for entry in whole["events"]] == list(range(1, whole["version"] + 1))
    assert whole["events"][-1]["chain"] == whole["chain"] == ada.see(game)["chain"]
    assert not whole["more"]
    paged, after = [], 0
    while True:
        page = ada.client.get(f"/v1/games/{game}/events?after={after}&limit=3").json()
        paged += page["events"]
        if not page["more"]:
            break
        after = page["events"][-1]["seq"]
    assert paged == whole["events"]
    assert ada.client.get(f"/v1/games/{game}/events?after={whole['version'] + 9}").json()["events"] == []


def test_the_log_shows_each_reader_what_they_may_know(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob, spectators="open")

    def dealt(client: ContractClient) -> list[bool]:
        log = client.get(f"/v1/games/{game}/events").json()["events"]
        event = next(entry["event"] for entry in log if entry["event"]["type"] == "hands_dealt")
        assert "cards" not in event
        return [hand is not None for hand in event["faces"]]

    assert dealt(ada.client) == [True, False]
    assert dealt(bob.client) == [False, True]
    assert dealt(stranger) == [False, False]


def test_reading_costs_two_statements_and_a_command_three(ada: Person, bob: Person, game: str) -> None:
    for path in (f"/v1/games/{game}", f"/v1/games/{game}/events"):
        with CaptureQueriesContext(connection) as statements:
            assert ada.client.get(path).status_code == 200
        assert len(statements) <= 2, statements.captured_queries
    mover = ada if ada.see(game)["your_turn"] else bob
    command = mover.see(game)["legal_commands"][0]
    with CaptureQueriesContext(connection) as statements:
        assert mover.command(game, command).status_code == 200
    assert len(statements) <= 3, statements.captured_queries


def test_other_spellings_of_an_id_are_no_address(ada: Person) -> None:
    game = lobby(ada, seats=2)
    for spelling in (
        "{" + game + "}",
        "urn:uuid:" + game,
        game.replace("-", ""),
        "1",
        game + "/",
        game + ".json",
    ):
        answer = ada.client.get(f"/v1/games/{spelling}")
        assert answer.status_code == 404, spelling
        assert answer.headers["Content-Type"] == "application/problem+json"
    assert ada.client.get(f"/v1/games/{uuid4()}").json()["code"] == "game_not_found"
