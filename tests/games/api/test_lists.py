"""Lists: filters, pages, cursors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.games.api.people import lobby, running

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.content
    return [game["id"] for game in answer.json()["games"]]


def walk(client: ContractClient, path: str) -> list[str]:
    """Return all ids of a list, page by page."""
    found: list[str] = []
    cursor = ""
    while True:
        answer = client.get(path + cursor)
        found += ids(answer)
        following = answer.json()["next"]
        if following is None:
            return found
        cursor = f"&cursor={following}"


def test_public_games_are_listed_newest_first_and_private_ones_are_not(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    made = [lobby(ada, seats=2) for _ in range(5)]
    lobby(ada, seats=2, private=True)
    assert ids(stranger.get("/v1/games")) == made[::-1]
    assert walk(stranger, "/v1/games?limit=2") == made[::-1]
    assert walk(bob.client, "/v1/games?limit=1") == made[::-1]


def test_games_are_filtered(ada: Person, bob: Person) -> None:
    open_table, full = lobby(ada, seats=2), lobby(ada, bob)
    match = running(ada, bob)
    private = lobby(bob, seats=2, private=True)
    assert ids(ada.client.get("/v1/games?status=lobby")) == [full, open_table]
    assert ids(ada.client.get("/v1/games?status=running")) == [match]
    assert ids(ada.client.get("/v1/games?status=finished")) == []
    assert ids(ada.client.get("/v1/games?open_seats=true")) == [open_table]
    assert ids(bob.client.get("/v1/games?mine=true")) == [private, match, full]
    waiting = [person for person in (ada, bob) if ids(person.client.get("/v1/games?my_turn=true")) == [match]]
    assert len(waiting) == 1


def test_my_games_begin_with_those_that_wait_for_me(ada: Person, bob: Person) -> None:
    matches = [running(ada, bob) for _ in range(4)]
    table = lobby(ada, seats=2)
    listed = ada.client.get("/v1/me/games").json()["games"]
    assert {game["id"] for game in listed} == {*matches, table}
    assert listed[-1]["id"] == table
    turns = [game["your_turn"] for game in listed]
    assert turns == sorted(turns, reverse=True)
    assert walk(ada.client, "/v1/me/games?limit=2") == [game["id"] for game in listed]


def test_my_own_lists_need_to_know_who_i_am(stranger: ContractClient) -> None:
    for path in ("/v1/me/games", "/v1/games?mine=true", "/v1/games?my_turn=true"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_a_cursor_is_good_for_its_owner_and_its_list_alone(ada: Person, bob: Person, stranger: ContractClient) -> None:
    for _ in range(3):
        lobby(ada, seats=2)
    cursor = ada.client.get("/v1/games?limit=1").json()["next"]
    assert ada.client.get(f"/v1/games?cursor={cursor}").status_code == 200
    for client, path in (
        (bob.client, "/v1/games?"),
        (stranger, "/v1/games?"),
        (ada.client, "/v1/games?mine=true&"),
        (ada.client, "/v1/me/games?"),
    ):
        answer = client.get(f"{path}cursor={cursor}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


@pytest.mark.parametrize("cursor", ["0", "41", "-1", "true", "no-cursor"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/me/games", "/v1/me/notifications", "/v1/me/stream"])
def test_what_is_no_cursor_is_called_so_whatever_it_looks_like(ada: Person, path: str, cursor: str) -> None:
    name = "after" if path.endswith("stream") else "cursor"
    answer = ada.client.get(f"{path}?{name}={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_the_catalogue_tells_everything_a_game_can_be_made_with(ada: Person, stranger: ContractClient) -> None:
    options = stranger.get("/v1/rulesets").json()["options"]
    assert {"game", "edition", "uno_penalty", "pairing"} <= {option["name"] for option in options}
    for option in options:
        assert option["summary"].endswith(".")
        assert option["source"]
        answer = ada.client.send("/v1/games", {"options": {option["name"]: option["default"]}})
        assert answer.status_code == 201, option
