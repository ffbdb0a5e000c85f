"""What the engine's values promise to those who store and compare them."""

from __future__ import annotations

import pytest

import engine
from engine.spec import Spec
from tests.engine.at_table import at
from tests.engine.matches import Match


@pytest.mark.parametrize(("number", "version"), [(0, 1), (1, 2), (999, 1)])
def test_an_event_of_an_unknown_type_or_version_is_not_decoded(number: int, version: int) -> None:
    with pytest.raises(ValueError, match=f"no event type {number} in version {version}"):
        engine.decode_event(number, version, b"{}", None)


def test_equal_options_are_one_spec_whatever_their_shape() -> None:
    assert Spec.of({"teams": {"B": ["y"], "A": ["x"]}}) is Spec.of({"teams": {"A": ("x",), "B": ("y",)}})
    assert Spec.of({"on": True}) is not Spec.of({"on": 1})


def test_a_table_equals_a_table_with_the_same_cards_in_the_same_order() -> None:
    first, second = (Match({}, 3, 1).play(20).table for _ in range(2))
    assert first == second
    assert first.copy() == first
    assert first != "a table"
    hand = second.hands[0]
    first_held = next(iter(hand))
    hand[first_held] = hand.pop(first_held)
    assert first != second


def test_a_copy_of_a_table_is_independent() -> None:
    table = Match({}, 3, 1).play(20).table
    before = engine.encode_table(table)
    copy = table.copy()
    copy.draw.pop()
    copy.discard.clear()
    copy.hands[0].clear()
    copy.scores[0] = 99
    copy.uno.reverse()
    assert engine.encode_table(table) == before


def test_a_table_encoded_without_its_options_is_the_same_with_them() -> None:
    table = Match({"target": 300}, 3, 1).play(20).table
    encoded = engine.encode_table(table, spec=False)
    assert engine.decode_table(encoded, spec=table.spec) == table
    assert len(encoded) < 0.7 * len(engine.encode_table(table))


def test_a_caller_who_forgets_to_bring_chance_is_told() -> None:
    table = at("L cw t=A; A: B3 G4; B: x4; dr: ; di: Y8 R5 R6").table
    with pytest.raises(RuntimeError, match="needs chance"):
        engine.decide(table, 0, engine.Draw(), None)
