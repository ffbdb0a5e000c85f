"""Rematches and series over HTTP: offered, answered, seen by those who may, and linked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest

from games import tasks
from games.models import Game
from games.services import closed_tables
from players import blocks
from tests.games import tables
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

LONG_AGO: Final = datetime(2020, 1, 1, tzinfo=UTC)


def over(host: Person, *others: Person, private: bool = False) -> str:
    """Return a match in which all but the host have resigned."""
    game: str = host.create(seats=1 + len(others), private=private)["game"]["id"]
    for other in others:
        assert other.sit(game, invitation=host.code(game)).status_code == 200
    assert host.client.send(f"/v1/games/{game}/start").status_code == 200
    for other in others:
        if host.see(game)["status"] == "running":
            assert other.command(game, {"type": "resign"}).status_code == 200
    return game


def offer(person: Person, game: str, **body: object) -> Any:
    return person.client.send(f"/v1/games/{game}/rematch", body)


def shown(client: Person | ContractClient, game: str) -> Any:
    answer = getattr(client, "client", client).get(f"/v1/games/{game}/rematch")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_two_players_play_again(ada: Person, bob: Person) -> None:
    game = over(ada, bob)
    assert shown(ada, game) == {"game": game, "rematch_of": None, "next_game": None, "series": None, "offer": None}
    made = offer(ada, game).json()["offer"]
    assert (made["state"], made["best_of"], made["fill"], made["offered_by"]) == ("open", 1, "nobody", 0)
    assert made["answers"] == [{"seat": 0, "answer": "accepted"}, {"seat": 1, "answer": "open"}]
    waiting = bob.client.get("/v1/me/rematches").json()["rematches"]
    assert [(one["game"]["id"], one["offer"]) for one in waiting] == [(game, made)]
    found = offer(bob, game).json()
    following = bob.see(found["next_game"])
    assert (following["rematch_of"], following["series"], following["status"]) == (game, None, "running")
    assert shown(bob, found["next_game"])["rematch_of"] == game
    for person in (ada, bob):
        assert person.client.get("/v1/me/rematches").json() == {"rematches": []}
    listed = {one["id"]: one["rematch_of"] for one in ada.client.get("/v1/me/games").json()["games"]}
    assert listed == {game: None, found["next_game"]: game}


@pytest.mark.parametrize("private", [True, False])
def test_only_the_players_of_a_match_see_the_offer(
    private: bool,  # noqa: FBT001
    ada: Person,
    bob: Person,
    stranger: ContractClient,
) -> None:
    eve = make_person("Eve")
    game = over(ada, bob, private=private)
    offer(ada, game, best_of=3)
    for other in (eve.client, stranger):
        answer = other.get(f"/v1/games/{game}/rematch")
        if private:
            assert (answer.status_code, answer.json()["code"]) == (404, "game_not_found")
        else:
            assert answer.json() == {"game": game, "rematch_of": None, "next_game": None, "series": None, "offer": None}
    assert eve.client.get("/v1/me/rematches").json() == {"rematches": []}
    refused = offer(eve, game)
    assert refused.json()["code"] == ("game_not_found" if private else "not_seated")
    following = offer(bob, game).json()["next_game"]
    series = ada.see(following)["series"]
    answer = eve.client.get(f"/v1/series/{series}")
    assert answer.status_code == (404 if private else 200)
    assert ada.see(following)["private"] is private
    if not private:
        assert shown(stranger, game)["next_game"] == following


def test_the_score_of_a_series_is_seen_while_it_is_played(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = over(ada, bob)
    offer(ada, game, best_of=3)
    first = offer(bob, game, best_of=3).json()["next_game"]
    at = f"/v1/series/{ada.see(first)['series']}"
    began = stranger.get(at).json()
    assert (began["state"], began["cause"], began["leaders"]) == ("running", None, [])
    assert began["matches"] == [{"game": first, "winners": [], "ranks": []}]
    assert [(one["name"], one["wins"]) for one in began["standings"]] == [("Ada", 0), ("Bob", 0)]
    ada.command(first, {"type": "resign"})
    seen = stranger.get(at).json()
    assert seen["matches"] == [{"game": first, "winners": [1], "ranks": [2, 1]}]
    assert [(one["name"], one["wins"], one["points"]) for one in seen["standings"]] == [("Bob", 1, 1), ("Ada", 0, 0)]
    assert offer(ada, first).json()["code"] == "series_running"
    tasks.sweep()
    assert stranger.get(at).json()["next_at"] is not None
    tables.later(86_400)
    tasks.sweep()
    second = stranger.get(at).json()["matches"][1]["game"]
    assert ada.see(second)["status"] == "running"
    stopped = ada.client.delete(at).json()
    assert (stopped["state"], stopped["cause"], stopped["winners"], stopped["leaders"]) == ("over", "stopped", [], [1])


def test_what_cannot_be_is_refused_with_a_code(ada: Person, bob: Person) -> None:
    cy = make_person("Cy")
    assert offer(ada, running(ada, bob)).json()["code"] == "game_not_finished"
    game = over(ada, bob, cy)
    for body in ({"best_of": 2}, {"best_of": True}, {"fill": "strangers"}, {"unknown": 1}):
        assert offer(ada, game, **body).json()["code"] == "malformed_body"
    offer(ada, game, best_of=5)
    differs = offer(bob, game, best_of=3).json()
    assert (differs["code"], differs["params"]) == ("rematch_differs", {"best_of": 5, "fill": "nobody"})
    assert bob.client.delete(f"/v1/games/{game}/rematch").json()["offer"]["state"] == "declined"
    assert offer(cy, game).json()["code"] == "rematch_declined"
    offer(bob, game)
    offer(cy, game)
    assert ada.client.delete(f"/v1/games/{game}/rematch").json()["code"] == "rematch_begun"


def test_the_inbox_says_who_offers_what(ada: Person, bob: Person) -> None:
    game = over(ada, bob)
    offer(ada, game, best_of=7)
    (told,) = [
        one for one in bob.client.get("/v1/me/notifications").json()["notifications"]
        if one["kind"] == "rematch_offered"
    ]  # fmt: skip
    assert (told["game_id"], told["data"]["seat"], told["data"]["best_of"]) == (game, 0, 7)
    assert "Ada" in told["text"]
    assert "7" in told["text"]


def test_players_of_whom_one_has_blocked_the_other_do_not_play_again(ada: Person, bob: Person) -> None:
    game = over(ada, bob)
    blocks.block(player_id=ada.id, blocked_id=bob.id)
    refused = offer(bob, game)
    assert (refused.status_code, refused.json()["code"]) == (409, "rematch_declined")
    refused = offer(ada, game)
    assert (refused.status_code, refused.json()["code"]) == (403, "blocked_player_there")
    assert shown(ada, game)["offer"] is None
    blocks.unblock(player_id=ada.id, blocked_id=bob.id)
    assert offer(bob, game).status_code == 200


def test_a_table_that_was_closed_before_its_match_has_no_rematch(ada: Person) -> None:
    game = ada.create(seats=2)["game"]["id"]
    Game.objects.filter(id=game).update(created_at=LONG_AGO, updated_at=LONG_AGO)
    closed_tables.carry_out(UUID(game))
    refused = offer(ada, game)
    assert (refused.status_code, refused.json()["code"]) == (409, "match_never_began")
    assert shown(ada, game)["offer"] is None


def test_free_seats_of_a_rematch_are_filled_from_seeks(ada: Person, bob: Person, stranger: ContractClient) -> None:
    game = over(ada, bob)
    assert offer(ada, game, fill="seeks").json()["offer"]["fill"] == "seeks"
    answer = bob.client.delete(f"/v1/games/{game}/rematch").json()
    assert answer["offer"]["state"] == "accepted"
    table = ada.see(answer["next_game"])
    assert (table["status"], table["rematch_of"], table["your_seat"]) == ("lobby", game, 0)
    assert [seat["kind"] for seat in table["seats"]] == ["human", "open"]
    assert shown(stranger, game)["next_game"] == table["id"]
    cy = make_person("Cy")
    wish = {"options": {"ruleset": table["ruleset"]}, "clock": "none", "least_seats": 2, "most_seats": 2}
    assert cy.client.send("/v1/me/seeks", wish).json()["game_id"] == table["id"]
    assert ada.see(table["id"])["status"] == "running"


@pytest.mark.parametrize(("private", "wish"), [(True, {}), (False, {"best_of": 3})])
def test_private_tables_and_series_are_not_filled_from_seeks(
    private: bool,  # noqa: FBT001
    wish: dict[str, object],
    ada: Person,
    bob: Person,
) -> None:
    game = over(ada, bob, private=private)
    refused = offer(ada, game, fill="seeks", **wish)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_seek")
    assert [one["pointer"] for one in refused.json()["errors"]] == ["#/fill"]
    assert shown(ada, game)["offer"] is None
