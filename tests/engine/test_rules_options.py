"""The options of the base rules (SPEC 8.1): their values, their defaults, and which exclude each other."""

from __future__ import annotations

import pytest
from hypothesis import given

import engine
from engine.catalogue import rules_of
from engine.spec import Spec
from tests.engine.strategies import rulesets, seated_rulesets

TABLE = {
    "game": ("flip", "classic", "classic_from_flip", "h2o"),
    "edition": ("base", "marvel", "stranger_things", "transformers"),
    "pairing": ("random", "physical"),
    "dealer_selection": ("high_deals", "high_starts", "random"),
    "starter": ("apply", "number_only"),
    "flip_starter": ("apply", "redraw", "ignore"),
    "draw_policy": ("optional", "only_if_unable"),
    "drawn_play": ("optional", "forced"),
    "flip_wild_chooser": ("next_player", "flipper"),
    "wild_matches_color": (True, False),
    "wild_satisfies_draw_color": (False, True),
    "wild_draw_enforcement": ("bluff", "strict", "none"),
    "uno_penalty": (2, 0, 1, 10),
    "uno_window": ("next_turn", "next_play", "last_card"),
    "scoring": ("winner_takes", "own_low", "loser_at", "single_round", "elimination"),
    "target": (500, 1, 200),
    "scoring_side": ("ended", "light"),
    "tiebreak": ("shared", "extra_round"),
    "last_flip_scoring": ("flip_first", "no_flip"),
    "own_backs": ("hidden", "table", "visible"),
}
"""Values by option, the default first."""
BESIDE: dict[str, dict[str, object]] = {"tiebreak": {"scoring": "own_low"}}
"""Options without which another one decides nothing."""


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("name", TABLE)
def test_an_option_takes_its_values_and_the_first_is_the_default(name: str) -> None:
    default, *others = TABLE[name]
    described = {option.name: option for option in engine.describe()}[name]
    assert described.default == default
    assert described.summary.endswith(".")
    assert dict(engine.resolve({}).spec.options)[name] == default
    for value in others:
        assert dict(engine.resolve({**BESIDE.get(name, {}), name: value}).spec.options)[name] == value


@pytest.mark.rule("8.1")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("uno_penalty", 11), ("uno_penalty", -1), ("uno_penalty", True), ("uno_penalty", "2"), ("target", 0),
        ("scoring", "most"), ("scoring", None), ("wild_matches_color", 1), ("wild_matches_color", "on"),
        ("dealer_selection", "seat=K"), ("pairing", {"R1": "p3"}), ("game", "chess"), ("starter", ["apply"]),
    ],
)  # fmt: skip
def test_any_other_value_is_refused(name: str, value: object) -> None:
    with pytest.raises(engine.BadOptionValue) as refused:
        engine.resolve({name: value})
    assert refused.value.code == "bad_option_value"
    assert refused.value.fields["option"] == name
    assert name in str(refused.value)


@pytest.mark.rule("8.1")
def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(engine.UnknownOption) as refused:
        engine.resolve({"stacking": "yes"})
    assert refused.value.fields == {"option": "stacking"}


@pytest.mark.rule("8.1", "8.4")
@pytest.mark.parametrize(
    "options",
    [
        {"starter": "number_only", "flip_starter": "redraw"},
        {"flip_starter": "ignore", "starter": "number_only"},
    ],
)
def test_two_options_that_decide_the_same_thing_exclude_each_other(options: dict[str, object]) -> None:
    with pytest.raises(engine.ConflictingOptions) as refused:
        engine.resolve(options)
    assert {refused.value.fields["first"], refused.value.fields["second"]} == set(options)


@pytest.mark.rule("8.1")
def test_an_option_given_at_its_default_conflicts_with_nothing() -> None:
    assert engine.resolve({"starter": "number_only", "flip_starter": "apply"}).game == "flip"


@pytest.mark.rule("8.1")
def test_loser_at_is_played_to_200_unless_a_target_is_given() -> None:
    assert engine.resolve({"scoring": "loser_at"}).target == 200
    assert engine.resolve({"scoring": "loser_at", "target": 321}).target == 321


@given(rulesets())
def test_equal_options_are_one_ruleset_in_whatever_order_they_come(options: dict[str, object]) -> None:
    backwards = dict(reversed(options.items()))
    assert engine.resolve(options) is engine.resolve(backwards)


@given(seated_rulesets())
def test_the_options_in_the_first_event_make_the_same_ruleset(wish: tuple[dict[str, object], int]) -> None:
    options, seats = wish
    (created,) = engine.new_match(options, seats=seats, commitment="00" * 32)
    assert isinstance(created, engine.EVENT_TYPES[1])
    table = engine.replay([engine.decode_event(*engine.encode_event(created))])
    assert table.spec is engine.resolve(options).spec


@pytest.mark.rule("8.1")
def test_an_edition_belongs_to_its_game() -> None:
    with pytest.raises(engine.OptionNotApplicable, match="classic has no edition marvel"):
        engine.resolve({"game": "classic", "edition": "marvel"})


@pytest.mark.parametrize("newer", [{"option_of_tomorrow": True}, {"target": "tomorrow"}])
def test_a_match_with_options_of_newer_code_has_no_rules_here(newer: dict[str, object]) -> None:
    with pytest.raises(engine.NewerOptions):
        rules_of(Spec.uncached(newer))
