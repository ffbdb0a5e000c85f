"""`sharp` plays the wilds of the editions of UNO Flip!."""

from __future__ import annotations

import pytest

import engine
from engine.bots.fronts import colors_behind
from tests.engine.positions import at
from tests.engine.sharp_bot import answer


def laid(position: str, edition: str, **options: object) -> engine.Play:
    command = answer(at(position, edition=edition, **options))
    assert isinstance(command, engine.Play)
    return command


@pytest.mark.parametrize(
    ("edition", "helpful", "harmful"),
    [
        # Super Hero and Hopper hit the seat with most cards.
        (
            "marvel",
            "L cw t=A; A: WH R2 G3 B4 Y5 G6 Y1; B: x2; C: x2; dr: x20; di: R7",
            "L cw t=A; A: WH R2 R3; B: x3; C: x2; dr: x20; di: R7",
        ),
        (
            "stranger_things",
            "L cw t=A; A: WJ R2 R3 R4 R5 R6 G1; B: x2; C: x2; dr: x20; di: R7",
            "L cw t=A; A: WJ R2 R3; B: x7; C: x8; dr: x20; di: R7",
        ),
        # A Villain or a Waffle stops a seat that is nearly out, preferably another one.
        (
            "marvel",
            "D cw t=A; A: wv p2 p3 p4 p5 o6 v8; B: x5; C: x1; dr: x20; di: p7",
            "D cw t=A; A: wv p2 p3; B: x5; C: x5; dr: x20; di: p7",
        ),
        (
            "stranger_things",
            "D cw t=A; A: we p2 p3 p4; B: x5; C: x1; dr: x20; di: p7",
            "D cw t=A; A: we p2 p3; B: x5; C: x5; dr: x20; di: p7",
        ),
        # A duel is fought only with a number that wins it.
        (
            "transformers",
            "L cw t=A; A: WO R9 G2 B2 Y2; B: x3; C: x4; dr: x20; di: R7",
            "L cw t=A; A: WO R2 R1; B: x3; C: x4; dr: x20; di: R7",
        ),
        (
            "transformers",
            "D cw t=A; A: wm p9 o8 v8 t8; B: x1; C: x6; dr: x20; di: p7",
            "D cw t=A; A: wm p1 p2; B: x5; C: x5; dr: x20; di: p7",
        ),
    ],
)
def test_a_wild_of_an_edition_is_laid_where_it_helps_and_kept_where_it_hurts(
    edition: str, helpful: str, harmful: str
) -> None:
    assert laid(helpful, edition).card[0] in "Ww"
    assert laid(harmful, edition).card[0] not in "Ww"


def test_megatron_is_aimed_at_the_seat_that_is_nearly_out() -> None:
    assert laid("D cw t=A; A: wm p9 o8 v8 t8; B: x6; C: x1; D: x6; dr: x20; di: p7", "transformers").target == 2


def test_with_two_seats_no_opponent_is_needed() -> None:
    play = laid("L cw t=A; A: WO R9 G2 B2 Y2; B: x3; dr: x20; di: R7", "transformers")
    assert (play.card, play.target) in {("WO", None), ("WO", 1)}


@pytest.mark.parametrize(
    ("position", "target"),
    [
        ("L cw t=A; A: WH R2 R3 R4; B: x3; C: x1; dr: x20; di: G7", 0),
        ("D cw t=A; A: wv p2; B: x1; C: x1; D: x5; dr: x20; di: t7", 1),
    ],
)
def test_where_the_player_chooses_a_gift_is_for_itself_and_a_penalty_for_another(position: str, target: int) -> None:
    play = laid(position, "marvel", edition_tie="player_chooses")
    assert (play.card[0] in "Ww", play.target) == (True, target)


def test_it_discards_so_that_it_can_go_on_and_calls_uno() -> None:
    table = at("L cw t=A; A: WJ R1; B: x1; C: R2 W2; dr: x20; di: Y8", edition="stranger_things")
    table.send("A play WJ color=B uno")
    assert answer(table, "C") == engine.Discard(("R2",), None, uno=True)  # a wild can always be laid


def test_it_names_the_color_that_it_holds_with_what_it_discards() -> None:
    table = at("L cw t=A; A: WH R1; B: G1 G9 G5 R9; C: x1; dr: x20; di: Y8", edition="marvel")
    table.send("A play WH uno")
    assert answer(table, "B") == engine.Discard(("R9",), "G")


def test_it_goes_out_by_a_discard_where_it_may() -> None:
    table = at("L cw t=A; A: WH R1; B: G1; C: x1; dr: x20; di: Y8", edition="marvel", edition_gift_may_go_out=True)
    table.send("A play WH uno")
    command = answer(table, "B")
    assert isinstance(command, engine.Discard)
    assert command.cards == ("G1",)


def test_the_printed_cards_of_an_edition_tell_as_much_as_those_of_the_base_deck() -> None:
    behind = colors_behind("physical")
    assert behind["wm"] == behind["we"] == behind["wv"] == behind["w"]
    assert behind["WO"] == behind["W"]
    assert "WO" not in colors_behind(("R1/p3",))
