"""House rules `stack`, `progressive` and `no_challenge` (SPEC 8.2, 8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import engine
from engine import events as e
from engine.editions.flip import FLIP
from engine.house_rules.stacking import STACK
from engine.notation import parse_position, print_position
from engine.option import compose
from tests.engine.positions import AtTable, at, texts

if TYPE_CHECKING:
    from engine.ruleset import Resolution

THREE = "L cw t=A; A: Y+1 R9 R8; B: {}; C: {}; dr: x8; di: Y8"


def plus_one(b: str = "R+1 G9 G8", c: str = "B+1 G7 G6", **options: object) -> AtTable:
    """A has laid a yellow Draw One."""
    return at(THREE.format(b, c), **{"stack": "same"} | options).send("A play Y+1")


def draw_two(hand: str, b: str = "W2 G9 G8", **options: object) -> AtTable:
    """A has laid a Wild Draw Two out of this hand on yellow and named red."""
    game = at(f"L cw t=A; A: W2 {hand}; B: {b}; C: x4; dr: x12; di: Y8", **{"stack": "same_wild"} | options)
    return game.send("A play W2 color=R")


@pytest.mark.rule("8.2", "C04")
def test_the_seat_that_is_hit_is_asked_before_it_draws() -> None:
    game = plus_one()
    assert (game.phase, game.actor, game.sizes["B"]) == ("PENALTY", "B", 3)
    assert game.sees("C").decision == game.sees(None).decision
    assert game.sees("B").decision == engine.PenaltyDecision(seat=1, by=0, card="Y+1", total=1, draws_color=False)


@pytest.mark.rule("8.2")
def test_who_takes_the_cards_loses_the_turn() -> None:
    game = plus_one().send("B take")
    assert (game.sizes["B"], game.actor, game.phase) == (4, "C", "TURN")
    assert [event.reason for event in game.events(e.CardsDrawn)] == ["stack"]


@pytest.mark.rule("8.2", "C30")
def test_the_sum_moves_on_and_is_taken_whole() -> None:
    game = plus_one().send("B play R+1", "C play B+1", "A take")
    assert (game.sizes["A"], game.actor, game.color) == (5, "B", "B")
    assert [event.total for event in game.events(e.PenaltyStacked)] == [1, 2, 3]


@pytest.mark.rule("8.2")
def test_the_next_penalty_begins_at_nothing() -> None:
    game = at("L cw t=A; A: Y+1 Y+1 R8; B: Y2 G8; C: Y5 R5 R6; dr: x8; di: Y8", stack="same")
    game.send("A play Y+1", "B take", "C play Y5", "A play Y+1")
    assert [event.total for event in game.events(e.PenaltyStacked)] == [1, 1]


@pytest.mark.rule("8.2")
def test_the_answer_may_have_any_color_and_needs_no_color_in_force() -> None:
    assert plus_one(b="G+1 G9 G8").send("B play G+1").color == "G"


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("other", ["Y4", "YS", "YF", "W", "W2", "YR"])
def test_no_other_card_answers(other: str) -> None:
    assert plus_one(b=f"{other} G9 G8").refusal(f"B play {other}") == "card_not_playable"


@pytest.mark.rule("8.2", "3.3")
def test_a_penalty_is_no_turn() -> None:
    game = plus_one()
    assert game.refusal("B draw") == "wrong_phase"
    assert game.refusal("B pass") == "wrong_phase"
    assert game.refusal("B accept") == "wrong_phase"
    assert game.refusal("B challenge") == "wrong_phase"
    assert game.refusal("C take") == "not_your_turn"
    assert game.refusal("B play B+1") == "card_not_in_hand"
    assert [type(command) for command in game.legal("B")] == [engine.Play, engine.Take]
    assert game.send("B take").refusal("C take") == "wrong_phase"


@pytest.mark.rule("8.2")
def test_without_the_rule_nobody_is_asked() -> None:
    game = at(THREE.format("R+1 G9", "x4")).send("A play Y+1")
    assert (game.sizes["B"], game.actor) == (3, "C")
    assert game.refusal("C take") == "option_off"


@pytest.mark.rule("8.2")
def test_draw_fives_stack_on_the_dark_side() -> None:
    game = at("D cw t=A; A: p+5 t9 t8; B: o+5 t7 t6; C: x3; dr: x12; di: p1", stack="same")
    game.send("A play p+5", "B play o+5", "C take")
    assert (game.sizes["C"], game.actor, game.color) == (13, "A", "o")


@pytest.mark.rule("8.2")
def test_with_two_seats_the_sum_goes_to_and_fro() -> None:
    game = at("L cw t=A; A: Y+1 B+1 R8; B: R+1 G9; dr: x8; di: Y8", stack="same")
    game.send("A play Y+1", "B play R+1", "A play B+1", "B take")
    assert (game.sizes, game.actor) == ({"A": 1, "B": 4}, "A")


@pytest.mark.rule("8.2")
def test_the_sum_moves_in_the_direction_of_play() -> None:
    game = at("L ccw t=A; A: Y+1 R9 R8; B: x3; C: G+1 R5 R4; dr: x8; di: Y8", stack="same").send("A play Y+1")
    assert game.actor == "C"
    assert game.send("C play G+1").actor == "B"


@pytest.mark.rule("8.2", "3.10")
def test_a_last_draw_card_is_drawn_at_once_with_all_that_is_owed() -> None:
    game = plus_one(b="R+1", c="B+1").send("B play R+1")
    assert (game.phase, game.sizes["C"]) == ("ROUND_OVER", 3)
    assert at("L cw t=A; A: Y+1; B: R+1 G9; dr: x8; di: Y8", stack="same").send("A play Y+1").sizes["B"] == 3


@pytest.mark.rule("8.2", "3.9")
def test_an_answer_with_the_last_but_one_card_calls_uno_or_leaves_the_seat_exposed() -> None:
    assert plus_one(b="R+1 G9").send("B play R+1").uno["B"] == "exposed"
    assert plus_one(b="R+1 G9").send("B play R+1 uno").uno["B"] == "safe"
    assert plus_one(b="R+1 G9").send("B uno", "B play R+1").uno["B"] == "safe"


@pytest.mark.rule("8.2", "3.9")
def test_a_call_made_while_asked_lapses_if_the_cards_are_taken() -> None:
    game = plus_one(b="R+1 G9").send("B uno", "B take")
    assert game.uno["B"] == "none"
    empty = at("L cw t=A; A: Y+1 R9 R8; B: R+1 G9; C: x3; dr: ; di: Y8", stack="same")
    empty.table.discard = empty.table.discard[-1:]
    empty.send("A play Y+1", "B uno", "B take")  # one discard is left to draw
    assert empty.uno["B"] == "none"


@pytest.mark.rule("8.2", "R-UNO-WINDOW")
def test_taking_closes_no_window_and_answering_does() -> None:
    position = "L cw t=A; A: Y+1 R9; B: R+1 G9 G8; C: x4; dr: x8; di: Y8"
    taken = at(position, stack="same").send("A play Y+1", "B take")
    assert taken.uno["A"] == "exposed"
    assert taken.send("B catch A").sizes["A"] == 3
    assert at(position, stack="same").send("A play Y+1", "B play R+1").uno["A"] == "none"


@pytest.mark.rule("8.2", "R-EXHAUST")
def test_what_the_pile_does_not_hold_is_not_owed_later() -> None:
    game = at("L cw t=A; A: Y+1 R9 R8; B: R+1 G9; C: x3; dr: ; di: Y8", stack="same")
    game.send("A play Y+1", "B play R+1", "C take")
    assert (game.sizes["C"], game.actor, game.table.owed) == (5, "A", 0)
    game = at("D cw t=A; A: p+5 p9 p8; B: t9 t8; dr: x1; di: p1", stack="same").send("A play p+5", "B take")
    assert (game.sizes["B"], game.actor, game.table.owed) == (4, "A", 0)
    assert game.events(e.PileExhausted)


@pytest.mark.rule("8.2")
def test_the_time_may_run_out_while_a_penalty_is_open() -> None:
    game = plus_one().send("A expire")
    assert (game.phase, game.sizes["B"]) == ("ROUND_OVER", 3)


@pytest.mark.rule("2.7", "R-PLAYED-ONLY")
def test_a_draw_card_as_starter_is_drawn_and_cannot_be_answered() -> None:
    game = at("L cw ph=SETUP dl=C; A: R+1 x6; B: x7; C: x7; dr: Y+1 x6; di:", stack="same").send("start")
    assert (game.sizes["A"], game.actor, game.phase) == (8, "B", "TURN")


# -- Wilds -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.2")
def test_same_leaves_wild_draw_cards_to_the_challenge() -> None:
    game = draw_two("G1 G2", stack="same")
    assert game.phase == "CHALLENGE"
    assert game.refusal("B play W2 color=G") == "wrong_phase"


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("option", ["stack", "progressive"])
def test_same_wild_stacks_wild_draw_twos_too(option: str) -> None:
    options: dict[str, object] = {"stack": "same_wild"} if option == "stack" else {"progressive": True}
    game = at("L cw t=A; A: W2 G1 G2; B: W2 G9 G8; C: x4; dr: x12; di: Y8", **options)
    game.send("A play W2 color=R")
    assert (game.phase, game.actor) == ("PENALTY", "B")
    game.send("B play W2 color=G", "C take")
    assert (game.sizes["C"], game.actor, game.color) == (8, "A", "G")


@pytest.mark.rule("8.2")
def test_a_draw_one_and_a_wild_draw_two_never_meet() -> None:
    assert draw_two("G1 G2", b="R+1 G9 G8").refusal("B play R+1") == "card_not_playable"
    assert plus_one(b="W2 G9 G8", stack="same_wild").refusal("B play W2 color=R") == "card_not_playable"


@pytest.mark.rule("8.2")
def test_draw_color_never_stacks() -> None:
    game = at("D cw t=A; A: wc o1 o2; B: wc o3; C: x4; dr: v1 x6; di: t7", stack="same_wild")
    game.send("A play wc color=v")
    assert game.phase == "CHALLENGE"
    assert game.refusal("B play wc color=p") == "wrong_phase"
    assert game.refusal("B take") == "wrong_phase"


@pytest.mark.rule("8.2", "3.6", "R-STACK-CHALLENGE")
def test_a_wild_that_is_stacked_on_can_still_be_challenged_and_the_guilty_takes_all() -> None:
    game = draw_two("G1 G2", b="W2 R9 G8").send("B play W2 color=G", "C challenge")
    assert (game.sizes, game.actor, game.phase) == ({"A": 2, "B": 6, "C": 4}, "C", "TURN")
    (shown,) = game.events(e.HandShown)
    assert (shown.seat, shown.to, sorted(texts(shown.faces))) == (1, 2, ["G8", "R9"])
    assert game.table.owed == 0


@pytest.mark.rule("8.2", "3.6", "R-STACK-CHALLENGE")
def test_an_unfounded_challenge_costs_the_sum_and_two() -> None:
    game = draw_two("Y1 G2").send("B play W2 color=G", "C challenge")  # A has bluffed, but B's card is the last one
    assert (game.sizes, game.actor) == ({"A": 2, "B": 2, "C": 10}, "A")


@pytest.mark.rule("8.2", "3.6", "R-STACK-CHALLENGE")
def test_the_first_wild_can_be_challenged_taken_or_answered() -> None:
    assert draw_two("Y1 G2").send("B challenge").sizes == {"A": 4, "B": 3, "C": 4}
    assert draw_two("G1 G2").send("B challenge").sizes == {"A": 2, "B": 7, "C": 4}
    for word in ("take", "accept"):
        game = draw_two("G1 G2").send(f"B {word}")
        assert (game.sizes["B"], game.actor) == (5, "C")


@pytest.mark.rule("8.2", "3.4")
def test_a_wild_without_a_color_asks_for_it_before_the_sum_moves_on() -> None:
    game = draw_two("G1 G2").send("B play W2")
    assert (game.phase, game.actor) == ("COLOR", "B")
    assert game.send("B color G", "C take").sizes["C"] == 8


@pytest.mark.rule("8.2", "3.10")
def test_a_last_wild_passes_the_whole_sum_on_at_once() -> None:
    game = draw_two("G1 G2", b="W2").send("B play W2")
    assert (game.phase, game.sizes["C"]) == ("ROUND_OVER", 8)


@pytest.mark.rule("8.4", "3.6")
def test_strict_judges_each_stacked_wild_on_its_own() -> None:
    honest = draw_two("G1 G2", wild_draw_enforcement="strict")
    assert honest.refusal("B challenge") == "wrong_phase"
    assert honest.send("B play W2 color=G", "C take").sizes["C"] == 8
    bluff = draw_two("G1 G2", b="W2 R9 G8", wild_draw_enforcement="strict")
    assert bluff.refusal("B play W2 color=G") == "card_not_playable"  # it holds the red that A has named


@pytest.mark.rule("8.4", "8.3")
def test_where_no_wild_can_be_challenged_it_is_only_taken_or_answered() -> None:
    game = draw_two("Y1 G2", no_challenge=True)
    assert game.refusal("B challenge") == game.refusal("B accept") == "wrong_phase"
    assert game.send("B take").actor == "C"


@pytest.mark.rule("8.3")
def test_no_challenge_lets_every_wild_draw_card_through() -> None:
    game = at("D cw t=A; A: wc t1 o3; B: x4; C: x4; dr: p1 v2 x9; di: t8", no_challenge=True)
    game.send("A play wc color=v")
    assert (game.sizes["B"], game.actor, game.phase) == (6, "C", "TURN")


# -- Classic -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.2", "7.1")
def test_in_classic_draw_twos_stack() -> None:
    game = at("L cw t=A; A: Y+2 R9 R8; B: R+2 G9; C: x4; dr: x8; di: Y8", game="classic", stack="same")
    game.send("A play Y+2", "B play R+2 uno", "C take")
    assert (game.sizes["C"], game.actor, game.color) == (8, "A", "R")


@pytest.mark.rule("8.2", "7.1", "R-STACK-CHALLENGE")
def test_in_classic_wild_draw_fours_stack_only_on_each_other() -> None:
    position = "L cw t=A; A: W4 R9 R8; B: W4 {} G9; C: W4 x3; dr: x20; di: Y8"
    options = {"game": "classic", "stack": "same_wild"}
    game = at(position.format("B3"), **options).send("A play W4 color=G", "B play W4 color=B", "C challenge")
    assert (game.sizes, game.actor) == ({"A": 2, "B": 10, "C": 4}, "C")  # B held the green that A had named
    game = at(position.format("B3"), **options).send("A play W4 color=R", "B play W4 color=B", "C challenge")
    assert (game.sizes, game.actor) == ({"A": 2, "B": 2, "C": 14}, "A")
    game = at(position.format("R+2"), **options).send("A play W4 color=R")
    assert game.refusal("B play R+2") == "card_not_playable"


@pytest.mark.rule("8.2", "7.1")
@pytest.mark.parametrize("game", ["classic_from_flip", "h2o", "classic"])
def test_every_game_that_draws_can_stack(game: str) -> None:
    assert engine.resolve({"game": game, "progressive": True}).handlers[engine.Take]


# -- Together with others ----------------------------------------------------------------------------------------------


@pytest.mark.rule("8.4")
def test_nobody_jumps_in_while_a_penalty_is_open() -> None:
    game = plus_one(c="Y+1 G7 G6", jump_in=True)
    assert game.refusal("C jump Y+1") == "wrong_phase"
    assert not any(isinstance(command, engine.Jump) for command in game.legal("C"))


@pytest.mark.rule("8.4")
def test_a_draw_card_laid_out_of_turn_hits_the_seat_after_the_jumper() -> None:
    game = at("L cw t=B; A: x3; B: x3; C: Y+1 x2; D: x3; dr: x8; di: Y+1", jump_in=True, stack="same")
    game.send("C jump Y+1")
    assert (game.phase, game.actor) == ("PENALTY", "D")
    assert game.send("D take").sizes["D"] == 4  # the card below was settled long ago


@pytest.mark.rule("8.4")
def test_the_sum_may_fall_on_a_teammate_and_nobody_asks_for_help_in_a_penalty() -> None:
    options = {"stack": "same", "teams": {"A": "X", "C": "X", "B": "Y", "D": "Y"}, "teammate_gives": True}
    game = at("L cw t=A; A: Y+1 x3; B: R+1 x3; C: x4; D: x4; dr: x8; di: Y8", **options)
    game.send("A play Y+1", "B play R+1")
    assert game.refusal("C ask") == "wrong_phase"
    assert game.send("C take").sizes["C"] == 6


@pytest.mark.rule("8.4")
def test_where_an_action_may_not_be_the_last_card_it_is_no_last_answer_either() -> None:
    game = plus_one(b="R+1", no_action_finish=True)
    assert game.refusal("B play R+1") == "cannot_go_out_with_this"
    assert [type(command) for command in game.legal("B")] == [engine.Take]


@pytest.mark.rule("8.4")
def test_a_wrong_answer_is_refused_and_costs_nothing() -> None:
    assert plus_one(b="Y4 G9 G8", misplay_penalty=2).refusal("B play Y4") == "card_not_playable"


@pytest.mark.rule("8.4")
def test_a_sum_may_knock_the_seat_out_that_takes_it() -> None:
    game = plus_one(b="x9", hand_limit=10).send("B take")
    assert (game.actor, game.table.out) == ("C", (1,))


@pytest.mark.rule("8.1", "8.4")
@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"progressive": True, "stack": "same"}, {"progressive", "stack"}),
        ({"progressive": True, "stack": "off"}, {"progressive", "stack"}),
        ({"no_challenge": True, "wild_draw_enforcement": "strict"}, {"no_challenge", "wild_draw_enforcement"}),
        ({"forced_play": True, "draw_policy": "optional"}, {"forced_play", "draw_policy"}),
        ({"forced_play": True, "drawn_play": "optional"}, {"forced_play", "drawn_play"}),
        ({"draw_until_playable": True, "drawn_play": "optional"}, {"draw_until_playable", "drawn_play"}),
    ],
)
def test_what_a_rule_implies_cannot_be_chosen_otherwise(options: dict[str, object], names: set[str]) -> None:
    with pytest.raises(engine.ConflictingOptions) as refused:
        engine.resolve(options)
    assert {refused.value.fields["first"], refused.value.fields["second"]} == names
    assert refused.value.code == "conflicting_options"


@pytest.mark.rule("8.4")
def test_where_cards_are_not_drawn_there_is_no_sum_to_pass_on() -> None:
    def press(_draft: Resolution, _seat: int, _count: int, _reason: str) -> None:
        """Stand for what a launcher does."""

    with pytest.raises(engine.OptionNotApplicable):
        compose(replace(FLIP, penalize=press), {"stack": (STACK, "same")})


@pytest.mark.rule("8.1")
def test_what_a_rule_implies_is_told_with_the_options() -> None:
    told = dict(engine.resolve({"progressive": True, "forced_play": True, "no_challenge": True}).spec.options)
    assert told["stack"] == "same_wild"
    assert told["wild_draw_enforcement"] == "none"
    assert (told["draw_policy"], told["drawn_play"]) == ("only_if_unable", "forced")


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("name", ["progressive", "no_challenge", "forced_play", "draw_until_playable"])
def test_a_rule_that_is_off_implies_nothing(name: str) -> None:
    assert engine.resolve({name: False}) is engine.resolve({})


@pytest.mark.rule("0.1")
def test_a_position_can_stand_in_an_open_penalty() -> None:
    rules = engine.resolve({"stack": "same_wild"})
    for text, total in [
        ("L cw ph=PENALTY dl=C t=C; A: R9 R8; B: G9; C: x3; dr: x4; di: R+1 Y+1 Y8", 2),
        ("D cw ph=PENALTY dl=C t=C; A: x2; B: x1; C: x3; dr: x4; di: o+5 t1", 5),
        ("L cw c=R ph=PENALTY dl=C t=C; A: R9 R8; B: R7; C: x3; dr: x4; di: W2 W2 Y8", 4),
    ]:
        table = parse_position(text, rules)
        assert (table.owed, table.phase.value) == (total, "PENALTY")
        assert parse_position(print_position(table), rules) == table
    game = at("L cw c=R ph=PENALTY t=C; A: x2; B: Y7 G1; C: x3; dr: x8; di: W2 Y8", stack="same_wild")
    assert game.send("C challenge").sizes == {"A": 2, "B": 4, "C": 3}
    with pytest.raises(engine.BadNotation):
        parse_position("L cw ph=PENALTY t=C; A: x2; B: x1; C: x3; dr: x4; di: Y8", rules)
