"""The Might of Optimus Prime and The Tyranny of Megatron (SPEC 6)."""

from __future__ import annotations

import pytest

import engine
from engine.events import DuelFought
from tests.engine.positions import AtTable, at


def transformers(position: str, **options: object) -> AtTable:
    return at(position, edition="transformers", **options)


# -- Optimus Prime -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-DUEL-ZERO")
@pytest.mark.parametrize(
    ("own", "other", "winner"),
    [
        ("R9 RS", "R8 G8", "A"),
        ("R8 RS", "R9 RS", "B"),
        ("RS W2", "YR YF", "A"),  # no number on both sides is a tie
        ("RS W2", "Y1 YF", "B"),
        ("Y1 W", "WO W2", "A"),
        ("R4 R2", "G4 G3", "A"),
    ],
)
def test_the_higher_number_wins_the_duel_and_a_tie_is_the_players(own: str, other: str, winner: str) -> None:
    table = transformers(f"L cw t=A; A: WO {own} x; B: {other} x; C: x3; dr: x4; di: Y8")
    table.send("A play WO color=G target=B")
    assert (table.phase, table.actor, table.color) == ("EFFECT", winner, "G")


@pytest.mark.rule("6")
def test_play_goes_on_after_the_player_no_matter_who_wins() -> None:
    table = transformers("L cw t=A; A: WO Y1 R1; B: x3; C: R9 G9 B9; dr: x4; di: Y8")
    table.send("A play WO color=G target=C", "C discard R9 G9 uno")
    assert (table.actor, table.color, table.uno["C"]) == ("B", "G", "safe")


@pytest.mark.rule("R-EDITION-LAST")
def test_the_winner_of_a_duel_keeps_their_last_card() -> None:
    table = transformers("L cw t=A; A: WO Y9; B: R4 x2; C: x3; dr: x4; di: Y8").send("A play WO color=G target=B uno")
    assert (table.phase, table.actor, table.sizes["A"], table.uno["A"]) == ("TURN", "B", 1, "safe")


@pytest.mark.rule("R-EDITION-LAST", "8.1")
@pytest.mark.parametrize(
    ("position", "discard", "winner"),
    [
        ("L cw t=A; A: WO Y9 R1; B: R4; C: x3; dr: x4; di: Y8", "A discard Y9 R1", 0),
        ("L cw t=A; A: WO Y3 R1; B: R4; C: x3; dr: x4; di: Y8", "B discard R4", 1),
    ],
)
def test_the_winner_of_a_duel_may_go_out_if_the_option_says_so(position: str, discard: str, winner: int) -> None:
    table = transformers(position, edition_gift_may_go_out=True).send("A play WO color=G target=B", discard)
    assert table.table.is_over
    assert table.events(engine.RoundEnded)[0].winner == winner


@pytest.mark.rule("6", "3.3")
@pytest.mark.parametrize("card", ["WO", "wm"])
@pytest.mark.parametrize("target", ["", " target=A", " target=D"])
def test_a_duel_needs_an_opponent(card: str, target: str) -> None:
    side, top = ("L", "Y8") if card == "WO" else ("D", "p8")
    table = transformers(f"{side} cw t=A; A: {card} x2; B: x3; C: x3; dr: x4; di: {top}")
    assert table.refusal(f"A play {card}{target}") == "bad_target"


@pytest.mark.rule("6")
def test_with_two_seats_the_opponent_need_not_be_named() -> None:
    table = transformers("L cw t=A; A: WO Y9 R1 R2; B: R4 R5; dr: x4; di: Y8")
    assert engine.Play("WO", "G") in table.legal("A")
    table.send("A play WO color=G", "A discard R1 R2 uno")
    assert (table.actor, table.sizes) == ("B", {"A": 1, "B": 2})


@pytest.mark.rule("6", "3.4")
def test_the_color_of_an_optimus_may_be_named_after_the_play() -> None:
    table = transformers("L cw t=A; A: WO Y9 R1 R2; B: R4 R5; C: x3; dr: x4; di: Y8").send("A play WO target=B")
    assert (table.phase, table.actor) == ("COLOR", "A")
    assert table.send("A color B").phase == "EFFECT"
    assert len(table.events(DuelFought)) == 1


@pytest.mark.rule("6", "3.9")
def test_the_call_is_offered_only_where_the_play_leaves_one_card() -> None:
    calls = {
        hand: {play.uno for play in transformers(hand).legal("A") if isinstance(play, engine.Play)}
        for hand in (
            "L cw t=A; A: WO x2; B: x2; C: x2; dr: x4; di: Y8",
            "L cw t=A; A: WO x1; B: x2; C: x2; dr: x4; di: Y8",
        )
    }
    assert list(calls.values()) == [{False}, {False, True}]


@pytest.mark.rule("3.10", "R-OUT")
@pytest.mark.parametrize("play", ["WO", "WO target=B", "WO color=G target=C"])
def test_an_optimus_as_the_last_card_has_no_effect(play: str) -> None:
    table = transformers("L cw t=A; A: WO; B: R4 x1; C: x3; dr: x4; di: Y8").send(f"A play {play}")
    assert table.table.is_over
    assert table.events(DuelFought) == []
    assert table.sizes == {"A": 0, "B": 2, "C": 3}


# -- Megatron ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-DUEL-ZERO")
@pytest.mark.parametrize(
    ("own", "other", "loser"),
    [
        ("p9 o2", "o3 o8", "A"),
        ("p9 o4", "o3 o8", "B"),
        ("p9 o3", "o3 o8", "B"),  # a tie
        ("pR w", "o3 o8", "A"),
        ("p1 w", "oR wc", "B"),
        ("pR w", "oR wc", "B"),  # no number on both sides
    ],
)
def test_the_lower_lowest_number_draws_two_and_the_other_names_the_color(own: str, other: str, loser: str) -> None:
    table = transformers(f"D cw t=A; A: wm {own}; B: {other}; C: x3; dr: x4; di: p8").send("A play wm target=B")
    winner = "B" if loser == "A" else "A"
    assert (table.phase, table.actor, table.sizes[loser], table.sizes[winner]) == ("COLOR", winner, 4, 2)
    table.send(f"{winner} color v")
    assert (table.phase, table.actor, table.color) == ("TURN", "B", "v")


@pytest.mark.rule("6")
def test_the_player_of_a_megatron_names_no_color_with_it() -> None:
    table = transformers("D cw t=A; A: wm v2 p9; B: o3 o8; C: x3; dr: x4; di: p8")
    assert table.refusal("A play wm color=t target=B") == "bad_color"


@pytest.mark.rule("6", "3.9")
def test_a_call_lapses_when_its_seat_loses_to_megatron() -> None:
    table = transformers("D cw t=A; A: wm p1; B: o3 o8; C: x3; dr: x4; di: p8").send("A play wm target=B uno")
    assert (table.sizes["A"], table.uno["A"]) == (3, "none")


@pytest.mark.rule("6", "3.9")
def test_an_exposed_seat_that_draws_by_megatron_cannot_be_caught_any_more() -> None:
    table = transformers("D cw t=A; A: wm p1; B: o3 o8; C: x3; dr: x4; di: p8").send("A play wm target=B")
    assert table.refusal("C catch A") == "nothing_to_catch"


@pytest.mark.rule("3.10", "R-OUT")
@pytest.mark.parametrize("play", ["wm", "wm target=B"])
def test_a_megatron_as_the_last_card_has_no_effect(play: str) -> None:
    table = transformers("D cw t=A; A: wm; B: o3 o8; C: x3; dr: x4; di: p8").send(f"A play {play}")
    assert table.table.is_over
    assert table.sizes == {"A": 0, "B": 2, "C": 3}


@pytest.mark.rule("6")
def test_a_last_card_cannot_be_aimed_at_oneself() -> None:
    assert transformers("D cw t=A; A: wm; B: o3; C: x3; dr: x4; di: p8").refusal("A play wm target=A") == "bad_target"


# -- What is seen ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("4", "T202")
def test_megatron_shows_both_hands_to_all_and_optimus_one_card_of_each() -> None:
    dark = transformers("D cw t=A; A: wm v2 p9; B: o8 o3; C: x3; dr: x4; di: p8").send("A play wm target=B")
    light = transformers("L cw t=A; A: WO Y2 R7; B: R4 Y3 GS; C: x3; dr: x4; di: Y8")
    light.send("A play WO color=G target=B")
    for viewer in ("A", "B", "C", None):
        hands = {event["seat"]: event["faces"] for event in dark.told(viewer, "hand_revealed")}
        assert hands == {0: ["p9", "v2"], 1: ["o3", "o8"]}
        assert light.told(viewer, "hand_revealed") == []
        duel = {"type": "duel_fought", "seat": 0, "target": 1, "faces": ["R7", "R4"], "winner": 0}
        assert light.told(viewer, "duel_fought") == [duel]


@pytest.mark.rule("4", "R-DUEL-ZERO")
def test_a_hand_without_numbers_shows_no_card_in_the_duel() -> None:
    table = transformers("L cw t=A; A: WO Y2 R7; B: RS WO; C: x3; dr: x4; di: Y8").send("A play WO color=G target=B")
    assert table.told(None, "duel_fought")[0]["faces"] == ["R7", None]


@pytest.mark.rule("4")
def test_which_of_equal_numbers_is_shown_tells_nothing_of_the_order_of_the_hand() -> None:
    shown = {
        table.told(None, "duel_fought")[0]["faces"][0]
        for hand in ("R7 Y7 x", "Y7 x R7")
        for table in [transformers(f"L cw t=A; A: WO {hand}; B: R4 x; C: x3; dr: x4; di: Y8")]
        for _ in [table.send("A play WO color=G target=B")]
    }
    assert shown == {"R7"}
