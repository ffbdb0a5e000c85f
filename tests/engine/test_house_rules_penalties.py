"""Costs of wrong plays and wrong catches (SPEC 8.3)."""

from __future__ import annotations

import pytest

import engine
from engine.events import CardMisplayed, CatchFailed
from tests.engine.positions import at

WRONG = "L cw t=A; A: R1 Y2 G3; B: x3; C: x3; dr: x9; di: Y8"


@pytest.mark.rule("8.3", "R-ILLEGAL")
def test_a_card_that_does_not_fit_is_shown_and_costs_cards_and_the_turn() -> None:
    game = at(WRONG, misplay_penalty=2).send("A play R1")
    assert (game.actor, game.sizes["A"], game.top) == ("B", 5, "Y8")
    assert "R1" in game.hand("A")
    assert game.told("C", "card_misplayed") == [{"type": "card_misplayed", "seat": 0, "face": "R1"}]


@pytest.mark.rule("8.3")
def test_without_the_rule_such_a_card_is_refused() -> None:
    assert at(WRONG).refusal("A play R1") == "card_not_playable"
    assert at(WRONG, misplay_penalty=0).refusal("A play R1") == "card_not_playable"


@pytest.mark.rule("8.3", "R-MISPLAY")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("A play B9", "card_not_in_hand"),
        ("B play R1", "not_your_turn"),
        ("A play Y2 color=G", "bad_color"),
        ("A pass", "wrong_phase"),
    ],
)
def test_every_other_wrong_command_is_refused_as_ever(line: str, code: str) -> None:
    assert at(WRONG, misplay_penalty=2).refusal(line) == code


@pytest.mark.rule("8.3", "R-MISPLAY")
def test_another_card_than_the_drawn_one_is_refused_and_not_punished() -> None:
    game = at("L cw t=A; A: R1 G3; B: x3; dr: Y1 x9; di: Y8", misplay_penalty=2).send("A draw")
    assert game.refusal("A play R1") == "only_drawn_card"


@pytest.mark.rule("8.3")
def test_a_misplay_is_no_legal_command() -> None:
    assert at(WRONG, misplay_penalty=2).legal("A") == [engine.Play("Y2"), engine.Draw()]


@pytest.mark.rule("8.3", "3.9", "R-MISPLAY")
def test_a_misplay_begins_a_turn_and_lets_an_early_call_lapse() -> None:
    game = at("L cw t=A; A: Y2 R8; B: R1 G3; C: x3; dr: x9; di: Y8", misplay_penalty=1)
    game.send("A play Y2", "B uno", "B play R1")
    assert game.uno == {"A": "none", "B": "none", "C": "none"}
    assert game.actor == "C"


@pytest.mark.rule("8.3", "3.9", "R-MISPLAY", "R-EXHAUST")
@pytest.mark.parametrize("options", [{}, {"game": "attack", "launcher": [0]}])
def test_a_call_made_with_two_cards_lapses_with_the_turn_though_no_card_is_drawn(options: dict[str, object]) -> None:
    game = at("L cw t=A; A: R1 G3; B: x3; dr:; di: Y8", misplay_penalty=1, **options).send("A uno", "A play R1")
    assert (game.actor, game.sizes["A"]) == ("B", 2)
    assert game.uno["A"] == "none"


@pytest.mark.rule("8.3", "3.9", "R-MISPLAY")
def test_a_misplay_lays_no_card_so_a_window_open_until_the_next_play_stays_open() -> None:
    game = at("L cw t=A; A: Y2 R8; B: R1 G3; C: x3; dr: x9; di: Y8", misplay_penalty=1, uno_window="next_play")
    assert game.send("A play Y2", "B play R1").uno["A"] == "exposed"


@pytest.mark.rule("8.3", "R-MISPLAY")
def test_a_wrong_jump_costs_cards_but_nobody_the_turn() -> None:
    game = at("L cw t=A; A: x3; B: R1 G3; C: x3; dr: x9; di: Y8", misplay_penalty=2, jump_in=True).send("B jump R1")
    assert (game.actor, game.sizes) == ("A", {"A": 3, "B": 4, "C": 3})
    assert len(game.events(CardMisplayed)) == 1


@pytest.mark.rule("8.3", "3.6")
def test_an_illegal_draw_card_under_strict_rules_is_a_misplay() -> None:
    game = at("L cw t=A; A: W2 Y2; B: x3; dr: x9; di: Y8", misplay_penalty=2, wild_draw_enforcement="strict")
    assert game.send("A play W2 color=R").sizes["A"] == 4


@pytest.mark.rule("8.3", "3.7", "R-EXHAUST")
def test_a_misplay_draws_what_there_is() -> None:
    game = at("L cw t=A; A: R1 Y2; B: x3; dr: x; di: Y8", misplay_penalty=5).send("A play R1")
    assert (game.sizes["A"], game.actor) == (3, "B")


@pytest.mark.rule("8.3", "3.9")
def test_who_catches_a_seat_that_has_missed_nothing_draws() -> None:
    game = at("L cw t=A; A: Y2 R8; B: x3; C: x; dr: x9; di: Y8", false_catch_penalty=3).send("B catch C")
    assert (game.sizes["B"], game.actor) == (6, "A")
    assert game.events(CatchFailed) == [CatchFailed(1, 2)]
    assert game.send("A play Y2", "B catch A").sizes["A"] == 3


@pytest.mark.rule("8.3", "3.9")
def test_everybody_is_told_what_cards_are_drawn_for() -> None:
    game = at("L cw t=A; A: R1 Y2; B: x3; C: R1 R8; dr: x9; di: Y8", misplay_penalty=2, false_catch_penalty=1)
    game.send("A play R1", "C catch B", "B draw", "C play R1")
    assert [event["reason"] for event in game.told("C", "cards_drawn")] == ["misplay", "catch", "turn", "misplay"]


@pytest.mark.rule("8.3", "3.9")
def test_without_the_rule_a_wrong_catch_is_refused() -> None:
    assert at(WRONG).refusal("B catch C") == "nothing_to_catch"


@pytest.mark.rule("8.3", "3.9")
def test_catching_oneself_or_nobody_is_refused() -> None:
    game = at("L cw t=A; A: Y2 R8; B: x3; C: x; dr: x9; di: Y8", false_catch_penalty=3).send("A play Y2")
    assert game.refusal("A catch A") == "nothing_to_catch"
    assert game.refusal("A catch D") == "bad_target"


@pytest.mark.rule("8.3")
def test_a_wrong_catch_is_no_legal_command() -> None:
    game = at("L cw t=A; A: Y2 R8; B: x3; C: x; dr: x9; di: Y8", false_catch_penalty=3).send("A play Y2")
    assert [command for command in game.legal("B") if isinstance(command, engine.Catch)] == [engine.Catch(0)]


@pytest.mark.rule("8.3", "8.4")
def test_both_prices_may_be_set_in_one_match() -> None:
    misplay_costs = engine.resolve({"misplay_penalty": 2, "false_catch_penalty": 1}).misplay_costs
    assert {kind.code for kind in misplay_costs} == {"card_not_playable", "nothing_to_catch"}


@pytest.mark.rule("8.3", "8.4", "R-MISPLAY")
def test_a_card_that_does_not_answer_a_stacked_penalty_is_refused_and_not_punished() -> None:
    game = at("L cw t=A; A: Y+1 x2; B: R1 x2; dr: x9; di: Y8", misplay_penalty=2, stack="same").send("A play Y+1")
    assert (game.phase, game.refusal("B play R1")) == ("PENALTY", "card_not_playable")
