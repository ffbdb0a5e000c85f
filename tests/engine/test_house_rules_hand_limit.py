"""Mercy: a hand that has grown too large is out of the round (SPEC 8.3, R-MERCY)."""

from __future__ import annotations

import pytest

import engine
from engine.events import SeatKnockedOut
from tests.engine.positions import AtTable, at


def mercy(position: str, **options: object) -> AtTable:
    return at(position, hand_limit=10, **options)


@pytest.mark.rule("8.3", "R-MERCY")
def test_a_seat_that_draws_its_tenth_card_is_out_and_keeps_its_cards() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: x3; C: x3; dr: x9; di: Y8").send("A draw")
    assert (game.actor, game.sizes["A"]) == ("B", 10)
    assert game.events(SeatKnockedOut) == [SeatKnockedOut(0)]
    assert [seat.out for seat in game.sees("C").seats] == [True, False, False]
    assert game.legal("A") == []
    assert game.send("B draw", "C draw").actor == "B"


@pytest.mark.rule("8.3", "R-MERCY")
@pytest.mark.parametrize("limit", [0, 11])
def test_below_the_limit_nobody_is_out(limit: int) -> None:
    game = at("L cw t=A; A: R1 x8; B: x3; C: x3; dr: x9; di: Y8", hand_limit=limit).send("A draw")
    assert game.events(SeatKnockedOut) == []


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("limit", [-1, 1, 9, 41, True, "10"])
def test_a_limit_is_10_to_40_cards(limit: object) -> None:
    with pytest.raises(engine.BadOptionValue, match="0, 10 to 40"):
        engine.resolve({"hand_limit": limit})


@pytest.mark.rule("8.3", "R-MERCY")
def test_a_drawn_card_that_would_fit_is_lost_with_the_seat() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: x3; C: x3; dr: Y1 x9; di: Y8").send("A draw")
    assert (game.actor, game.phase) == ("B", "TURN")


@pytest.mark.rule("8.3", "R-MERCY", "3.5")
def test_an_effect_may_knock_out_the_seat_that_it_strikes() -> None:
    game = mercy("D cw t=A; A: p+5 x3; B: x5; C: x3; dr: x9; di: p8").send("A play p+5")
    assert (game.actor, game.events(SeatKnockedOut)) == ("C", [SeatKnockedOut(1)])


@pytest.mark.rule("8.3", "R-MERCY")
def test_the_last_seat_left_wins_the_round_and_scores_all_other_hands() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: R5 R6; dr: Y9 x9; di: B2").send("A draw")
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert (game.table.last_round.winner, game.table.scores) == (1, [0, 10])


@pytest.mark.rule("8.3", "R-MERCY", "5")
def test_where_hands_are_written_down_the_last_seat_left_writes_its_own() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: R5 R6; dr: Y9 x9; di: B2", scoring="own_low").send("A draw")
    assert game.table.scores == [10, 11]


@pytest.mark.rule("8.3", "R-MERCY", "3.5")
def test_with_two_seats_left_a_reverse_skips() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: YR x3; C: x3; dr: x9; di: Y8").send("A draw", "B play YR")
    assert game.actor == "B"


@pytest.mark.rule("8.3", "R-MERCY", "3.6")
def test_a_seat_that_is_asked_for_something_answers_first() -> None:
    game = mercy("L cw t=A; A: W2 x8; B: x3; C: x3; dr: x9; di: Y8", false_catch_penalty=3)
    game.send("A play W2", "A catch B")
    assert (game.phase, game.sizes["A"], game.events(SeatKnockedOut)) == ("COLOR", 11, [])
    game.send("A color R")
    assert (game.phase, game.actor, game.events(SeatKnockedOut)) == ("CHALLENGE", "B", [SeatKnockedOut(0)])
    assert game.send("B accept").actor == "C"


@pytest.mark.rule("8.3", "R-MERCY", "3.9")
def test_a_seat_that_is_knocked_out_beside_its_turn_loses_no_one_a_turn() -> None:
    game = mercy("L cw t=A; A: x3; B: x9; C: x3; dr: x9; di: Y8", false_catch_penalty=1).send("B catch C")
    assert (game.actor, game.events(SeatKnockedOut)) == ("A", [SeatKnockedOut(1)])
    assert game.send("A draw").actor == "C"


@pytest.mark.rule("8.3", "R-MERCY", "3.8")
def test_the_hand_of_a_seat_that_is_out_is_turned_over_too() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: YF/o8 x2; C: x3; dr: x9; di: Y8/p1").send("A draw", "B play YF")
    assert (game.side, game.actor, game.sizes["A"]) == ("D", "C", 10)


@pytest.mark.rule("8.3", "R-MERCY", "2.3")
def test_in_the_next_round_everybody_plays_again_and_the_deal_has_passed_on() -> None:
    pile = "G1 G2 G3 G4 G5 G6 G7 G9 " * 3
    position = f"L cw dl=C t=A; A: R1 R2 R3 R4 R6 R7 R9 B1 B2; B: R5; C: B3 B4; dr: {pile}; di: R8"
    game = mercy(position).send("A draw", "B play R5")
    assert game.phase == "ROUND_OVER"
    assert [seat.out for seat in game.sees(None).seats] == [False, False, False]
    game.send("A next_round")
    assert game.table.dealer == 0
    assert game.table.active_seats == 3


@pytest.mark.rule("8.3", "R-MERCY", "5")
def test_a_seat_that_is_out_of_the_round_may_leave_the_match_as_well() -> None:
    game = mercy("L cw sc=A+490,B+0,C+0 t=A; A: R9 R9 x7; B: R5; C: x3; dr: x9; di: R8", scoring="elimination")
    game.send("A draw", "B play R5")
    assert game.table.eliminated == (0,)
    assert game.table.out == (0,)


@pytest.mark.rule("8.3", "8.4", "R-MERCY")
def test_the_last_team_left_wins_the_round() -> None:
    position = "L cw t=A; A: R1 x8; B: R5; C: x9; D: R6; dr: x9; di: Y8"
    game = mercy(position, teams=2).send("A draw")
    assert (game.phase, game.actor) == ("TURN", "B")
    game.send("B draw", "C draw")
    assert game.phase == "ROUND_OVER"
    assert game.table.last_round is not None
    assert game.table.last_round.winner == 3
    assert game.table.scores == [0, 1, 0, 1]


@pytest.mark.rule("8.3", "8.4", "R-MERCY", "R-TEAMS")
@pytest.mark.parametrize(("time_winner", "winner"), [("fewest_cards", 2), ("fewest_points", 0)])
def test_of_the_last_team_left_the_best_member_is_named(time_winner: str, winner: int) -> None:
    position = "L cw t=A; A: R1 R2 R3; B: Y5 x8; C: R9; D: R9 x8; dr: x9; di: Y8"
    game = mercy(position, teams=2, time_winner=time_winner).send("A draw", "B draw", "C draw", "D draw")
    assert game.table.last_round is not None
    assert game.table.last_round.winner == winner


@pytest.mark.rule("8.3", "8.4", "R-MERCY")
def test_alone_against_a_team_the_round_goes_on() -> None:
    game = mercy("L cw t=A; A: R1 x8; B: R5; C: x3; D: R6; dr: x9; di: Y8", teams=2).send("A draw", "B draw")
    assert (game.phase, game.actor) == ("TURN", "C")


@pytest.mark.rule("8.3", "8.4")
def test_a_seven_may_swap_with_a_teammate() -> None:
    game = at("L cw t=A; A: R7 G1 G2; B: x3; C: B3; D: x3; dr: x9; di: R5", seven_o=True, teams=2)
    assert game.send("A play R7 target=C").sizes["A"] == 1
