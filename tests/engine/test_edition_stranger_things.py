"""Wild Jim Hopper and Wild Eleven's Waffle (SPEC 6)."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

import engine
from engine.commands import MOST_DISCARDS_LISTED
from tests.engine.positions import AtTable, at


def stranger(position: str, **options: object) -> AtTable:
    return at(position, edition="stranger_things", **options)


def hand(count: int) -> str:
    return " ".join([f"{color}{number}" for color in "RG" for number in range(1, 10)][:count])


# -- Wild Jim Hopper ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("6")
@pytest.mark.parametrize(("held", "number"), [(8, 4), (7, 4), (5, 3), (3, 2), (2, 1)])
def test_the_seat_with_most_cards_discards_half_rounded_up(held: int, number: int) -> None:
    table = stranger(f"L cw t=A; A: WJ Y1; B: x1; C: {hand(held)}; dr: x4; di: Y8").send("A play WJ color=B uno")
    assert (table.phase, table.actor, table.color) == ("EFFECT", "C", "B")
    assert table.sees("A").decision == engine.DiscardDecision(seat=2, count=number, names_color=False)
    table.send(f"C discard {hand(number)}")
    assert (table.actor, table.color, table.sizes["C"]) == ("B", "B", held - number)


@pytest.mark.rule("6")
@pytest.mark.parametrize(("held", "cut"), [(10, False), (12, True)])
def test_of_a_large_hand_not_all_discards_are_listed_and_the_decision_says_so(*, held: int, cut: bool) -> None:
    table = stranger(f"L cw t=A; A: WJ Y1; B: x1; C: {hand(held)}; dr: x4; di: Y8").send("A play WJ color=B uno")
    asked = engine.DiscardDecision(seat=2, count=held // 2, names_color=False, cut=cut)
    assert table.sees("C").decision == table.sees("A").decision == asked
    listed = [set(one.cards) for one in engine.legal_commands(table.table, 2) if isinstance(one, engine.Discard)]
    assert len(listed) == (MOST_DISCARDS_LISTED if cut else comb(held, held // 2))
    choices = combinations(hand(held).split(), held // 2)
    chosen = next(one for one in choices if (set(one) not in listed) is cut)
    table.send(f"C discard {' '.join(chosen)}")
    assert table.sizes["C"] == held - held // 2


@pytest.mark.rule("6")
def test_hopper_can_fall_upon_its_own_player() -> None:
    table = stranger("L cw t=A; A: WJ R1 R2 R3; B: x2; C: x2; dr: x4; di: Y8").send("A play WJ color=R")
    table.send("A discard R1 R2 uno")
    assert (table.actor, table.sizes["A"], table.uno["A"]) == ("B", 1, "safe")


@pytest.mark.rule("6", "3.4")
def test_the_color_of_a_hopper_may_be_named_after_the_play() -> None:
    table = stranger("L cw t=A; A: WJ Y1 Y2; B: R1 R2 R3 R4; C: x2; dr: x4; di: Y8").send("A play WJ")
    assert (table.phase, table.actor) == ("COLOR", "A")
    table.send("A color G")
    assert (table.phase, table.actor, table.color) == ("EFFECT", "B", "G")


@pytest.mark.rule("6", "3.3")
@pytest.mark.parametrize(
    ("line", "code"),
    [("C discard R1 color=B", "bad_color"), ("C discard G9", "card_not_in_hand"), ("C discard", "wrong_count")],
)
def test_any_other_answer_to_a_hopper_is_refused(line: str, code: str) -> None:
    table = stranger("L cw t=A; A: WJ Y1; B: x1; C: R1 R2; dr: x4; di: Y8").send("A play WJ color=B uno")
    assert table.refusal(line) == code


@pytest.mark.rule("3.10", "R-OUT")
def test_a_hopper_as_the_last_card_has_no_effect_and_needs_no_color() -> None:
    table = stranger("L cw t=A; A: WJ; B: R1 R2; C: x4; dr: x4; di: Y8").send("A play WJ")
    assert table.table.is_over
    assert table.sizes == {"A": 0, "B": 2, "C": 4}


@pytest.mark.rule("R-EDITION-LAST", "8.1")
@pytest.mark.parametrize("option", [False, True])
def test_with_one_card_at_most_hopper_takes_nothing_unless_a_gift_may_go_out(option: bool) -> None:  # noqa: FBT001
    table = stranger("L cw t=A; A: WJ Y1; B: R1; C: R2; dr: x4; di: Y8", edition_gift_may_go_out=option)
    table.send("A play WJ color=B uno")
    assert (table.phase, table.actor) == (("EFFECT" if option else "TURN"), "B")
    if option:
        table.send("B discard R1")
        assert table.events(engine.RoundEnded)[0].winner == 1


@pytest.mark.rule("R-EDITION-TIE", "8.1")
def test_a_chosen_seat_that_is_caught_before_the_color_is_named_may_not_be_tied_any_more() -> None:
    position = "L cw t=A; A: WJ Y1; B: R1; C: x1; dr: x9; di: Y8"
    table = stranger(position, edition_tie="player_chooses").send("A play WJ target=C", "B catch A", "A color G")
    assert (table.phase, table.actor, table.sizes["A"]) == ("EFFECT", "A", 3)  # now A has most cards


@pytest.mark.rule("6")
def test_the_first_way_to_discard_that_is_listed_takes_the_dearest_cards() -> None:
    table = stranger("L cw t=A; A: WJ Y1; B: x1; C: R1 R9 W2 R5; dr: x4; di: Y8").send("A play WJ color=B uno")
    assert table.legal("C")[0] == engine.Discard(("W2", "R9"))


# -- Wild Eleven's Waffle ----------------------------------------------------------------------------------------------


@pytest.mark.rule("R-WAFFLE")
@pytest.mark.parametrize(("waffle", "drawn"), [("p3", 3), ("t6", 3), ("v9", 3), ("p4", 4), ("W3", 4), ("w", 4)])
def test_only_dark_threes_sixes_and_nines_have_the_icon(waffle: str, drawn: int) -> None:
    shown = "x/" + waffle if waffle != "W3" else "x"
    table = stranger(f"D cw t=A; A: we p1 p2; B: x3; C: t1; dr: p4 we {shown} o9 x2; di: p8")
    table.send("A play we color=o")
    assert (table.actor, table.color, table.sizes["C"]) == ("B", "o", 1 + drawn)


@pytest.mark.rule("R-WAFFLE", "8.1")
def test_the_numbers_with_the_icon_can_be_chosen() -> None:
    position = "D cw t=A; A: we p1 p2; B: x3; C: t1; dr: p3 o6 v9 t8 o9 x2; di: p8"
    assert stranger(position, waffle_faces=[8]).send("A play we color=o").sizes["C"] == 5


@pytest.mark.rule("R-WAFFLE", "R-EXHAUST")
def test_without_an_icon_left_the_drawing_ends_by_itself() -> None:
    table = stranger("D cw t=A; A: we p1; B: x3; C: x3; dr: p4 o5; di: p8").send("A play we color=o uno")
    assert (table.phase, table.actor, table.sizes["A"]) == ("TURN", "B", 4)  # the player had fewest
    assert table.uno["A"] == "none"


@pytest.mark.rule("3.10", "R-OUT")
def test_a_last_waffle_makes_the_one_with_fewest_cards_among_the_others_draw() -> None:
    table = stranger("D cw t=A; A: we; B: x3; C: t1; dr: p4 o5 v9 x2; di: p8").send("A play we")
    assert table.table.is_over
    assert table.sizes == {"A": 0, "B": 3, "C": 4}
    assert table.events(engine.RoundEnded)[0].points == (1 + 4 + 5 + 9, 0, 0)


@pytest.mark.rule("6")
def test_with_two_seats_the_other_draws_in_a_tie() -> None:
    table = stranger("D cw t=A; A: we p1; B: t1; dr: p4 o9 x2; di: p8").send("A play we color=p uno")
    assert (table.actor, table.sizes, table.uno["A"]) == ("B", {"A": 1, "B": 3}, "safe")
