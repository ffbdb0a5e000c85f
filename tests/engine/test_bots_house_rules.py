"""`sharp` under house rules and in later games (SPEC 7, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import engine
from engine.bots.faces import FACE, read_face
from tests.engine.positions import at
from tests.engine.sharp_bot import SHARP, answer, card, no_luck, sharp

if TYPE_CHECKING:
    from tests.engine.positions import AtTable

# -- House rules -------------------------------------------------------------------------------------------------------


def stacked(hand: str, *, by: str = "Y+1 x4", top: str = "Y8", **options: object) -> AtTable:
    """A has laid the first card of `by`, and B with this hand must answer."""
    card, *_ = by.split()
    table = at(f"L cw t=A; A: {by}; B: {hand}; C: x5; dr: x20; di: {top}", **options)
    return table.send(f"A play {card}" + (" color=G uno" if card == "W2" else ""))


def test_it_answers_a_penalty_rather_than_take_the_cards() -> None:
    assert card(answer(stacked("R+1 R9 G5 B4", stack="same"), "B")) == "R+1"


def test_it_answers_with_the_last_but_one_card_and_calls() -> None:
    command = answer(stacked("R+1 R9", stack="same"), "B")
    assert isinstance(command, engine.Play)
    assert command.uno


def test_it_takes_what_it_cannot_answer() -> None:
    assert isinstance(answer(stacked("R9 G5 B4", stack="same"), "B"), engine.Take)


def test_it_challenges_a_full_hand_rather_than_take_the_sum() -> None:
    table = stacked("Y1 Y2 Y3", by="W2 x9", top="R7", stack="same_wild")
    assert isinstance(answer(table, "B"), engine.Challenge)
    few = stacked("Y1 Y2 Y3", by="W2 x", top="R7", stack="same_wild", wild_matches_color=False)
    assert isinstance(answer(few, "B"), (engine.Take, engine.Accept))


def test_it_gives_what_it_can_best_do_without_to_the_seat_with_the_fewest_cards() -> None:
    hands = "L cw ph=GIVE t=A; A: {}; B: x5; C: x2; D: x4; dr: x20; di: YS Y8"
    given = sharp(hands.format("W Y3 R9"), skip_effect="give_card")
    assert given == engine.Give("R9", 2)
    last = sharp(hands.format("W R9"), skip_effect="give_card")
    assert last == engine.Give("R9", 2, uno=True)


def test_it_never_doubts() -> None:
    table = at("D cw t=A; A: wc p1 p2; B: t1; C: t2 t3 t4; dr: v4 x9; di: t7", reveal_draw_color="doubt")
    table.send("A play wc color=v", "B accept")
    assert engine.Doubt() in table.legal("C")
    assert isinstance(answer(table, "C"), engine.Draw)


# -- Later games -------------------------------------------------------------------------------------------------------


class Discard(NamedTuple):
    cards: tuple[str, ...]
    color: str | None = None


class Give(NamedTuple):
    card: str
    to: int


class Shout(NamedTuple):
    pass


def unheard_of(*commands: Any) -> Any:
    view = at("L cw t=A; A: R9 R1 G5 B4 Y2; B: x; C: x5; dr: x20; di: R7 B1 B2").sees("A")
    return SHARP.choose(view, commands, no_luck)


def test_of_commands_it_has_never_heard_of_it_sends_the_one_that_sheds_most() -> None:
    assert unheard_of(Shout(), Discard(("R1", "Y2")), Discard(("R9", "B4"))) == Discard(("R9", "B4"))


def test_an_unknown_command_with_a_color_names_the_one_that_suits_it() -> None:
    assert unheard_of(Discard(("R9",), "G"), Discard(("R9",), "B")) == Discard(("R9",), "B")


def test_an_unknown_command_is_aimed_at_the_seat_with_fewest_cards() -> None:
    assert unheard_of(Give("R9", 2), Give("R9", 1)) == Give("R9", 1)


def test_a_jump_is_weighed_like_a_play() -> None:
    table = at("L cw t=B; A: R7 G5 B4; B: x5; C: x5; dr: x20; di: R7")
    legal: list[engine.Command] = [engine.Jump("R7"), engine.Pass()]
    assert SHARP.choose(table.sees("A"), legal, no_luck) == engine.Jump("R7")


def test_faces_of_other_games_are_read_by_their_look() -> None:
    assert [FACE[text].draws for text in ("W4", "R+2", "WD1", "WS", "R5", "wc")] == [4, 2, 1, 0, 0, 4]
    assert [FACE[text].points for text in ("W4", "RDA", "R3*", "R7", "W2")] == [50, 20, 3, 7, 50]
    assert read_face("B7*").color == "B"


def test_a_challenge_without_a_card_to_judge_is_not_made() -> None:
    view = at("L cw t=A; A: R9 R1; B: x; C: x5; dr: x20; di: R7").sees("A")
    legal: list[engine.Command] = [engine.Accept(), engine.Challenge()]
    assert isinstance(SHARP.choose(view, legal, no_luck), engine.Accept)


# -- House rules that move hands ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["seven_o", "seven_swap"])
def test_it_swaps_hands_with_the_seat_that_is_nearly_out(rule: str) -> None:
    command = sharp("L cw t=A; A: R7 G1 G2 B3; B: x5; C: x; dr: x20; di: R5", **{rule: True})
    assert isinstance(command, engine.Play)
    assert (command.card, command.target, command.uno) == ("R7", 2, True)


def test_it_does_not_give_a_good_hand_away() -> None:
    for rule in ("seven_o", "seven_swap"):
        assert card(sharp("L cw t=A; A: R7 R1 R2; B: x9; C: x8; dr: x20; di: R5", **{rule: True})) != "R7"
    for rule in ("seven_o", "zero_rotation"):
        position = "L cw t=A; A: R0 R1; B: x9; C: x8; dr: x20; di: R5"
        assert card(sharp(position, game="classic", **{rule: True})) == "R1"


def test_with_two_seats_it_knows_whom_it_swaps_with() -> None:
    assert card(sharp("L cw t=A; A: R7 R1 G2 B3 B5 Y1; B: x; dr: x20; di: R5", seven_o=True)) == "R7"


def test_it_goes_out_with_a_seven_that_then_swaps_nothing() -> None:
    assert card(sharp("L cw t=A; A: R7; B: x9; C: x8; dr: x20; di: R5", seven_o=True)) == "R7"


def test_it_casts_a_spell_only_if_that_helps() -> None:
    spell = {"zero_spell": "swap_one", "spell_number": 5}
    helped = sharp("L cw t=A; A: R5 G1 G2 B3; B: x5; C: x; dr: x20; di: R6", **spell)
    assert isinstance(helped, engine.Play)
    assert helped.target == 2
    kept = sharp("L cw t=A; A: R5 R1; B: x9; C: x8; dr: x20; di: R6", **spell)
    assert isinstance(kept, engine.Play)
    assert kept.target is None


def test_it_drops_the_color_that_it_has_most_of_and_goes_out_if_it_can() -> None:
    spell = {"zero_spell": "dump_color", "spell_number": 5}
    command = sharp("L cw t=A; A: R5 G1 G2 G3 B3 B7; B: x5; C: x5; dr: x20; di: R6", **spell)
    assert isinstance(command, engine.Play)
    assert command.dump == "G"
    out = sharp("L cw t=A; A: R5 G1 G2 G3; B: x5; C: x5; dr: x20; di: R6", **spell)
    assert isinstance(out, engine.Play)
    assert out.dump == "G"


def test_it_jumps_in_and_calls_with_it() -> None:
    position = "L cw t=B; A: R5 G1; B: x5; C: x5; dr: x20; di: R5"
    assert sharp(position, jump_in=True) == engine.Jump("R5", uno=True)


@pytest.mark.parametrize("rule", ["seven_o", "zero_rotation"])
def test_sharp_passes_a_large_hand_on_for_a_small_one_and_keeps_a_small_one(rule: str) -> None:
    position = "L cw t=A; A: R0 R5 {}; B: x5; C: {}; dr: x20; di: R7"
    rules: dict[str, object] = {"game": "classic", rule: True}
    assert card(sharp(position.format("B1 B2 B4 G9", "G1 G2"), **rules)) == "R0"
    assert card(sharp(position.format("", "G1 G2 G3 G4 G5 G6 Y1 Y2 Y3"), **rules)) == "R5"
