"""Jump-In: a card like the one on top may be laid out of turn (SPEC 8.3)."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine.events import TurnStarted, UnoCleared
from tests.engine.positions import AtTable, at

if TYPE_CHECKING:
    from types import FrameType

FOUR = "L cw t=B; A: x3; B: x3; C: x3; D: Y8 x2; dr: x4; di: Y8"


def jumping(position: str, **options: object) -> AtTable:
    return at(position, jump_in=True, **options)


@pytest.mark.rule("8.3")
def test_play_goes_on_after_the_seat_that_jumps_in() -> None:
    game = jumping(FOUR).send("D jump Y8")
    assert (game.actor, game.color, game.top) == ("A", "Y", "Y8")
    assert game.sizes == {"A": 3, "B": 3, "C": 3, "D": 2}
    assert [event.seat for event in game.events(TurnStarted)] == [0]


@pytest.mark.rule("8.3")
def test_a_jump_is_an_option_that_is_off() -> None:
    assert at(FOUR).refusal("D jump Y8") == "option_off"


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("card", ["Y7", "R8", "W", "Y+1"])
def test_only_the_same_color_and_value_may_jump_in(card: str) -> None:
    game = jumping(f"L cw t=B; A: x3; B: x3; C: x3; D: {card} x2; dr: x4; di: Y8")
    assert game.refusal(f"D jump {card}") == "card_not_playable"
    assert game.legal("D") == []


@pytest.mark.rule("8.3")
def test_nothing_jumps_in_on_a_wild_or_on_a_card_that_does_not_matter() -> None:
    assert jumping("L cw c=Y t=B; A: W x2; B: x3; dr: x4; di: W Y8").refusal("A jump W") == "card_not_playable"
    assert jumping("L cw c=Y t=B; A: x3; B: x3; dr: x4; di: x Y8").refusal("A jump x") == "card_not_playable"


@pytest.mark.rule("8.3")
def test_a_card_that_is_not_held_does_not_jump_in() -> None:
    assert jumping(FOUR).refusal("C jump Y8") == "card_not_in_hand"


@pytest.mark.rule("8.3")
def test_the_seat_on_turn_plays_and_does_not_jump() -> None:
    game = jumping("L cw t=B; A: x3; B: Y8 x3; dr: x4; di: Y8")
    assert game.refusal("B jump Y8") == "wrong_phase"
    assert game.legal("B") == [engine.Play("Y8"), engine.Draw()]


@pytest.mark.rule("8.3")
def test_each_seat_that_may_jump_in_is_told_so() -> None:
    game = jumping("L cw t=B; A: Y8 Y8 x; B: x3; C: Y8 R1; D: Y7 x2; dr: x4; di: Y8")
    assert game.legal("A") == [engine.Jump("Y8")]
    assert game.legal("C") == [engine.Jump("Y8"), engine.Jump("Y8", uno=True)]
    assert game.legal("D") == []


@pytest.mark.rule("8.3")
def test_the_seat_that_has_just_played_may_jump_in_on_its_own_card() -> None:
    game = jumping("L cw t=A; A: Y8 Y8 R1; B: x3; dr: x4; di: Y7").send("A play Y8", "A jump Y8 uno")
    assert (game.actor, game.sizes["A"], game.uno["A"]) == ("B", 1, "safe")


@pytest.mark.rule("8.3", "3.5")
def test_the_effect_strikes_the_seat_after_the_one_that_jumps_in() -> None:
    game = jumping("L cw t=B; A: x3; B: x3; C: G+1 x2; D: x3; dr: x4; di: G+1").send("C jump G+1")
    assert (game.actor, game.sizes["D"]) == ("A", 4)
    back = jumping("L cw t=B; A: x3; B: x3; C: GR x2; D: x3; dr: x4; di: GR").send("C jump GR")
    assert back.actor == "B"
    again = jumping("D cw t=B; A: x3; B: x3; C: tE t1 t2; dr: x4; di: tE").send("C jump tE")
    assert again.actor == "C"


@pytest.mark.rule("8.3", "3.8")
def test_a_flip_may_jump_in_on_a_flip_and_turns_everything_over_again() -> None:
    game = jumping("L cw t=B; A: BF/v6 x2; B: x3; dr: x4; di: BF/v7 R1/p3").send("A jump BF")
    assert (game.side, game.actor) == ("D", "B")


@pytest.mark.rule("8.3", "3.9", "R-UNO-WINDOW")
def test_a_jump_closes_the_uno_window_and_has_its_own_call() -> None:
    game = jumping("L cw t=A; A: Y8 R1; B: x3; C: Y8 R2; dr: x4; di: Y7").send("A play Y8")
    assert game.uno["A"] == "exposed"
    assert game.send("C jump Y8").uno == {"A": "none", "B": "none", "C": "exposed"}


@pytest.mark.rule("8.3", "3.9")
def test_a_window_that_stays_open_until_the_last_card_stays_open_over_a_jump() -> None:
    game = jumping("L cw t=A; A: Y8 R1; B: x3; C: Y8 R2 R3; dr: x4; di: Y7", uno_window="last_card")
    assert game.send("A play Y8", "C jump Y8").uno["A"] == "exposed"


@pytest.mark.rule("8.3", "3.9")
def test_the_seat_whose_turn_is_taken_away_has_called_for_nothing() -> None:
    game = jumping("L cw t=B; A: x3; B: x2; C: Y8 x2; dr: x4; di: Y8").send("B uno", "C jump Y8")
    assert game.uno["B"] == "none"
    assert len(game.events(UnoCleared)) == 1


@pytest.mark.rule("8.3", "3.10")
def test_a_jump_with_the_last_card_wins_the_round() -> None:
    game = jumping("L cw t=B; A: R1; B: x3; C: G+1; D: x3; dr: x4; di: G+1").send("C jump G+1")
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert (game.table.last_round.winner, game.sizes["D"]) == (2, 4)


@pytest.mark.rule("8.3", "8.4")
def test_nobody_jumps_in_while_something_is_to_be_decided() -> None:
    drawn = jumping("L cw t=B; A: Y8 x2; B: x3; dr: Y1 x4; di: Y8").send("B draw")
    assert (drawn.phase, drawn.refusal("A jump Y8")) == ("DRAWN", "wrong_phase")
    challenge = jumping("L cw t=B; A: x3; B: W2 x3; C: Y8 x2; dr: x4; di: Y8").send("B play W2 color=Y")
    assert (challenge.phase, challenge.refusal("A jump Y8")) == ("CHALLENGE", "wrong_phase")


@pytest.mark.rule("8.3")
def test_a_jump_whose_last_card_must_be_a_number_is_refused_with_an_action() -> None:
    game = jumping("L cw t=B; A: x3; B: x3; C: GS; dr: x4; di: GS", no_action_finish=True)
    assert game.refusal("C jump GS") == "cannot_go_out_with_this"
    assert game.legal("C") == []


# -- Jumping in with wilds ---------------------------------------------------------------------------------------------

WILDS: dict[str, object] = {"game": "classic", "jump_in_wilds": True}


@pytest.mark.rule("8.3", "R-JUMP-WILD")
def test_the_same_wild_jumps_in_and_its_player_names_the_color() -> None:
    game = jumping("L cw c=Y t=B; A: x3; B: x3; C: x3; D: W x2; dr: x4; di: W Y8", **WILDS).send("D jump W")
    assert (game.actor, game.phase) == ("D", "COLOR")
    game.send("D color G")
    assert (game.actor, game.color, game.sizes["D"]) == ("A", "G", 2)


@pytest.mark.rule("8.3", "R-JUMP-WILD")
def test_a_wild_of_another_kind_does_not_jump_in_and_a_colored_card_does_as_ever() -> None:
    game = jumping("L cw c=Y t=B; A: x3; B: x3; C: W4 Y9; D: x3; dr: x4; di: W Y8", **WILDS)
    assert game.refusal("C jump W4") == "card_not_playable"
    assert jumping(FOUR, **WILDS).send("D jump Y8").actor == "A"


@pytest.mark.rule("8.3", "R-JUMP-WILD", "R-JUMP-CANCEL")
@pytest.mark.parametrize("rule", ["jump_in_wilds", "jump_in_cancels"])
def test_the_kinds_of_jumps_need_jump_in(rule: str) -> None:
    with pytest.raises(engine.OptionNotApplicable, match="jump-in is off"):
        engine.resolve({"game": "classic", rule: True})


# -- Jumps that cancel -------------------------------------------------------------------------------------------------

CANCELS: dict[str, object] = {"game": "classic", "stack": "same", "jump_in_cancels": True}
PAIR = "L cw t=A; A: {card} x3; B: x3; C: {card} x3; D: x3; dr: x20; di: Y8"


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
@pytest.mark.parametrize(("cancels", "direction", "actor"), [(True, -1, "B"), (False, 1, "D")])
def test_of_two_reverses_one_counts(cancels: bool, direction: int, actor: str) -> None:  # noqa: FBT001
    game = jumping(PAIR.format(card="YR"), **{**CANCELS, "jump_in_cancels": cancels}).send("A play YR", "C jump YR")
    assert (game.table.direction, game.actor) == (direction, actor)


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_with_two_seats_a_reverse_still_skips_the_other() -> None:
    game = jumping("L cw t=A; A: x3; B: YR x3; dr: x20; di: YR Y8", **CANCELS).send("B jump YR")
    assert (game.table.direction, game.actor) == (1, "B")


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_of_a_stacked_sum_the_card_that_jumps_in_counts_alone() -> None:
    game = jumping(PAIR.format(card="Y+2"), **CANCELS).send("A play Y+2", "C jump Y+2")
    assert (game.actor, game.phase, game.table.owed) == ("D", "PENALTY", 2)
    assert game.send("D take").sizes == {"A": 3, "B": 3, "C": 3, "D": 5}


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_without_the_rule_nobody_jumps_in_on_a_sum() -> None:
    game = jumping(PAIR.format(card="Y+2"), **{**CANCELS, "jump_in_cancels": False}).send("A play Y+2")
    assert game.refusal("C jump Y+2") == "wrong_phase"


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_a_last_card_that_jumps_in_makes_the_next_seat_take_its_own_cards_alone() -> None:
    game = jumping("L cw t=A; A: Y+2 x3; B: x3; C: Y+2; D: x3; dr: x20; di: Y8", **CANCELS)
    game.send("A play Y+2", "C jump Y+2")
    assert game.phase == "ROUND_OVER" or game.table.is_over
    assert game.sizes["D"] == 5


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_a_wild_and_a_number_do_not_jump_in_on_a_sum() -> None:
    options = {**CANCELS, "stack": "same_wild", "jump_in_wilds": True}
    game = jumping("L cw t=A; A: W4 x3; B: x3; C: W4 Y9; D: x3; dr: x20; di: Y8", **options).send("A play W4 color=Y")
    assert game.refusal("C jump W4") == "card_not_playable"
    assert game.refusal("C jump Y9") == "card_not_playable"
    assert game.legal("C") == []


@pytest.mark.rule("8.3", "R-JUMP-CANCEL")
def test_a_seat_is_told_that_it_may_jump_in_on_a_sum() -> None:
    game = jumping(PAIR.format(card="Y+2"), **CANCELS).send("A play Y+2")
    assert engine.Jump("Y+2") in game.legal("C")


@pytest.mark.rule("8.3")
@pytest.mark.parametrize(
    ("top", "twin", "options"),
    [
        ("Y8", "Y8", {}),
        ("Y8", "Y8", CANCELS),
        ("W Y8", "W", {"jump_in_wilds": True}),
        ("W Y8", "W", {"jump_in_wilds": True, **CANCELS}),
    ],
)
def test_finding_the_acting_seats_takes_the_same_steps_whether_a_seat_can_jump_in_or_not(
    top: str, twin: str, options: dict[str, Any]
) -> None:
    held = [jumping(f"L cw c=Y t=B; A: {card} R1 R2; B: x3; dr: x4; di: {top}", **options) for card in (twin, "G3")]
    assert [engine.acting_seats(game.table) for game in held] == [[0, 1], [1]]
    assert steps(held[0]) == steps(held[1])


@pytest.mark.rule("8.3")
def test_that_holds_while_a_sum_is_owed_as_well() -> None:
    position = "L cw t=A; A: Y+2 x3; B: x3; C: {} R1 R2; D: x3; dr: x20; di: Y8"
    held = [jumping(position.format(card), **CANCELS).send("A play Y+2") for card in ("Y+2", "G3")]
    assert [engine.acting_seats(game.table) for game in held] == [[1, 2], [1]]
    assert steps(held[0]) == steps(held[1])


def steps(game: AtTable) -> int:
    """Return the calls of functions that it takes to find the acting seats."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    gc.disable()  # Hypothesis is called back when garbage is collected
    sys.setprofile(note)
    try:
        engine.acting_seats(game.table)
    finally:
        sys.setprofile(None)
        gc.enable()
    return count
