"""Calling UNO: duty, window and penalty (SPEC 3.9)."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from tests.engine.positions import at

TWO_CARDS = "L cw t=A; A: Y2 R8; B: Y3 G5 x1; C: x3; dr: x6; di: Y8"


@pytest.mark.rule("3.9")
def test_a_seat_left_with_one_card_by_its_own_play_must_have_called() -> None:
    assert at(TWO_CARDS).send("A play Y2").uno["A"] == "exposed"
    assert at(TWO_CARDS).send("A play Y2 uno").uno["A"] == "safe"
    assert at(TWO_CARDS).send("A uno", "A play Y2").uno["A"] == "safe"


@pytest.mark.rule("3.9")
def test_a_hand_that_came_down_to_one_card_otherwise_has_no_duty() -> None:
    game = at("L cw t=A; A: Y3 R8 x1; B: x1; C: x3; dr: x6; di: Y8").send("A play Y3")
    assert game.uno == {"A": "none", "B": "none", "C": "none"}


@pytest.mark.rule("3.9")
def test_the_flag_on_a_play_that_leaves_more_than_one_card_does_nothing() -> None:
    game = at("L cw t=A; A: Y2 R8 G1; B: x3; C: x3; dr: x6; di: Y8").send("A play Y2 uno")
    assert game.uno["A"] == "none"
    assert game.sizes["A"] == 2


@pytest.mark.rule("3.9")
def test_an_exposed_seat_may_still_call_while_the_window_is_open() -> None:
    game = at(TWO_CARDS).send("A play Y2", "A uno")
    assert game.uno["A"] == "safe"
    assert game.refusal("B catch A") == "nothing_to_catch"


@pytest.mark.rule("3.9", "C02")
def test_a_caught_seat_draws_two_cards_and_is_exposed_no_more() -> None:
    game = at(TWO_CARDS).send("A play Y2", "C catch A")
    assert game.sizes["A"] == 3
    assert game.uno["A"] == "none"
    assert game.actor == "B"


@pytest.mark.rule("3.9", "C02")
@pytest.mark.parametrize("penalty", [0, 1, 5])
def test_uno_penalty_says_how_many_cards_a_missed_call_costs(penalty: int) -> None:
    game = at(TWO_CARDS, uno_penalty=penalty).send("A play Y2", "C catch A")
    assert game.sizes["A"] == 1 + penalty
    assert game.refusal("B catch A") == "nothing_to_catch"


@pytest.mark.rule("3.9")
def test_the_first_of_two_catchers_wins() -> None:
    game = at(TWO_CARDS).send("A play Y2", "B catch A")
    assert game.refusal("C catch A") == "nothing_to_catch"


@pytest.mark.rule("3.9")
def test_nobody_can_catch_their_own_seat_an_innocent_one_or_one_that_is_not_there() -> None:
    game = at(TWO_CARDS).send("A play Y2")
    assert game.refusal("A catch A") == "nothing_to_catch"
    assert game.refusal("A catch B") == "nothing_to_catch"
    assert game.refusal("A catch D") == "bad_target"


@pytest.mark.rule("3.9")
def test_there_is_nothing_to_call_with_three_cards_or_out_of_turn_with_two() -> None:
    game = at("L cw t=A; A: Y2 R8 G1; B: Y3 G5; C: x3; dr: x6; di: Y8")
    assert game.refusal("A uno") == "uno_not_applicable"
    assert game.refusal("B uno") == "uno_not_applicable"


@pytest.mark.rule("3.9", "3.4")
@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("L cw ph=CHALLENGE c=G t=B; A: x3; B: R1 R2; C: x3; dr: x9; di: W2 Y8", {}),
        ("L cw ph=CHALLENGE c=G t=B; A: x3; B: R1 R2; C: x3; dr: x9; di: W4 Y8", {"game": "classic"}),
        ("L cw ph=COLOR t=B; A: x3; B: R1 R2; C: x3; dr: x9; di: W Y8", {}),
        (
            "L cw ph=TEAM_AID t=B; A: x3; B: R1 R2; C: x3; D: B3 B4; dr: x9; di: Y8",
            {"teams": 2, "teammate_gives": True},
        ),
    ],
    ids=["a challenge", "a challenge in classic", "the color of a card that lies", "a teammate's question"],
)
def test_with_two_cards_there_is_nothing_to_call_before_an_answer_that_plays_no_card(
    position: str, options: dict[str, Any]
) -> None:
    game = at(position, **options)
    assert (game.actor, game.sizes["B"], game.uno["B"]) == ("B", 2, "none")
    assert game.refusal("B uno") == "uno_not_applicable"
    assert not any(isinstance(command, engine.CallUno) for command in game.legal("B"))


@pytest.mark.rule("3.9")
def test_nobody_calls_twice() -> None:
    assert at(TWO_CARDS).send("A uno").refusal("A uno") == "uno_not_applicable"
    assert at(TWO_CARDS).send("A play Y2 uno").refusal("A uno") == "uno_not_applicable"


@pytest.mark.rule("3.9", "R-UNO-WINDOW", "C03")
@pytest.mark.parametrize("beginning", ["B play Y3", "B draw"])
def test_the_window_closes_when_a_seat_begins_its_turn_by_playing_or_drawing(beginning: str) -> None:
    game = at(TWO_CARDS).send("A play Y2", beginning)
    assert game.uno["A"] == "none"
    assert game.refusal("C catch A") == "nothing_to_catch"
    assert game.refusal("A uno") == "uno_not_applicable"


@pytest.mark.rule("3.9", "R-UNO-WINDOW")
def test_a_forced_draw_an_answer_and_the_naming_of_a_color_leave_the_window_open() -> None:
    wild = at("L cw t=A; A: W2 R8; B: x3; C: x3; dr: x8; di: Y8")
    assert wild.send("A play W2", "A color B").uno["A"] == "exposed"
    assert wild.send("B accept").uno["A"] == "exposed"
    assert wild.send("C catch A").sizes["A"] == 3


@pytest.mark.rule("3.9", "R-UNO-WINDOW")
def test_a_challenge_that_fails_leaves_the_window_open() -> None:
    game = at("L cw t=A; A: W2 R8; B: x3; C: x3; dr: x8; di: Y8").send("A play W2 color=B", "B challenge")
    assert game.uno["A"] == "exposed"
    assert game.send("C catch A").sizes == {"A": 3, "B": 7, "C": 3}


@pytest.mark.rule("3.9")
def test_a_seat_made_to_draw_is_exposed_no_more() -> None:
    game = at("L cw t=A; A: W2 Y1; B: x3; C: x3; dr: x8; di: Y8").send("A play W2 color=B", "B challenge")
    assert game.sizes["A"] == 3
    assert game.uno["A"] == "none"


@pytest.mark.rule("3.9", "R-UNO-WINDOW")
def test_a_seat_that_plays_again_closes_its_own_window_with_its_next_command() -> None:
    skip = "D cw t=A; A: tE t1 o9; B: x3; C: x3; dr: x6; di: t5"
    game = at(skip).send("A play tE", "A play t1")
    assert game.uno["A"] == "exposed"
    two = at("L cw t=A; A: YS R8; B: x3; dr: x6; di: Y8").send("A play YS")
    assert (two.actor, two.uno["A"]) == ("A", "exposed")
    assert two.send("A draw").uno["A"] == "none"


@pytest.mark.rule("3.9")
def test_a_call_with_two_cards_lapses_if_the_seat_then_draws() -> None:
    assert at(TWO_CARDS).send("A uno", "A draw").uno["A"] == "none"


@pytest.mark.rule("3.9")
def test_a_call_with_two_cards_lapses_even_if_there_is_nothing_to_draw() -> None:
    game = at("L cw t=A; A: R2 R8; B: R3 G5 x1; C: x3; dr: ; di: Y8").send("A uno", "A draw")
    assert game.sizes["A"] == 2
    assert game.uno["A"] == "none"


@pytest.mark.rule("3.9")
def test_a_call_with_two_cards_holds_for_the_same_turn_only() -> None:
    game = at("L cw t=A; A: R8; B: x3; C: x3; dr: Y5 x6; di: Y8").send("A draw", "A uno")
    assert game.uno["A"] == "safe"
    assert game.send("A pass").uno["A"] == "none"


@pytest.mark.rule("3.9", "3.4")
def test_a_call_with_two_cards_may_come_before_the_color_that_a_flip_asks_for() -> None:
    game = at("L cw t=A; A: YF Y1; B: R1/p3 R2/oR; C: x3; dr: x4; di: Y2 Y1/w").send("A play YF", "B uno", "B color p")
    assert game.send("B play p3").uno["B"] == "safe"


@pytest.mark.rule("3.9", "6", "8.2")
@pytest.mark.parametrize(
    ("options", "position", "lines"),
    [
        ({"edition": "marvel"}, "L cw ph=EFFECT t=B; A: x2; B: R1 R2; C: x2; dr: x4; di: WH", "B discard R1 color=G"),
        (
            {"skip_effect": "give_card"},
            "L cw t=B; A: x3; B: YS R1 R2; C: x2; dr: x; di: Y8",
            "B play YS|B give R1 to=A",
        ),
    ],
)
def test_a_call_with_two_cards_may_come_before_one_of_them_is_discarded_or_given(
    options: dict[str, Any], position: str, lines: str
) -> None:
    *before, last = lines.split("|")
    game = at(position, **options).send(*before, "B uno")
    assert game.send(last).uno["B"] == "safe"
    assert game.refusal("C catch B") == "nothing_to_catch"


@pytest.mark.rule("3.9")
def test_back_at_one_card_the_call_must_be_made_again() -> None:
    game = at("L cw t=A; A: R8 Y2; B: x3; dr: x1 Y6 x6; di: Y8")
    game.send("A play Y2 uno", "B draw", "A draw", "A play Y6")
    assert game.uno["A"] == "exposed"


@pytest.mark.rule("3.9")
def test_a_safe_seat_that_can_draw_nothing_stays_safe() -> None:
    game = at("L cw c=Y t=A; A: R8 Y2; B: x3; dr: ; di: R9").send("A play Y2 uno", "B draw")
    assert not game.table.draw
    assert game.send("A draw").uno["A"] == "safe"


@pytest.mark.rule("3.9", "C03")
def test_with_uno_window_next_play_drawing_does_not_close_the_window() -> None:
    game = at(TWO_CARDS, uno_window="next_play").send("A play Y2", "B draw")
    assert game.uno["A"] == "exposed"
    assert at(TWO_CARDS, uno_window="next_play").send("A play Y2", "B play Y3").uno["A"] == "none"


@pytest.mark.rule("3.9", "C03")
def test_with_uno_window_last_card_a_missed_call_can_be_caught_until_the_last_card_lies() -> None:
    game = at(TWO_CARDS, uno_window="last_card").send("A play Y2", "B play Y3", "C draw")
    assert (game.actor, game.uno["A"]) == ("A", "exposed")
    assert game.send("B catch A").sizes["A"] == 3
    late = at("L cw t=A; A: Y2 Y1; B: x3; dr: x6; di: Y8", uno_window="last_card").send(
        "A play Y2", "B draw", "A play Y1"
    )
    assert late.refusal("B catch A") == "round_over"


LAST_WITHOUT_A_COLOR = "D cw t=A; A: p1 wc; B: p2 o1 o3; C: p3 o2 o4; dr: v4 x9; di: p8"


@pytest.mark.rule("3.9", "3.10", "C03")
def test_nobody_is_caught_while_the_color_of_a_last_card_is_named() -> None:
    """A player who drew cards then would not have gone out after all."""
    game = at(LAST_WITHOUT_A_COLOR, uno_window="last_card")
    game.send("A play p1", "B play p2", "C play p3", "A play wc")
    assert (game.phase, game.refusal("B catch A"), game.refusal("A uno")) == (
        "COLOR",
        "nothing_to_catch",
        "uno_not_applicable",
    )
    assert game.legal("B") == []
    assert game.send("A color v").sizes == {"A": 0, "B": 3, "C": 2}
    assert game.phase == "ROUND_OVER"


@pytest.mark.rule("3.10", "8.3")
@pytest.mark.parametrize("line", ["A catch B", "B catch C"])
def test_nor_does_a_wrong_catch_cost_anything_then(line: str) -> None:
    game = at(LAST_WITHOUT_A_COLOR, false_catch_penalty=1)
    game.send("A play p1 uno", "B play p2", "C play p3", "A play wc")
    assert game.refusal(line) == "nothing_to_catch"
    assert game.send("A color v").phase == "ROUND_OVER"
