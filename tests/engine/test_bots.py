"""The bots from outside: their moves from a position, at any table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

import engine
from engine.bots.fronts import colors_behind
from engine.testing.random_match import random_match
from tests.engine.positions import at
from tests.engine.sharp_bot import SHARP, answer, card, no_luck, sharp
from tests.engine.strategies import matches

if TYPE_CHECKING:
    from tests.engine.matches import Match

# -- Whole matches -----------------------------------------------------------------------------------------------------


def test_sharp_beats_three_random_far_more_often_than_its_share() -> None:
    bots = [engine.bot("random"), SHARP, engine.bot("random"), engine.bot("random")]
    wins = 0
    for number in range(10):
        *_, (table, _) = random_match(bots, {"target": 100}, bytes([number]) * 32)
        wins += table.result is not None and table.result.winners == (1,)
    assert wins >= 8


@pytest.mark.slow
@given(match=matches(most=60))
@settings(max_examples=60, deadline=None)
def test_sharp_answers_every_position_of_every_ruleset_with_a_legal_command(match: Match) -> None:
    for seat in range(match.table.seats):
        legal = engine.legal_commands(match.table, seat)
        if legal:
            view = engine.view(match.table, seat)
            chosen = SHARP.choose(view, legal, no_luck)
            assert any(chosen is command for command in legal)
            assert SHARP.choose(view, legal, no_luck) is chosen


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(KeyError):
        engine.bot("omniscient")


# -- UNO ---------------------------------------------------------------------------------------------------------------


def test_it_calls_uno_with_the_last_but_one_card() -> None:
    assert sharp("L cw t=A; A: R5 G5; B: x5; C: x5; dr: x20; di: R7") == engine.Play("R5", uno=True)


def test_it_calls_uno_beforehand_where_a_play_cannot_carry_the_call() -> None:
    table = at("L cw t=A; A: R5 G5; B: x5; C: x5; dr: x20; di: R7")
    plain = [command for command in table.legal("A") if not (isinstance(command, engine.Play) and command.uno)]
    assert isinstance(SHARP.choose(table.sees("A"), plain, no_luck), engine.CallUno)


def test_it_catches_a_missed_call_before_it_plays() -> None:
    table = at("L cw t=A; A: R5 G5; B: R2 R3 Y4; C: x5; dr: x20; di: R7", uno_window="last_card").send("A play R5")
    assert answer(table, "B") == engine.Catch(0)


def test_it_makes_good_its_own_missed_call_first() -> None:
    table = at("D cw t=A; A: pE o5; B: x5; C: x5; dr: x20; di: p7", uno_window="last_card").send("A play pE")
    assert isinstance(answer(table), engine.CallUno)


# -- Which card --------------------------------------------------------------------------------------------------------


def test_it_keeps_its_wild_while_another_card_fits() -> None:
    assert card(sharp("L cw t=A; A: W G5 Y8 B2 R4; B: x5; C: x5; dr: x20; di: R7")) == "R4"


def test_it_goes_out_whenever_it_can() -> None:
    assert card(sharp("L cw t=A; A: R1; B: x5; C: x5; dr: x20; di: R7")) == "R1"


def test_its_last_draw_color_names_the_color_that_is_rarest_among_the_unseen() -> None:
    table = at("D cw t=A; A: wc; B: x5; C: x5; dr: x20; di: p7 o1 o2 o3 o4 o5")
    assert card(answer(table)) == "wc"
    assert answer(table.send("A play wc")) == engine.NameColor("o")


def test_it_lays_the_dear_card_when_somebody_is_nearly_out() -> None:
    assert card(sharp("L cw t=A; A: R9 R1 G5 B4 Y2; B: x5; C: x; dr: x20; di: R7")) == "R9"


def test_it_lays_dear_cards_where_every_hand_is_written_down() -> None:
    assert card(sharp("L cw t=A; A: R9 R1 G5 B4 Y2; B: x5; C: x5; dr: x20; di: R7", scoring="own_low")) == "R9"


def test_it_keeps_two_cards_that_go_one_on_the_other() -> None:
    assert card(sharp("L cw t=A; A: R5 R8 G5 G5; B: x5; C: x5; dr: x20; di: R7")) == "R5"


def test_it_stops_the_next_seat_that_has_one_card() -> None:
    assert card(sharp("L cw t=A; A: RS R9 G5 B4 Y2; B: x; C: x5; dr: x20; di: R7")) == "RS"


def test_it_turns_play_away_from_the_seat_that_has_one_card() -> None:
    assert card(sharp("L cw t=A; A: RR R9 G5 B4 Y2; B: x; C: x5; dr: x20; di: R7")) == "RR"


def test_it_does_not_turn_play_towards_the_seat_that_has_one_card() -> None:
    assert card(sharp("L cw t=A; A: RR R9 G5 B4 Y2; B: x5; C: x; dr: x20; di: R7")) == "R9"


def test_it_skips_everyone_and_goes_out_with_the_card_that_follows() -> None:
    assert sharp("D cw t=A; A: pE p3; B: x5; C: x5; dr: x20; di: p7") == engine.Play("pE", uno=True)


def test_it_skips_everyone_to_stop_somebody_even_with_nothing_to_follow() -> None:
    assert card(sharp("D cw t=A; A: pE p3 p4 o5 o6; B: x5; C: x; dr: x20; di: p7")) == "pE"
    assert card(sharp("D cw t=A; A: pE t3 o4 v5 v6; B: x; C: x5; dr: x20; di: p7")) == "pE"


def test_with_two_seats_a_reverse_is_another_turn() -> None:
    assert card(sharp("L cw t=A; A: RR R9; B: x5; dr: x20; di: R7")) == "RR"


def test_with_two_seats_a_skip_is_laid_before_the_card_that_follows_it() -> None:
    assert card(sharp("L cw t=A; A: RS R9 B9 G2 G3 Y4; B: x5; dr: x20; di: R7")) == "RS"


def test_it_keeps_a_draw_wild_that_it_has_just_drawn_rather_than_bluff() -> None:
    table = at("L cw t=A; A: R4 Y5 G5 B8; B: x5; C: x5; dr: W2 x20; di: R7").send("A draw")
    assert isinstance(answer(table), engine.Pass)


def test_it_lays_a_number_that_it_has_just_drawn() -> None:
    table = at("L cw t=A; A: Y5 G5 B8; B: x5; C: x5; dr: R1 x20; di: R7").send("A draw")
    assert card(answer(table)) == "R1"


# -- Colors ------------------------------------------------------------------------------------------------------------


def test_it_names_the_color_that_the_others_seem_to_lack() -> None:
    command = sharp("L cw c=Y t=A; A: W G5 R8 B2 R4; B: x5; C: x5; dr: x20; di: W B1 B1 B3 B3 B4 B4 B5 B5")
    assert command == engine.Play("W", color="B")


def test_it_names_a_color_that_it_holds_when_few_cards_are_left() -> None:
    command = sharp("L cw t=A; A: W G1; B: x5; C: x5; dr: x20; di: R5 B1 B1 B3 B3 B4 B4")
    assert command == engine.Play("W", color="G", uno=True)


def test_it_names_a_color_when_asked() -> None:
    table = at("L cw t=A; A: W G1; B: x5; C: x5; dr: x20; di: R5").send("A play W uno")
    assert answer(table) == engine.NameColor("G")


@pytest.mark.parametrize("pairing", ["physical", "custom"])
def test_where_the_pairing_is_known_the_backs_tell_what_the_others_lack(pairing: str) -> None:
    table = at("L cw t=A; A: W; B: R1/p3 R2/oR; C: Y1/pE; dr: x20; di: R7", pairing="physical")
    view = table.sees("A")
    if pairing == "custom":
        cards = tuple(f"{light}/{dark}" for light, dark in PRINTED)
        view = replace(view, options=view.options | {"pairing": cards})
    legal = [engine.NameColor("R"), engine.NameColor("G")]
    assert SHARP.choose(view, legal, no_luck) == engine.NameColor("G")


PRINTED = (("R1", "p3"), ("R+1", "p3"), ("R2", "oR"), ("B5", "oR"), ("Y1", "pE"), ("R9", "pE"))


def test_where_the_pairing_is_secret_a_back_tells_nothing() -> None:
    assert colors_behind("random") == {}


def test_where_the_others_hold_nothing_their_backs_tell_nothing() -> None:
    view = at("L cw t=A; A: W; B: R1/p3; C: Y1/pE; dr: x20; di: R7", pairing="physical").sees("A")
    seats = [replace(seat, backs=[]) for seat in view.seats]
    legal = [engine.NameColor("R"), engine.NameColor("G")]
    assert SHARP.choose(replace(view, seats=seats), legal, no_luck) in legal


# -- Flip --------------------------------------------------------------------------------------------------------------


def test_it_does_not_flip_a_wild_into_the_hand_of_somebody_nearly_out() -> None:
    assert card(sharp("L cw t=A; A: RF/p1 R1/p2 G5/p3 B4/p4; B: Y1/w; C: x5; dr: x20; di: R7")) == "R1"


def test_it_flips_when_its_own_backs_are_known_to_be_strong() -> None:
    view = at("L cw t=A; A: RF R1 G5 Y3 B4; B: Y1/p9 Y2/p8 Y3/p7; C: B1/o1 B2/o2 B3/o3; dr: x20; di: R7").sees("A")
    legal = [engine.Play("RF"), engine.Play("R1")]

    def with_backs(*backs: str) -> engine.Command:
        hand = [replace(held, back=back) for held, back in zip(view.hand or [], backs, strict=True)]
        return SHARP.choose(replace(view, hand=hand), legal, no_luck)

    assert card(with_backs("p1", "wc", "w", "wc", "w")) == "RF"
    assert card(with_backs("p1", "p2", "p3", "o1", "o3")) == "R1"


# -- Bluff and challenge -----------------------------------------------------------------------------------------------


def test_it_does_not_bluff_while_an_honest_card_fits() -> None:
    assert card(sharp("L cw t=A; A: W2 R4 G5 B4 Y2; B: x5; C: x5; dr: x20; di: R7")) == "R4"


def test_it_rather_lays_the_wild_that_cannot_be_challenged() -> None:
    assert card(sharp("L cw t=A; A: W2 W Y3 Y5; B: x5; C: x5; dr: x20; di: R7")) == "W"


def test_where_nobody_may_challenge_a_bluff_costs_nothing() -> None:
    hands = "L cw t=A; A: W2 R1; B: x; C: x5; dr: x20; di: R7"
    assert card(sharp(hands, wild_draw_enforcement="none")) == "W2"


def test_it_challenges_a_full_hand_under_a_color_that_has_hardly_been_seen() -> None:
    table = at("D cw t=A; A: wc x9; B: t1 t2 t3; C: x5; dr: x20; di: p7", wild_matches_color=False).send(
        "A play wc color=o"
    )
    assert isinstance(answer(table, "B"), engine.Challenge)


def test_it_accepts_when_the_hand_is_too_small_to_hold_the_color() -> None:
    table = at("L cw t=A; A: W2 x; B: Y1 Y2 Y3; C: x5; dr: x20; di: R7").send("A play W2 color=G uno")
    assert isinstance(answer(table, "B"), engine.Accept)


def test_where_wilds_convict_it_challenges_sooner() -> None:
    hands = "L cw t=A; A: W2 x5; B: Y1 Y2 Y3; C: x5; dr: x20; di: R7"
    said = [answer(at(hands, wild_matches_color=convicts).send("A play W2 color=G"), "B") for convicts in (True, False)]
    assert [type(each) for each in said] == [engine.Challenge, engine.Accept]


def test_below_another_wild_any_color_may_have_been_in_force() -> None:
    table = at("L cw c=R t=A; A: W2 x; B: Y1 Y2 Y3; C: x5; dr: x20; di: W").send("A play W2 color=G uno")
    assert isinstance(answer(table, "B"), engine.Accept)


def test_the_backs_of_its_player_tell_whether_a_challenge_pays() -> None:
    innocent = "L cw t=A; A: W2/o4 Y3/p+5 Y4/vF Y8/o2; B: G1 G2 G3; C: x5; dr: x20; di: R7"
    guilty = "L cw t=A; A: W2/o4 R1/p3 R+1/p4 R4/oF R4/v+5 R8/t7 RR/v3 RS/w; B: G1 G2 G3; C: x5; dr: x20; di: R7"
    said = [answer(at(hands, pairing="physical").send("A play W2 color=G"), "B") for hands in (innocent, guilty)]
    assert [type(each) for each in said] == [engine.Accept, engine.Challenge]
