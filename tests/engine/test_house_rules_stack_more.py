"""Stacking across kinds and deflecting a penalty (SPEC 8.3, R-STACK-ACROSS, R-DEFLECT)."""

from __future__ import annotations

import pytest

import engine
from engine.notation import parse_position, print_position
from tests.engine.positions import AtTable, at

ACROSS = {"game": "classic", "stack": "same_wild", "stack_across": True}
DEFLECT = {"game": "classic", "stack": "same", "deflect": True}
THREE = "L cw t=A; A: {a}; B: {b}; C: {c}; dr: x20; di: R8"


def table(a: str, b: str, c: str, **options: object) -> AtTable:
    return at(THREE.format(a=a, b=b, c=c), **options)


# -- Across kinds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-STACK-ACROSS")
def test_a_wild_draw_four_answers_a_draw_two_and_a_draw_two_answers_it() -> None:
    game = table("R+2 R1 R2", "W4 G1 G2", "G+2 B1 B2", **ACROSS).send("A play R+2", "B play W4 color=G")
    assert (game.actor, game.phase, game.table.owed) == ("C", "PENALTY", 6)
    game.send("C play G+2")
    assert (game.actor, game.table.owed) == ("A", 8)
    assert game.send("A take").sizes["A"] == 10


@pytest.mark.rule("8.3", "R-STACK-ACROSS")
def test_another_kind_must_fit_the_color_in_force_and_the_same_kind_need_not() -> None:
    game = table("R+2 R1 R2", "W4 G1 G2", "B+2 W4 B2", **ACROSS).send("A play R+2", "B play W4 color=G")
    assert game.refusal("C play B+2") == "card_not_playable"
    assert game.send("C play W4 color=R").table.owed == 10


@pytest.mark.rule("8.3", "R-STACK-ACROSS", "R-STACK-CHALLENGE")
def test_the_player_of_a_wild_that_is_challenged_takes_the_whole_sum() -> None:
    game = table("R+2 R1 R2", "W4 R9 G2", "B+2 B1 B2", **ACROSS).send("A play R+2", "B play W4 color=G", "C challenge")
    assert (game.sizes["B"], game.actor) == (8, "C")


@pytest.mark.rule("8.3", "R-STACK-ACROSS", "R-STACK-CHALLENGE")
def test_a_wild_that_was_answered_with_a_draw_two_is_challenged_no_more() -> None:
    game = table("R+2 R1 R2", "W4 R9 G2", "G+2 B1 B2", **ACROSS).send("A play R+2", "B play W4 color=G", "C play G+2")
    assert (game.actor, game.refusal("A challenge")) == ("A", "wrong_phase")
    assert game.table.evidence is None
    assert game.send("A take").sizes == {"A": 10, "B": 2, "C": 2}


@pytest.mark.rule("8.3", "R-STACK-ACROSS")
def test_without_the_rule_another_kind_answers_nothing() -> None:
    game = table("R+2 R1 R2", "W4 G1 G2", "x3", **{**ACROSS, "stack_across": False}).send("A play R+2")
    assert game.refusal("B play W4 color=G") == "card_not_playable"


@pytest.mark.rule("8.3", "R-STACK-ACROSS")
@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"game": "classic"}, "stacking is off"),
        ({"game": "classic", "stack": "same"}, "two kinds of draw cards"),
        ({"game": "flip", "stack": "same"}, "two kinds of draw cards"),
    ],
)
def test_it_is_refused_where_there_is_nothing_to_mix(options: dict[str, object], why: str) -> None:
    with pytest.raises(engine.OptionNotApplicable, match=why):
        engine.resolve({**options, "stack_across": True})


# -- Deflecting --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3", "R-DEFLECT")
def test_a_reverse_sends_the_penalty_back_and_a_skip_passes_it_on() -> None:
    back = table("R+2 R1 R2", "RR G1 G2", "x3", **DEFLECT).send("A play R+2", "B play RR")
    assert (back.actor, back.phase, back.table.owed, back.table.direction) == ("A", "PENALTY", 2, -1)
    on = table("R+2 R1 R2", "RS G1 G2", "x3", **DEFLECT).send("A play R+2", "B play RS")
    assert (on.actor, on.phase, on.table.owed, on.table.direction) == ("C", "PENALTY", 2, 1)
    assert on.send("C take").sizes == {"A": 2, "B": 2, "C": 5}


@pytest.mark.rule("8.3", "R-DEFLECT")
def test_the_card_must_have_the_color_in_force_or_the_symbol_of_the_top_card() -> None:
    game = table("R+2 R1 R2", "RR GS G2", "GR GS B2", **DEFLECT).send("A play R+2")
    assert game.refusal("B play GS") == "card_not_playable"
    game = table("R+2 GR R2", "RR G1 G2", "x3", **DEFLECT).send("A play R+2", "B play RR")
    assert game.send("A play GR").actor == "B"


@pytest.mark.rule("8.3", "R-DEFLECT")
def test_a_draw_card_answers_as_before_the_deflection() -> None:
    game = table("R+2 B+2 R2", "RR G1 G2", "x3", **DEFLECT).send("A play R+2", "B play RR", "A play B+2")
    assert (game.actor, game.table.owed) == ("C", 4)


@pytest.mark.rule("8.3", "R-DEFLECT", "3.10")
def test_a_last_card_that_deflects_makes_the_next_seat_pay_at_once() -> None:
    game = table("R+2 R1 R2", "RR", "x3", **DEFLECT).send("A play R+2", "B play RR")
    assert (game.phase, game.sizes) == ("ROUND_OVER", {"A": 4, "B": 0, "C": 3})


@pytest.mark.rule("8.3", "R-DEFLECT")
def test_without_a_penalty_the_cards_do_what_they_always_do() -> None:
    assert table("RS R1 R2", "x3", "x3", **DEFLECT).send("A play RS").actor == "C"
    assert table("RR R1 R2", "x3", "x3", **DEFLECT).send("A play RR").actor == "C"


@pytest.mark.rule("8.3", "R-DEFLECT", "3.10")
@pytest.mark.parametrize("card", ["RR", "RS"])
def test_a_last_card_without_a_penalty_costs_nobody_anything(card: str) -> None:
    game = table(card, "x3", "x3", **DEFLECT).send(f"A play {card}")
    assert (game.phase, game.sizes) == ("ROUND_OVER", {"A": 0, "B": 3, "C": 3})


@pytest.mark.rule("8.3", "R-DEFLECT")
def test_with_two_seats_both_send_it_back() -> None:
    for card in ("RR", "RS"):
        game = at(f"L cw t=A; A: R+2 R1 R2; B: {card} G1 G2; dr: x20; di: R8", **DEFLECT)
        assert game.send("A play R+2", f"B play {card}").actor == "A"


@pytest.mark.rule("0.1", "R-DEFLECT", "R-STACK-ACROSS")
def test_a_position_says_what_is_owed_where_the_top_cards_do_not() -> None:
    deflected = table("R+2 R1 R2", "RS G1 G2", "x3", **DEFLECT).send("A play R+2", "B play RS")
    mixed = table("R+2 R1 R2", "W4 G1 G2", "x3", **ACROSS).send("A play R+2", "B play W4 color=G")
    for game, owed in ((deflected, 2), (mixed, 6)):
        text = print_position(game.table)
        assert f" owed={owed} " in text
        again = parse_position(text, engine.rules_of(game.table.spec))
        assert (again.owed, again.phase.value, print_position(again)) == (owed, "PENALTY", text)


@pytest.mark.rule("0.1")
@pytest.mark.parametrize("owed", ["", "0", "-1", "x", "99999999", "٣"])
def test_what_is_owed_is_a_number_of_cards(owed: str) -> None:
    with pytest.raises(engine.BadNotation):
        parse_position(f"L cw ph=PENALTY t=A owed={owed}; A: x; B: x; dr: x; di: R+2", engine.resolve(DEFLECT))
