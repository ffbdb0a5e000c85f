"""Promises of the engine's values to callers who store and compare them."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

import engine
from engine import events as e
from engine.spec import KEPT, Spec
from engine.state import Phase, Table, Uno
from tests.engine.matches import CLOCK, Match, branch_of, turns
from tests.engine.positions import at


@pytest.mark.parametrize(("number", "version"), [(0, 1), (1, 2), (999, 1)])
def test_an_event_of_an_unknown_type_or_version_is_not_decoded(number: int, version: int) -> None:
    with pytest.raises(ValueError, match=f"no event type {number} in version {version}"):
        engine.decode_event(number, version, b"{}", None)


def test_equal_options_are_one_spec_whatever_their_shape() -> None:
    assert Spec.of({"teams": {"B": ["y"], "A": ["x"]}}) is Spec.of({"teams": {"A": ("x",), "B": ("y",)}})
    assert Spec.of({"on": True}) is not Spec.of({"on": 1})


ROOM: Final = """
import gc, sys, tracemalloc
import engine

def room_for(targets):
    before, _ = tracemalloc.get_traced_memory()
    for target in targets:
        engine.new_match({"target": target}, seats=2, commitment="")
    gc.collect()
    return tracemalloc.get_traced_memory()[0] - before

kept = int(sys.argv[1])
tracemalloc.start()
room_for(range(1000, 1000 + kept))
print(room_for(range(5000, 5000 + 2 * kept)))
"""
"""Runs in a process of its own: leftovers of other tests would be counted as well."""


def test_options_that_nobody_plays_by_any_more_take_no_room() -> None:
    """Any player may set up a table with a target that was never used before."""
    said = subprocess.run([sys.executable, "-c", ROOM, str(KEPT)], capture_output=True, text=True, check=True)
    assert int(said.stdout) < 1_000_000


def test_tables_of_equal_options_are_equal_though_others_came_between() -> None:
    first = Match({"target": 700}, 3, 1).play(20).table
    for target in range(1000, 1000 + 2 * KEPT):
        Spec.of({"target": target})
    second = Match({"target": 700}, 3, 1).play(20).table
    assert first.spec is not second.spec
    assert first == second


def test_a_table_equals_a_table_with_the_same_cards_in_the_same_order() -> None:
    first, second = (Match({}, 3, 1).play(20).table for _ in range(2))
    assert first == second
    assert first.copy() == first
    assert first != "a table"
    hand = second.hands[0]
    first_held = next(iter(hand))
    hand[first_held] = hand.pop(first_held)
    assert first != second


PLAYED = Match({}, 3, 1).play(20)
UNLIKE_A_NEW_TABLE: dict[str, object] = {
    "active_seats": 4,
    "autopilot": (2,),
    "clock": CLOCK,
    "color": 3,
    "color_before": 2,
    "commitment": "c0" * 32,
    "dealer": 2,
    "direction": -1,
    "discard": [7, 3],
    "doubtable": 1,
    "draw": [9, 111],
    "eliminated": (0, 3),
    "entropies": ["ab" * 32, ""],
    "epoch": 5,
    "evidence": e.EvidenceSealed(1, guilty=True, hand=(4, 60)),
    "exposed": 1,
    "faces": ((0, 5, 111), (60, 61, 2)),
    "hands": [{5: 17, 2: 3}, {}],
    "idle": 2,
    "last_round": e.RoundEnded(None, 0, ((1, 2), ()), ((3, 4), ()), (0, 9), (4, 13)),
    "next_handle": 40,
    "origin": ("another", 12, "redealt"),
    "out": (1, 0),
    "out_ranks": (4, 3),
    "owed": 6,
    "owes_color": True,
    "own_backs": "visible",
    "paused": True,
    "pending": e.HelpAsked(2, 0, (2, 4)),
    "phase": Phase.TEAM_AID,
    "position": branch_of(PLAYED, turns(PLAYED)[-1], 1).table.position,
    "presses": 3,
    "resigned": (3, 1),
    "result": e.MatchEnded((1,), (2, 1), None, "resigned"),
    "round": 2,
    "scores": [120, 0],
    "seat_kinds": [engine.SeatKind.HUMAN, engine.SeatKind.OPEN, engine.SeatKind.BOT],
    "seats": 4,
    "side": 1,
    "spec": Spec.of({"teams": ("x", "y"), "target": 300}),
    "spins": 7,
    "target": 2,
    "teams": ("x", "y"),
    "transcript": "a name",
    "turn": 3,
    "uno": [Uno.SAFE, Uno.EXPOSED, Uno.NONE],
    "version": 1_999,
    "votes": (("abort", (0, 2)), ("pause", ())),
}
"""A value for each field of a table that a new table does not have."""


@pytest.mark.parametrize("field", Table.__slots__)
def test_every_field_of_a_table_survives_encoding_and_decoding(field: str) -> None:
    table = Table()
    assert getattr(table, field) != UNLIKE_A_NEW_TABLE[field]
    setattr(table, field, UNLIKE_A_NEW_TABLE[field])
    decoded = engine.decode_table(engine.encode_table(table))
    assert decoded == table
    # Members of enums are compared as they are, not by their text.
    assert repr(getattr(decoded, field)) == repr(getattr(table, field))


def test_a_copy_of_a_table_is_independent() -> None:
    table = Match({}, 3, 1).play(20).table
    before = engine.encode_table(table)
    copy = table.copy()
    for field in Table.__slots__:
        value = getattr(copy, field)
        if isinstance(value, list):
            for part in value:
                if isinstance(part, dict):
                    part.clear()
            value.clear()
        else:
            hash(value)  # what both share cannot be changed
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
