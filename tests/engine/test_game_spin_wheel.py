"""UNO Spin: war, race, and positions at the wheel (SPEC 7.5)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from engine.notation import parse_position, print_position
from tests.engine.positions import AtTable, at


def spin(position: str, *sectors: str, **options: object) -> AtTable:
    return at(position, game="spin", wheel=list(sectors), **options)


def spun(hands: str, sector: str, head: str = "L cw t=B ph=SPIN", draw: str = "Y1 Y2", **options: object) -> AtTable:
    """B has spun on a Spin card."""
    return spin(f"{head}; {hands}; dr: {draw}; di: R3* R5", sector, **options).send("B spin")


# -- War ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5", "R-WAR")
@pytest.mark.parametrize(
    ("a", "b", "c", "winner", "left"),
    [
        ("G9 G2", "R8 R7", "B1 BS", "A", ["G2"]),
        ("G1 W", "R8 R7", "B3* BS", "B", ["R7"]),
        ("G1 W", "R2 RS", "B3* BS", "C", ["BS"]),
        ("G9 G2", "R9 R7", "B8 B8", "B", ["R9"]),
        ("G9 G9 G1", "R9 R9 R2", "B9 B9 B9", "C", ["B9", "B9"]),
        ("G9", "R9 R1", "B8", "B", ["R9"]),
        ("W", "RS", "B1 B2", "C", ["B1"]),
        ("G0 W", "RS", "BS", "A", ["W"]),
    ],
)  # fmt: skip
def test_the_highest_number_wins_the_war_and_leaves_the_hand(
    a: str, b: str, c: str, winner: str, left: list[str]
) -> None:
    game = spun(f"A: {a}; B: {b}; C: {c}", "WAR")
    assert [event.winner for event in game.events(e.WarFought)] == ["ABC".index(winner)]
    assert game.hand(winner) == left
    assert (game.actor, game.top) == ("C", "R3*")


@pytest.mark.rule("7.5")
@pytest.mark.parametrize(("a", "b", "c"), [("G9", "R9", "B8 B8"), ("G9 G4", "R9 R4", "B8"), ("W", "RS", "B+2")])
def test_a_tie_to_the_end_and_a_war_without_numbers_decide_nothing(a: str, b: str, c: str) -> None:
    game = spun(f"A: {a}; B: {b}; C: {c}", "WAR")
    assert [event.winner for event in game.events(e.WarFought)] == [None]
    assert game.events(e.CardsDiscarded) == []
    assert (game.actor, game.phase) == ("C", "TURN")


@pytest.mark.rule("7.5", "4")
def test_a_war_shows_no_more_than_is_compared() -> None:
    game = spun("A: G9 G2 W; B: R9 R7 R1; C: B8 B8", "WAR")
    assert game.told(None, "war_fought")[0]["faces"] == [["G9", "G2"], ["R9", "R7"], ["B8"]]


@pytest.mark.rule("7.5", "8.3", "R-WAR", "R-MERCY")
def test_a_seat_that_is_out_of_the_round_takes_no_part_in_a_war() -> None:
    position = "L cw t=A; A: R9 x8; B: R3* x2; C: B5 x2; D: G1 x1; dr: G1 x9; di: R5"
    game = spin(position, "WAR", hand_limit=10).send("A draw", "B play R3*", "C spin")
    assert game.events(e.WarFought)[0].winner == 2
    assert game.told(None, "war_fought")[0]["faces"] == [[], [], ["B5"], ["G1"]]
    assert game.sizes == {"A": 10, "B": 2, "C": 2, "D": 2}


@pytest.mark.rule("7.5", "3.9", "3.10")
def test_the_winner_of_a_war_may_go_out_and_must_call_for_their_last_card() -> None:
    out = spun("A: G9; B: R8 R7; C: B1 BS", "WAR")
    assert out.phase == "ROUND_OVER"
    assert out.table.last_round is not None
    assert out.table.last_round.winner == 0
    one = spun("A: G9 G1; B: R8 R7; C: B1 BS", "WAR")
    assert (one.uno["A"], one.refusal("B catch A")) == ("exposed", "accepted")


# -- Race --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5")
def test_the_first_seat_to_shout_discards_a_card_and_play_goes_on_after_it() -> None:
    game = spun("A: G9 G2 G4; B: R9 B7; C: B5 B6", "UNO_SPIN")
    assert (game.phase, game.actor) == ("RACE", "B")
    assert game.refusal("B draw") == "wrong_phase"
    assert game.refusal("A shout R9") == "card_not_in_hand"
    assert all(game.legal(seat) for seat in "ABC")
    game.send("C shout B5 uno")
    assert [event.seat for event in game.events(e.RaceWon)] == [2]
    assert (game.actor, game.phase, game.hand("C"), game.uno["C"]) == ("A", "TURN", ["B6"], "safe")
    assert game.refusal("A shout G9") == "wrong_phase"


@pytest.mark.rule("7.5", "R-MERCY")
def test_everybody_can_see_who_may_shout() -> None:
    game = spun("A: G9 G2; B: R9 B7; C: B5 B6", "UNO_SPIN")
    for viewer in (None, "A", "B", "C"):
        assert game.sees(viewer).decision == engine.RaceDecision(seat=1, seats=[0, 1, 2])
    position = "L cw t=A; A: R9 x8; B: R3* x2; C: B5 x2; D: G1 x1; dr: G1 x9; di: R5"
    smaller = spin(position, "UNO_SPIN", hand_limit=10).send("A draw", "B play R3*", "C spin").sees(None).decision
    assert isinstance(smaller, engine.RaceDecision)
    assert smaller.seats == [1, 2, 3]


@pytest.mark.rule("7.5")
def test_the_spinner_may_win_the_race() -> None:
    game = spun("A: G9 G2; B: R9 B7; C: B5", "UNO_SPIN").send("B shout B7")
    assert (game.actor, game.hand("B"), game.uno["B"]) == ("C", ["R9"], "exposed")


@pytest.mark.rule("7.5")
def test_of_equal_cards_the_handle_says_which_is_shouted_for() -> None:
    game = spun("A: G9 G9; B: R9 B7; C: B5", "UNO_SPIN")
    assert game.legal("A") == [engine.Shout("G9"), engine.Shout("G9", uno=True)]
    assert game.refusal("A shout G9 handle=99") == "card_not_in_hand"
    assert list(game.send("A shout G9 handle=2").table.hands[0].values()) == [1]


# -- UNO before the wheel ---------------------------------------------------------------------------------------------


@pytest.mark.rule("7.5", "3.9")
@pytest.mark.parametrize(
    ("sector", "lines", "status"),
    [
        ("DISCARD_COLOR", ["B wheel B"], "safe"),
        ("DISCARD_NUMBER", ["B wheel 9"], "safe"),
        ("WAR", [], "safe"),
        ("UNO_SPIN", ["B shout RS"], "safe"),
        ("UNO_SPIN", ["A shout G1"], "none"),
        ("SHOW_HAND", [], "none"),
        ("ALMOST_UNO", [], "none"),
        ("DRAW_RED", [], "none"),
        ("TRADE_HANDS", [], "none"),
    ],
)
def test_a_call_before_the_spin_holds_for_what_the_wheel_takes_and_lapses_with_the_turn(
    sector: str, lines: list[str], status: str
) -> None:
    position = "L cw ph=SPIN t=B; A: G1 G2; B: B9 RS; C: B5 B6; dr: G8 R1; di: R3*"
    game = spin(position, sector).send("B uno", "B spin", *lines)
    assert (game.uno["B"], game.phase) == (status, "TURN")


@pytest.mark.rule("7.5", "3.9")
def test_a_call_may_come_between_the_spin_and_the_choice() -> None:
    position = "L cw ph=SPIN t=B; A: G1 G2; B: B9 RS; C: B5 B6; dr: G8 R1; di: R3*"
    game = spin(position, "DISCARD_COLOR").send("B spin", "B uno", "B wheel R")
    assert game.uno["B"] == "safe"


@pytest.mark.rule("7.5", "3.9", "R-HANDS")
def test_a_call_before_the_spin_holds_for_the_one_card_that_the_spinner_gets() -> None:
    position = "L cw ph=SPIN t=B; A: G1; B: B9 RS; C: B5 B6; dr: G8 R1; di: R3*"
    assert spin(position, "TRADE_HANDS").send("B uno", "B spin").uno == {"A": "none", "B": "safe", "C": "none"}
    assert spin(position, "TRADE_HANDS").send("B spin").uno["B"] == "exposed"


@pytest.mark.rule("7.5", "3.9")
def test_the_call_for_the_hand_that_the_spinner_gives_away_does_not_hold_for_the_one_it_gets() -> None:
    position = "L cw t=B; A: R3* G1; B: R1 R9; C: B5 B6; dr: G8 R1; di: R5"
    game = spin(position, "TRADE_HANDS", uno_window="last_card")
    game.send("B play R1 uno", "C draw", "A play R3* uno", "B spin")
    assert game.uno == {"A": "none", "B": "exposed", "C": "exposed"}


@pytest.mark.rule("7.5", "3.9")
def test_nothing_can_be_named_so_the_call_lapses() -> None:
    position = "L cw ph=SPIN t=B; A: G1 G2; B: W W4; C: B5 B6; dr: G8 R1; di: R3*"
    assert spin(position, "DISCARD_COLOR").send("B uno", "B spin").uno["B"] == "none"


# -- Positions ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("0.1", "7.5")
@pytest.mark.parametrize(
    "head", ["ph=SPIN", "ph=RACE", "ph=WHEEL_CHOICE sector=DISCARD_COLOR", "ph=WHEEL_CHOICE sector=DISCARD_NUMBER"]
)
def test_a_position_at_the_wheel_is_written_and_read(head: str) -> None:
    text = f"L cw {head} dl=C t=B; A: G1; B: R1 B2; C: B5; dr: Y1; di: R3*"
    rules = engine.resolve({"game": "spin"})
    table = parse_position(text, rules)
    assert print_position(table) == text
    assert parse_position(print_position(table), rules).pending == table.pending
    assert engine.legal_commands(table, 1)


@pytest.mark.rule("0.1", "7.5")
def test_a_position_after_a_spin_stands_at_the_first_sector_of_the_script() -> None:
    position = "L cw ph=WHEEL_CHOICE t=B; A: R4* G2; B: R1 B2 B3 B4; C: B5; dr: Y1; di: R3*"
    assert spin(position).send("B wheel B").hand("B") == ["R1"]
    game = spin(position, "DISCARD_NUMBER", "SHOW_HAND").send("B wheel 2", "C draw", "A play R4*", "B spin")
    assert [event.sector for event in game.events(e.WheelSpun)] == ["SHOW_HAND"]


@pytest.mark.rule("0.1")
def test_no_choice_is_open_at_other_sectors() -> None:
    with pytest.raises(engine.BadNotation):
        spin("L cw ph=WHEEL_CHOICE sector=WAR t=B; A: G1; B: R1; dr: Y1; di: R3*")


@pytest.mark.rule("0.1", "7.5")
def test_a_position_in_which_the_spinner_discards_down_to_two_is_written_and_read() -> None:
    text = "L ccw ph=EFFECT dl=C t=B by=B; A: G1; B: R1 B2 W B4; C: B5; dr: Y1; di: R3*"
    assert print_position(spin(text).table) == text
    game = spin(text.replace(" by=B", ""))
    assert game.refusal("B discard R1") == "wrong_count"
    game.send("B discard R1 W")
    assert (game.hand("B"), game.actor, game.top) == (["B2", "B4"], "A", "R3*")


@pytest.mark.rule("0.1", "7.5")
@pytest.mark.parametrize(("hand", "top"), [("R1 B2", "R3*"), ("R1 B2 B3", "R3")])
def test_nothing_is_discarded_from_two_cards_or_without_a_spin(hand: str, top: str) -> None:
    with pytest.raises(engine.BadNotation):
        spin(f"L cw ph=EFFECT t=B; A: G1; B: {hand}; dr: Y1; di: {top}")
