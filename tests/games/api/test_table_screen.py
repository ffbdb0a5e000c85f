"""What a client needs to draw a whole table, in one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from games.store import quarantine
from tests.games.api.people import running
from tests.games.api.test_play import on_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    return running(ada, bob, options={"starter": "number_only"})


def drawn(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry["event"] for entry in entries if entry["event"]["type"] == "cards_drawn"]


def hand(seen: dict[str, Any]) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = seen["view"]["hand"]
    return cards


def test_who_draws_is_told_the_handles_of_the_cards(ada: Person, bob: Person, game: str) -> None:
    mover, waiting, seen = on_turn(game, ada, bob)
    answer = mover.command(game, {"type": "draw"}).json()
    (event,) = drawn(answer["events"])
    held = {card["handle"]: card["card"] for card in hand(answer["game"])}
    assert [held[handle] for handle in event["handles"]] == event["faces"]
    assert set(event["handles"]).isdisjoint(card["handle"] for card in hand(seen))
    later = mover.client.get(f"/v1/games/{game}/events?after={seen['version']}").json()["events"]
    assert later == answer["events"]
    (other,) = drawn(waiting.client.get(f"/v1/games/{game}/events?after={seen['version']}").json()["events"])
    assert "handles" not in other


def test_missed_events_name_the_handles_too(ada: Person, bob: Person, game: str) -> None:
    mover, _, seen = on_turn(game, ada, bob)
    answer = mover.command(game, {"type": "draw"}).json()
    problem = mover.command(game, {"type": "draw"}, expected_version=seen["version"]).json()
    assert problem["code"] == "stale_version"
    assert drawn(problem["missed_events"]) == drawn(answer["events"])


def test_a_card_that_cannot_be_played_says_what_the_refusal_of_it_says(ada: Person, bob: Person, game: str) -> None:
    refused = 0
    for _ in range(8):
        mover, waiting, _ = on_turn(game, ada, bob)
        for person in (mover, waiting):
            seen = person.see(game)
            for card in hand(seen):
                if not card["playable"]:
                    tried = person.command(game, {"type": "play", "card": card["card"], "handle": card["handle"]})
                    problem = tried.json()
                    assert card["why_not"] == {"code": problem["code"], "paragraph": problem.get("paragraph")}
                    refused += 1
        named = {command.get("card") for command in mover.see(game)["legal_commands"]}
        assert {card["card"] for card in hand(mover.see(game)) if card["playable"]} <= named
        mover.command(game, mover.see(game)["legal_commands"][-1])
    assert refused > 8


def test_no_card_is_playable_once_the_player_has_resigned(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = running(ada, bob, person("Cyd"))
    assert ada.command(game, {"type": "resign"}).status_code == 200
    cards = hand(ada.see(game))
    problem = ada.command(game, {"type": "play", "card": cards[0]["card"]}).json()
    assert problem["code"] == "seat_resigned"
    assert [card["why_not"] for card in cards] == [{"code": "seat_resigned", "paragraph": None} for _ in cards]


def test_no_card_is_playable_after_the_match(ada: Person, bob: Person, game: str) -> None:
    assert ada.command(game, {"type": "resign"}).status_code == 200
    cards = hand(bob.see(game))
    problem = bob.command(game, {"type": "play", "card": cards[0]["card"]}).json()
    assert problem["code"] == "game_finished"
    told = {"code": "game_finished", "paragraph": problem["paragraph"]}
    assert [card["why_not"] for card in cards] == [told for _ in cards]


def test_no_card_is_playable_in_a_quarantined_game(ada: Person, game: str) -> None:
    quarantine.add(UUID(game), "for a test")
    cards = hand(ada.see(game))
    assert {(card["playable"], card["why_not"]["code"]) for card in cards} == {(False, "game_quarantined")}


def test_past_states_say_nothing_of_what_may_be_played(ada: Person, game: str) -> None:
    seen = ada.see(game)
    past = ada.client.get(f"/v1/games/{game}/states/{seen['version']}").json()
    assert [set(card) for card in hand(past)] == [{"card", "handle", "back"} for _ in hand(seen)]
