"""Partners who show each other their cards: what each of them receives on every route."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from games.api.streaming.items import told
from games.reads import updates
from games.store.option_sets import Sight
from tests.games.api.people import running

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

SHOWN = {"teams": ["X", "X", "Y", "Y"], "team_view": True}


@pytest.fixture
def four(ada: Person, bob: Person, person: Callable[..., Person]) -> list[Person]:
    return [ada, bob, person("Cid"), person("Dan")]


def dealt(person: Person | None, client: ContractClient, game: str) -> list[bool]:
    """Return for each seat whether the events show this viewer its dealt cards."""
    events = (person.client if person else client).get(f"/v1/games/{game}/events?limit=500").json()["events"]
    (deal,) = [entry["event"] for entry in events if entry["event"]["type"] == "hands_dealt"]
    return [faces is not None for faces in deal["faces"]]


def fronts(seen: dict[str, Any]) -> list[bool]:
    return ["fronts" in seat for seat in seen["seats"]]


def test_partners_see_each_others_cards_and_nobody_else_does(four: list[Person], stranger: ContractClient) -> None:
    game = running(*four, seats=4, options=SHOWN, spectators="open")
    hands = [sorted(card["card"] for card in person.see(game)["view"]["hand"]) for person in four]
    seen = four[0].see(game)
    assert fronts(seen) == [False, True, False, False]
    assert sorted(seen["seats"][1]["fronts"]) == hands[1]
    assert fronts(four[3].see(game)) == [False, False, True, False]
    assert fronts(stranger.get(f"/v1/games/{game}").json()) == [False] * 4
    assert dealt(four[0], stranger, game) == [True, True, False, False]
    assert dealt(four[2], stranger, game) == [False, False, True, True]
    assert dealt(None, stranger, game) == [False] * 4


def test_a_stream_tells_what_the_events_tell(four: list[Person]) -> None:
    game = running(*four, seats=4, options=SHOWN)
    (news,) = updates.after({(UUID(game), False): 0}, 100).values()
    for seat, person in enumerate(four):
        events = person.client.get(f"/v1/games/{game}/events?limit=500").json()["events"]
        (deal,) = [b"%d" % entry["seq"] for entry in events if entry["event"]["type"] == "hands_dealt"]
        (streamed,) = [fact for seq, fact in told(news, updates.Place(seat)).events if b"%d" % seq == deal]
        assert streamed.count(b"null") >= 2
        assert news.sight.shown_to(seat) == (seat ^ 1,)
    assert news.sight.shown_to(None) == ()


def test_without_the_option_partners_see_no_more_than_others(four: list[Person], stranger: ContractClient) -> None:
    game = running(*four, seats=4, options={"teams": 2})
    seen = four[0].see(game)
    assert fronts(seen) == [False] * 4
    assert "team_view" not in seen["options"]
    assert dealt(four[0], stranger, game) == [True, False, False, False]
    assert Sight(None, backs_open=False).shown_to(0) == ()


def test_a_finished_match_is_seen_with_the_eyes_of_a_seat_as_it_was(four: list[Person]) -> None:
    game = running(*four, seats=4, options=SHOWN)
    for person in four:
        person.command(game, {"type": "vote", "motion": "abort", "yes": True})
    asked = four[2].client.get(f"/v1/games/{game}/events?limit=500&as=0").json()["events"]
    (deal,) = [entry for entry in asked if entry["event"]["type"] == "hands_dealt"]
    assert [faces is not None for faces in deal["event"]["faces"]] == [True, True, False, False]
    state = four[2].client.get(f"/v1/games/{game}/states/{deal['seq'] + 1}?as=0").json()
    assert fronts(state) == [False, True, False, False]
    options = four[2].client.get("/v1/rulesets").json()["options"]
    assert [one["default"] for one in options if one["name"] == "team_view"] == [False]


def test_it_is_refused_without_teams(ada: Person) -> None:
    answer = ada.client.send("/v1/games", {"seats": 4, "options": {"team_view": True}})
    assert answer.status_code == 422
    assert answer.json()["code"] == "option_not_applicable"
