"""Tables for reliable players: who is let in, who is not, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games.notifications import invitations
from tests.games import tables
from tests.games.api.people import lobby

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def late(person: Callable[..., Person]) -> Person:
    """Return a player who made 30 of 40 turns in time."""
    found = person("Late")
    tables.give_turns(found.id, (40, 30))
    return found


def listed(client: ContractClient, query: str = "") -> set[str]:
    answer = client.get(f"/v1/games?open_seats=true&suits_me=true{query}")
    assert answer.status_code == 200, answer.content
    return {one["id"] for one in answer.json()["games"]}


def test_a_table_shows_what_it_asks_for(ada: Person) -> None:
    asks, open_to_all = (ada.create(min_reliability=percent)["game"] for percent in (75, None))
    assert (asks["min_reliability"], open_to_all["min_reliability"]) == (75, None)
    assert ada.see(asks["id"])["min_reliability"] == 75
    shown = {one["id"]: one["min_reliability"] for one in ada.client.get("/v1/games").json()["games"]}
    assert shown == {asks["id"]: 75, open_to_all["id"]: None}


@pytest.mark.parametrize("percent", [49, 100, 0, -1, 75.5, "75", True])
def test_it_is_a_whole_number_of_percent_from_50_to_99(ada: Person, percent: Any) -> None:
    refused = ada.client.send("/v1/games", {"min_reliability": percent})
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed_body")


def test_a_player_below_it_is_told_their_own_figures(ada: Person, late: Person) -> None:
    refused = late.sit(lobby(ada, seats=3, min_reliability=76))
    assert (refused.status_code, refused.json()["code"]) == (403, "too_unreliable")
    assert refused.json()["params"] == {"least": 76, "share": 75, "answered": 30, "asked": 40}
    assert late.sit(lobby(ada, seats=3, min_reliability=75)).status_code == 200


def test_newcomers_and_bots_are_let_in(ada: Person, bob: Person) -> None:
    tables.give_turns(bob.id, (29, 0))
    game = lobby(ada, bob, seats=3, min_reliability=99)
    assert ada.client.send(f"/v1/games/{game}/bots").status_code == 200


@pytest.mark.parametrize("private", [False, True])
def test_the_host_lets_in_whom_they_name(ada: Person, late: Person, private: bool) -> None:  # noqa: FBT001
    game = lobby(ada, seats=3, min_reliability=90, private=private)
    assert late.sit(game, invitation=ada.code(game)).json()["code"] == "too_unreliable"
    code = ada.code(game, player="Late")
    invitations.create_due()
    assert late.sit(game, invitation=code).status_code == 200


def test_an_invitation_by_another_player_does_not_count(ada: Person, bob: Person, late: Person) -> None:
    game = lobby(ada, bob, seats=4, min_reliability=90)
    code = bob.code(game, player="Late")
    invitations.create_due()
    assert late.sit(game, invitation=code).json()["code"] == "too_unreliable"


def test_a_host_meets_their_own_bar(ada: Person, late: Person) -> None:
    refused = late.client.send("/v1/games", {"min_reliability": 76})
    assert (refused.status_code, refused.json()["code"]) == (403, "too_unreliable")
    assert [one for one in mine(late) if one["min_reliability"]] == []
    assert late.client.send("/v1/games", {"min_reliability": 75}).status_code == 201
    assert ada.client.send("/v1/games", {"min_reliability": 99}).status_code == 201


@pytest.mark.parametrize("kind", ["", "&ruleset=flip&speed=none"])
def test_the_list_leaves_out_tables_that_do_not_suit(
    ada: Person, bob: Person, late: Person, person: Callable[..., Person], kind: str
) -> None:
    high, low, plain = (lobby(ada, seats=3, min_reliability=percent) for percent in (90, 60, None))
    other = lobby(bob, person("Cid"), seats=4)
    ours = {high, low, plain, other}
    assert listed(bob.client, kind) & ours == ours
    assert listed(late.client, kind) & ours == {low, plain, other}
    assert late.client.put(f"/v1/me/blocks/{bob.id}").status_code == 204
    assert listed(late.client, kind) & ours == {low, plain}
    assert listed(bob.client, kind) & ours == ours
    assert listed(late.client, f"{kind}&limit=1") <= {low, plain} | {one["id"] for one in mine(late)}


def mine(person: Person) -> Any:
    return person.client.get("/v1/games?mine=true").json()["games"]


def test_pages_of_what_suits_lose_nothing(ada: Person, late: Person) -> None:
    suits = {lobby(ada, seats=3, min_reliability=60 if number % 2 else 90) for number in range(8)} & listed(late.client)
    for kind in ("", "&ruleset=flip"):
        found: set[str] = set()
        cursor = ""
        while True:
            page = late.client.get(f"/v1/games?open_seats=true&suits_me=true&limit=2{kind}{cursor}").json()
            found |= {one["id"] for one in page["games"]}
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"
        assert found >= suits
        assert len(suits) == 4


def test_nobody_suits_without_a_token(stranger: ContractClient) -> None:
    refused = stranger.get("/v1/games?suits_me=true")
    assert (refused.status_code, refused.json()["code"]) == (401, "not_authenticated")


def test_a_table_says_when_it_closes(ada: Person, bob: Person) -> None:
    game = lobby(ada, bob)
    before = ada.see(game)
    assert before["closes_at"] > before["updated_at"]
    assert ada.client.send(f"/v1/games/{game}/start").status_code == 200
    assert ada.see(game)["closes_at"] is None
