"""Random matches under each house rule that changes what hands hold or who may act (SPEC 3.12)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.engine.matches import Match
from tests.engine.strategies import matches

pytestmark = pytest.mark.slow

RULES: dict[str, dict[str, object]] = {
    "seven_o": {"seven_o": True},
    "seven_o in classic": {"game": "classic", "seven_o": True},
    "zero spell that swaps": {"zero_spell": "swap_one", "spell_number": 4},
    "zero spell that drops": {"game": "classic", "zero_spell": "dump_color"},
    "jump-in": {"jump_in": True},
    "prices for mistakes": {"misplay_penalty": 2, "false_catch_penalty": 1},
    "Draw Color in stacks": {"stack": "same", "stack_draw_color": True, "stack_across": True, "deflect": True},
    "mercy": {"hand_limit": 10},
    "numbers last, double score": {"no_action_finish": True, "double_score": True},
    "all that go together": {
        "seven_o": True, "zero_spell": "dump_color", "spell_number": 3, "jump_in": True, "misplay_penalty": 1,
        "false_catch_penalty": 1, "hand_limit": 12, "no_action_finish": True, "double_score": True, "light_only": True,
    },
}  # fmt: skip


@pytest.mark.rule("3.12", "8.2", "8.3", "8.4")
@pytest.mark.parametrize("options", RULES.values(), ids=RULES)
@settings(max_examples=12)
@given(st.data())
def test_no_card_is_lost_and_the_log_tells_everything(options: dict[str, object], data: st.DataObject) -> None:
    match = data.draw(matches(most=200, fixed={"game": "flip", "edition": "base"} | options))
    table = engine.Table()
    deck = Counter(range(len(match.table.faces[0])))
    for event in match.log:
        assert engine.decode_event(*engine.encode_event(event)) == event
        engine.evolve(table, event)
        if table.round:
            assert Counter(table.draw + table.discard + [card for hand in table.hands for card in hand]) == deck
    assert table == match.table
    assert engine.decode_table(engine.encode_table(table)) == table


@pytest.mark.rule("3.12", "8.2", "8.3")
@pytest.mark.parametrize("options", RULES.values(), ids=RULES)
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_a_match_of_random_moves_comes_to_its_end(options: dict[str, object], seats: int) -> None:
    match = Match({**options, "scoring": "single_round"}, seats, seats)
    match.start()
    rolled = match.table.copy()
    engine.fast_random_match(
        rolled, match.chance, lambda count: sum([match.dice.below(2) << place for place in range(count)])
    )
    assert rolled.is_over
    while not match.table.is_over:
        match.step()
        assert len(match.sent) < 20_000
