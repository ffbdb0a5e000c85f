"""Facts about a ruleset for programs: its cards, its commands, and the options that apply to it."""

from __future__ import annotations

import pytest

from engine.cards import FACES
from engine.catalogue import OPTIONS, resolve, resolve_uncached
from engine.chance import Dice
from engine.compatibility import _alike, applicability, blocked, conflicts, refusal, samples
from engine.errors import ConflictingOptions, EngineError, RuleViolation
from engine.samples import settings
from engine.summary import describe_cards, rulesets, summarize

pytestmark = pytest.mark.rule("8.1")


def test_the_deck_is_counted() -> None:
    found = summarize(resolve({"edition": "marvel"}))
    assert (found.name, found.cards, found.least_seats, found.most_seats) == ("flip-marvel", 112, 2, 10)
    assert list(found.light) == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "+1", "R", "S", "F", "W2", "WH"]
    assert (found.light["WH"], found.dark["wv"], found.points["wv"]) == (4, 4, 40)
    assert sum(found.light.values()) == sum(found.dark.values()) == 112


def test_the_commands_are_those_of_the_table() -> None:
    assert "jump" not in summarize(resolve({})).commands
    assert "jump" in summarize(resolve({"jump_in": True})).commands
    assert "turn_starter" not in summarize(resolve({})).commands


def test_what_cannot_be_the_last_card_is_known() -> None:
    assert summarize(resolve({})).not_last == ()
    assert "S" in summarize(resolve({"no_action_finish": True})).not_last


def test_every_face_of_every_deck_is_described() -> None:
    found = {card.card: card for card in describe_cards()}
    for options in (
        {},
        {"game": "classic", "deck": 112, "hands_wild": "shuffle"},
        {"game": "h2o", "h2o_downpour": True},
    ):
        rules = resolve_uncached(options)
        assert {FACES[face] for face in {*rules.deck.light, *rules.deck.dark}} <= set(found)
    assert "R+5" not in found  # in no deck
    assert found["G7"] == ("G7", "L", "G", "number", "7", dict.fromkeys(rulesets(), 7))
    assert (found["R1*"].kind, found["pE"].kind, found["pE"].side, found["wc"].color) == ("number", "action", "D", None)
    assert found["W"].points["flip"] == 40
    assert found["W"].points["classic"] == 50
    assert (found["x"].kind, found["x"].points) == ("unknown", {})


def test_a_plain_back_is_no_face() -> None:
    for game, edition in rulesets().values():
        found = summarize(resolve({"game": game, "edition": edition}))
        assert "x" not in found.points
        assert not found.dark or sum(found.dark.values()) == found.cards


def test_rulesets_tried_out_are_those_that_are_played() -> None:
    options = {"stack": "same", "uno_penalty": 4}
    assert resolve_uncached(options).spec.options == resolve(options).spec.options
    assert resolve_uncached(options).spec is not resolve(options).spec
    with pytest.raises(ConflictingOptions):
        resolve_uncached({"progressive": True, "stack": "off"})


def test_an_option_that_means_nothing_in_a_ruleset_says_why() -> None:
    found = applicability("flip")
    assert found["stack"].applicable
    assert not found["waffle_faces"].applicable
    assert found["waffle_faces"].reason == "no card of this deck asks for a waffle"
    assert applicability("flip-stranger_things")["waffle_faces"].applicable


def test_an_option_that_depends_on_another_says_on_which() -> None:
    found = applicability("flip")["skip_effect_cards"]
    assert found.applicable
    assert found.needs == ("skip_effect", "give_card")


def test_every_option_has_a_value_to_try() -> None:
    for option in settings():
        found = samples(option)
        assert found
        assert option.default not in found
        assert all(OPTIONS[option.name].takes.accepts(value) for value in found)


def test_a_reason_is_a_clause() -> None:
    assert refusal({}) is None
    assert refusal({"edition": "marvel", "waffle_faces": [1]}) == "no card of this deck asks for a waffle"
    assert refusal({"no_such": 1}) == "There is no option no_such in this game."


def test_every_refusal_of_a_move_names_a_paragraph() -> None:
    assert all(kind.paragraph for kind in RuleViolation.__subclasses__())
    assert EngineError.paragraph == ""


def test_conflicts_are_exactly_the_pairs_that_are_refused_together() -> None:
    found = {(one.first, one.first_value, one.second, one.second_value): one for one in conflicts()}
    starter = found["starter", "number_only", "flip_starter", "redraw"]
    assert starter.reason == "flip_starter and starter both decide starter of F"
    assert "flip" in starter.rulesets
    assert "flip-transformers" not in starter.rulesets  # it comes with number_only: flip_starter needs another choice
    assert ("wild_draw_enforcement", "strict", "no_challenge", True) in found
    assert ("stack", "same", "jump_in", True) not in found


@pytest.mark.parametrize("name", rulesets())
def test_no_conflict_is_forgotten(name: str) -> None:
    game, edition = rulesets()[name]
    told = {
        frozenset(((one.first, one.first_value), (one.second, one.second_value)))
        for one in conflicts()
        if name in one.rulesets
    }
    base = {"game": game, "edition": edition}
    alone = [
        (option, value)
        for option in settings()
        for value in samples(option)
        if refusal({**base, option.name: value}) is None
    ]
    dice = Dice(name.encode())
    for _ in range(60):
        (first, one), (second, other) = (alone[dice.below(len(alone))] for _ in "12")
        if first.name != second.name:
            pair = frozenset(
                (item.name, value if item.type in {"choice", "switch", "several"} else None)
                for item, value in ((first, one), (second, other))
            )
            refusals = [
                refusal({**base, first.name: each, second.name: beside})
                for each in _alike(first.name, one)
                for beside in _alike(second.name, other)
            ]
            assert (pair in told) == (None not in refusals), pair


def test_what_a_choice_blocks_is_refused_beside_it() -> None:
    assert ("flip_starter", "redraw", "flip_starter and starter both decide starter of F") in blocked(
        {"starter": "number_only"}
    )
    none_left = {one.option for one in blocked({"progressive": True})}
    assert "stack" in none_left
    assert "jump_in" not in none_left
    assert "waffle_faces" in none_left
    assert ("waffle_faces", None) not in {one[:2] for one in blocked({"edition": "stranger_things"})}


def test_seats_block_teams() -> None:
    def teams(seats: int | None) -> list[object]:
        return [one.value for one in blocked({}, seats) if one.option == "teams"]

    assert teams(None) == []
    assert [teams(seats) for seats in (3, 4, 8, 10)] == [[2, 3, 4, 5], [3, 4, 5], [3, 5], [3, 4]]
    reasons = {one.value: one.reason for one in blocked({}, seats=3) if one.option == "teams"}
    assert reasons[2] == "these 2 teams need 4, 6, 8 or 10 seats, and there are 3"
    assert reasons[5] == "these 5 teams need 10 seats, and there are 3"


def test_a_table_has_no_dealer_on_a_seat_that_it_lacks() -> None:
    found = {one.value: one.reason for one in blocked({}, seats=8) if one.option == "dealer_selection"}
    assert found == {
        "seat=I": "seat=I needs 9 seats or more, and there are 8",
        "seat=J": "seat=J needs 10 seats or more, and there are 8",
    }
    assert "dealer_selection" not in {one.option for one in blocked({})}
    assert refusal({"dealer_selection": "seat=J"}, seats=2) == "seat=J needs 10 seats or more, and there are 2"
    assert refusal({"dealer_selection": "seat=B"}, seats=2) is None
    assert refusal({"dealer_selection": "seat=J"}) is None


@pytest.mark.parametrize("name", rulesets())
def test_of_numbers_the_least_is_said_to_be_needed(name: str) -> None:
    found = applicability(name)
    assert found["teammate_gives"].needs == ("teams", 2)
    assert found["team_view"].needs == ("teams", 2)
    assert found["zero_spell"].needs in {None, ("spell_number", 1), ("attack_deck", "classic108")}


def test_what_is_no_ruleset_blocks_nothing() -> None:
    with pytest.raises(ConflictingOptions):
        blocked({"progressive": True, "stack": "off"})
