"""Standing orders over HTTP: only for the seat's own player, and nothing that others could notice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from games.services import worker
from tests.games import tables
from tests.games.api.observations import hear
from tests.games.api.people import Person, lobby, running

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

TABLE = {"options": {"standing_orders": True, "forced_moves": True}, "clock": "day"}


def put(person: Person, game: str, body: object, **headers: Any) -> Any:
    return person.client.put(f"/v1/games/{game}/orders", body, content_type="application/json", **headers)


def test_orders_are_given_shown_and_cancelled(ada: Person, bob: Person) -> None:
    game = running(ada, bob, **TABLE)
    at = f"/v1/games/{game}/orders"
    none = ada.client.get(at)
    assert none.json() == {"orders": None, "given_at": None, "expires_at": None}
    card = ada.see(game)["view"]["hand"][0]["card"]
    wanted = {
        "challenge": 4,
        "drawn_card": "keep",
        "call_uno": False,
        "plan": [{"card": card, "color": None, "target": None}],
        "wake_me": {"one_card": True, "penalty": False, "flipped": False, "few_cards": 0},
    }
    given = put(ada, game, {**wanted, "days": 2})
    assert given.status_code == 200
    assert given.json()["orders"] == wanted
    assert ada.client.get(at).json() == given.json()
    assert bob.client.get(at).json()["orders"] is None
    assert ada.client.delete(at).status_code == 204
    assert ada.client.delete(at).status_code == 204
    assert ada.client.get(at).json() == none.json()


def test_orders_that_have_changed_since_are_not_replaced(ada: Person, bob: Person) -> None:
    game = running(ada, bob, **TABLE)
    at = f"/v1/games/{game}/orders"
    tag = ada.client.get(at)["ETag"]
    assert put(ada, game, {"challenge": 4}, HTTP_IF_MATCH=tag).status_code == 200
    late = put(ada, game, {"challenge": 5}, HTTP_IF_MATCH=tag)
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert ada.client.delete(at, HTTP_IF_MATCH=tag).status_code == 412
    assert ada.client.get(at).json()["orders"]["challenge"] == 4
    assert ada.client.delete(at, HTTP_IF_MATCH=ada.client.get(at)["ETag"]).status_code == 204


def test_refusals(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    game = running(ada, bob, **TABLE)
    held = {card["card"] for card in ada.see(game)["view"]["hand"]}
    other = next(card for card in ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8") if card not in held)
    planned = put(ada, game, {"plan": [{"card": other}]})
    assert (planned.status_code, planned.json()["code"]) == (409, "plan_not_in_hand")
    assert put(person("Cid"), game, {"challenge": 1}).json()["code"] == "not_seated"
    four = [{"card": card} for card in ("R1", "R2", "R3", "R4")]
    for bad in ({"plan": four}, {"days": 31}, {"days": 0}, {"challenge": -1}, {"drawn_card": "eat"}, {"hurry": True}):
        assert put(ada, game, bad).status_code == 400, bad
    without = running(ada, bob)
    assert put(ada, without, {"challenge": 1}).json()["code"] == "no_standing_orders"
    ada.command(game, {"type": "resign"})
    assert put(bob, game, {"challenge": 1}).json()["code"] == "game_finished"
    private = lobby(ada, seats=2, private=True, **TABLE)
    assert put(person("Dan"), private, {"challenge": 1}).json()["code"] == "game_not_found"


def test_a_plan_says_at_whom_a_card_is_aimed(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    options = {"ruleset": "classic", "standing_orders": True, "seven_swap": True}
    people = ada, bob, person("Cid")
    for _ in range(20):
        game = running(*people, options=options)
        held = [[card["card"] for card in one.see(game)["view"]["hand"]] for one in people]
        seat = next((seat for seat, hand in enumerate(held) if any(card[1:] == "7" for card in hand)), None)
        if seat is not None:
            break
    assert seat is not None
    seven = next(card for card in held[seat] if card[1:] == "7")
    refused = put(people[seat], game, {"plan": [{"card": seven}]})
    assert (refused.status_code, refused.json()["code"]) == (409, "plan_without_target")
    params = refused.json()["params"]
    assert params == {"card": seven, "targets": [other for other in range(3) if other != seat]}
    assert put(people[seat], game, {"plan": [{"card": seven, "target": params["targets"][0]}]}).status_code == 200
    other = next((card for card in held[seat] if card[1:] != "7" and not card.startswith("W")), None)
    assert other is None or put(people[seat], game, {"plan": [{"card": other}]}).status_code == 200


def test_nobody_else_notices_orders(ada: Person, bob: Person, person: Callable[..., Person]) -> None:
    """What every other viewer gets from every route is the same with orders, with a promised move, and without."""
    cid = person("Cid")
    game = running(ada, bob, **TABLE)
    players = (ada, bob)
    mine = players[ada.see(game)["turn"]]
    theirs = bob if mine is ada else ada
    worker.run_outbox(UUID(game))

    def noticed() -> list[Any]:
        return [[(one.route, one) for one in hear(other.client, game, 2, [])] for other in (theirs, cid)]

    noticed()  # fills caches
    before = noticed()
    seen = mine.see(game)
    plays = [one for one in seen["legal_commands"] if one["type"] == "play"]
    plan = [{name: play[name] for name in ("card", "color", "target") if name in play} for play in plays[:1]]
    assert put(mine, game, {"challenge": 3, "drawn_card": "play", "plan": plan}).status_code == 200
    worker.run_outbox(UUID(game))
    assert [route for here, there in zip(before, noticed(), strict=True) for route in _other(here, there)] == []


def _other(here: list[Any], there: list[Any]) -> list[str]:
    return [route for (route, one), (_, other) in zip(here, there, strict=True) if one != other]


def test_orders_are_tried_on_the_own_past(ada: Person, bob: Person) -> None:
    past = running(ada, bob, **TABLE)
    tables.play_out(UUID(past), ada.id, bob.id)
    game = running(ada, bob, **TABLE)
    found = ada.client.send(f"/v1/games/{game}/orders/dry-run", {"drawn_card": "play", "challenge": 0})
    assert found.status_code == 200
    tried = found.json()
    assert tried["matches"] == 2
    assert tried["decisions"] > tried["made"] > 0
    assert 0 <= tried["same"] <= tried["made"]
    opposite = ada.client.send(f"/v1/games/{game}/orders/dry-run", {"drawn_card": "keep", "challenge": 0}).json()
    cards = sum(one["cause"] == "drawn_card" for one in tried["examples"] + opposite["examples"])
    assert cards
    nothing = ada.client.send(f"/v1/games/{game}/orders/dry-run", {}).json()
    assert (nothing["made"], nothing["examples"]) == (0, [])
    for example in tried["examples"]:
        log = tables.rows_of(UUID(example["game_id"]))
        assert log[example["seq"] - 1].actor == 0


def test_a_substitute_tries_orders_on_no_decision_of_the_player_before(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    cid, dan = person("Cid"), person("Dan")
    game = running(ada, bob, cid, spectators="open", **TABLE)
    tables.play_until(UUID(game), 40, ada.id, bob.id, cid.id)
    tried = bob.client.send(f"/v1/games/{game}/orders/dry-run", {}).json()
    assert tried["decisions"] > 0
    bob.command(game, {"type": "resign"})
    assert dan.client.send(f"/v1/games/{game}/seats/1/takeover", {}).status_code == 200
    tried = dan.client.send(f"/v1/games/{game}/orders/dry-run", {}).json()
    assert (tried["matches"], tried["decisions"]) == (1, 0)


def test_trying_orders_changes_nothing_and_needs_a_seat(
    ada: Person, bob: Person, person: Callable[..., Person]
) -> None:
    game = running(ada, bob, **TABLE)
    version = ada.see(game)["version"]
    assert ada.client.send(f"/v1/games/{game}/orders/dry-run", {"challenge": 2}).status_code == 200
    assert ada.client.get(f"/v1/games/{game}/orders").json()["orders"] is None
    assert ada.see(game)["version"] == version
    stranger = person("Cid").client.send(f"/v1/games/{game}/orders/dry-run", {"challenge": 2})
    assert stranger.json()["code"] == "not_seated"
