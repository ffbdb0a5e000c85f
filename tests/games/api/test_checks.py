"""Checking whether options can be played, and what the catalogue says about it beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person

CHECK = "/v1/rulesets/check"


def check(client: ContractClient, options: dict[str, Any], **rest: Any) -> Any:
    answer = client.send(CHECK, {"options": options, **rest})
    assert answer.status_code == 200
    return answer.json()


def test_what_can_be_played_is_told_in_full(stranger: ContractClient, ada: Person) -> None:
    found = check(stranger, {"edition": "transformers", "progressive": True}, seats=3)
    assert (found["playable"], found["name"]) == (True, "flip-transformers")
    assert (found["options"]["stack"], found["options"]["scoring"]) == ("same_wild", "single_round")
    assert "target" not in found["options"]
    assert ada.client.send("/v1/games", {"seats": 3, "options": found["options"]}).status_code == 201


def test_what_is_blocked_is_refused_and_the_rest_is_not(stranger: ContractClient) -> None:
    chosen = {"starter": "number_only"}
    blocked = check(stranger, chosen)["blocked"]
    reason = "“Flip as the starter” and “Starter” both decide what the card “Flip” does as the starter"
    assert {"option": "flip_starter", "value": "redraw", "reason": reason} in blocked
    assert not check(stranger, {**chosen, "flip_starter": "redraw"})["playable"]
    assert "jump_in" not in {one["option"] for one in blocked}
    assert check(stranger, {**chosen, "jump_in": True})["playable"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"options": {"chess": 1}}, "unknown_option"),
        ({"options": {"uno_penalty": 99}}, "bad_option_value"),
        ({"options": {"stack": "same", "progressive": True}}, "conflicting_options"),
        ({"options": {"waffle_faces": [1]}}, "option_not_applicable"),
        ({"options": {}, "seats": 11}, "bad_seat_count"),
        ({"options": {"teams": 2}, "seats": 5}, "option_not_applicable"),
        ({"options": {"teams": 2}, "seats": 3}, "option_not_applicable"),
        ({"options": {"dealer_selection": "seat=J"}, "seats": 2}, "option_not_applicable"),
    ],
)
def test_what_cannot_be_played_says_why(stranger: ContractClient, wish: dict[str, Any], code: str) -> None:
    found = stranger.send(CHECK, wish).json()
    assert (found["playable"], found["problem"]["code"]) == (False, code)
    assert found["problem"]["detail"].endswith(".")
    assert "blocked" not in found


@pytest.mark.parametrize(
    "body", ["", "[]", '{"options": []}', '{"seats": "4"}', '{"options": {}, "more": 1}', '{"seats": 1e3}']
)
def test_a_wish_is_read_strictly(stranger: ContractClient, body: str) -> None:
    answer = stranger.generic("POST", CHECK, body.encode(), "application/json")
    assert answer.status_code == (200 if body == "" else 400)


def test_the_catalogue_knows_where_options_apply(stranger: ContractClient) -> None:
    catalogue = stranger.get("/v1/rulesets").json()
    rulesets = {ruleset["name"]: ruleset for ruleset in catalogue["rulesets"]}
    flip = rulesets["flip"]
    assert (flip["ruleset"], flip["edition"], flip["least_seats"], flip["most_seats"], flip["cards"]) == (
        "flip", "base", 2, 10, 112,
    )  # fmt: skip
    assert set(flip["titles"]) == {"en", "ru", "fr"}
    assert flip["not_applicable"]["waffle_faces"] == "no card of this deck asks for a waffle"
    assert flip["needs"]["teammate_gives"]["option"] == "teams"
    assert rulesets["flip-transformers"]["defaults"]["scoring"] == "single_round"
    assert "pairing" in rulesets["classic"]["not_applicable"]


def test_the_catalogue_knows_what_excludes_what(stranger: ContractClient) -> None:
    conflicts = stranger.get("/v1/rulesets").json()["conflicts"]
    found = next(one for one in conflicts if (one["first"], one["second"]) == ("stack", "progressive"))
    assert (found["first_value"], found["second_value"]) == ("same", True)
    assert "flip" in found["rulesets"]
    for one in conflicts:
        if "first_value" in one and "second_value" in one:
            game, _, edition = one["rulesets"][0].partition("-")
            options = {"ruleset": game, "edition": edition or "base", one["first"]: one["first_value"]}
            assert check(stranger, options)["playable"]
            assert not check(stranger, {**options, one["second"]: one["second_value"]})["playable"]
