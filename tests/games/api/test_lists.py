"""Lists: filters, pages, cursors."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

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


def test_a_row_says_who_waits_for_whom_since_when_and_how_long(ada: Person, bob: Person) -> None:
    game = running(ada, bob, clock="day", options={"uno_penalty": 4})
    [row] = ada.client.get("/v1/me/games").json()["games"]
    turn = row["turn"]
    day = next(one for one in ada.client.get("/v1/clocks").json()["clocks"] if one["name"] == "day")
    assert row["clock"] == {"preset": "day", "speed": "day", "control": day["control"]}
    assert (row["ruleset"], row["edition"], row["options"]) == ("flip", "base", {"uno_penalty": 4})
    assert row["waiting"] == {"seats": [turn], "since": row["updated_at"]}
    since, deadline = (datetime.fromisoformat(moment) for moment in (row["waiting"]["since"], row["deadline_at"]))
    assert deadline - since == timedelta(days=1)
    person = (ada, bob)[turn]
    assert (row["seats"][turn]["player_id"], row["seats"][turn]["name"]) == (str(person.id), person.name)
    seen = ada.see(game)
    assert seen["waiting"] == row["waiting"]
    assert row["clock"].items() <= seen["clock"].items()


def test_a_row_says_what_lies_on_the_table(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = running(ada, bob, spectators="open")
    seen = ada.see(game)
    for viewer in (ada.client, bob.client, stranger):
        [row] = viewer.get("/v1/games").json()["games"]
        table = row["table"]
        assert (table["top"], table["color"], table["side"]) == (
            seen["view"]["discard"][0], seen["view"]["color"], seen["view"]["side"],
        )  # fmt: skip
        assert table["cards"] == [seat["cards"] for seat in seen["seats"]]
        assert table["winners"] == []


def test_a_row_does_not_say_what_delayed_spectators_may_not_see(
    ada: Person, bob: Person, stranger: ContractClient
) -> None:
    running(ada, bob, spectators="delayed")
    lobby(ada, seats=2)
    assert [row["table"] for row in stranger.get("/v1/games").json()["games"]] == [None, None]
    assert [row["table"] is None for row in bob.client.get("/v1/games").json()["games"]] == [True, False]


def test_a_clock_that_is_no_preset_has_no_name_and_a_table_without_one_no_clock(ada: Person) -> None:
    lobby(ada, seats=2)
    lobby(ada, seats=2, clock={"turn": 7200})
    own, none = ada.client.get("/v1/games?mine=true").json()["games"]
    assert (own["clock"]["preset"], own["clock"]["speed"], own["clock"]["control"]["turn"]) == (None, "day", 7200)
    assert (none["clock"], none["waiting"]) == (None, None)


def test_games_are_filtered_by_ruleset_speed_and_player(ada: Person, bob: Person, stranger: ContractClient) -> None:
    classic = lobby(ada, seats=2, options={"ruleset": "classic"})
    live = lobby(bob, seats=2, clock="live")
    hidden = lobby(bob, seats=2, private=True)
    assert ids(stranger.get("/v1/games?ruleset=classic")) == [classic]
    assert ids(stranger.get("/v1/games?ruleset=flip&edition=base&speed=live")) == [live]
    assert ids(stranger.get("/v1/games?edition=marvel")) == []
    assert ids(stranger.get(f"/v1/games?player={bob.id}")) == [live]
    assert ids(bob.client.get(f"/v1/games?player={bob.id}&mine=true")) == [hidden, live]
    assert ids(stranger.get(f"/v1/games?player={uuid4()}")) == []
    for wrong in ("ruleset=chess", "speed=fast", "player=Bob", "edition=first"):
        answer = stranger.get(f"/v1/games?{wrong}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_parameter"), wrong


def test_the_id_of_a_player_outlives_their_name(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = lobby(ada, bob)
    before = ada.see(game)["seats"][1]
    assert bob.client.patch("/v1/me", {"name": "Bobby"}, content_type="application/json").status_code == 200
    after = ada.see(game)["seats"][1]
    assert after == {**before, "name": "Bobby"}
    profile = stranger.get(f"/v1/players/{after['player_id']}").json()
    assert (profile["id"], profile["name"]) == (str(bob.id), "Bobby")
    assert ids(stranger.get(f"/v1/games?player={profile['id']}")) == [game]


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
    assert {"ruleset", "edition", "uno_penalty", "pairing"} <= {option["name"] for option in options}
    for option in options:
        assert option["summary"].endswith(".")
        assert option["source"]
        answer = ada.client.send("/v1/games", {"options": {option["name"]: option["default"]}})
        assert answer.status_code == 201, option
