"""Resigning: the table plays on, and a seat that has resigned never wins (SPEC 3.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import engine
from engine import events as e
from engine.terminal.board import draw_table
from tests.engine.control import FOUR, THREE, ended, service, timed

if TYPE_CHECKING:
    from tests.engine.positions import AtTable


@pytest.mark.rule("3.11", "R-RESIGN")
def test_a_seat_that_resigns_is_played_on_by_autopilot() -> None:
    game = timed(THREE).send("B resign")
    assert game.log == [e.SeatResigned(1), e.AutopilotEngaged(1, "resigned")]
    seat = game.sees("A").seats[1]
    assert (seat.resigned, seat.autopilot) == (True, True)
    assert "autopilot" in draw_table(game.table).splitlines()[-2]
    assert game.actor == "A"
    game.send("A draw", "B draw")
    assert game.refusal("B resign") == "already_resigned"
    assert game.refusal("B take_back") == "already_resigned"
    assert game.refusal("B vote abort") == "already_resigned"


@pytest.mark.rule("3.11", "R-RESIGN")
def test_who_is_on_autopilot_already_resigns_all_the_same() -> None:
    game = service(timed(THREE), engine.Engage(1, "left")).send("B resign")
    assert game.log[1:] == [e.SeatResigned(1)]


@pytest.mark.rule("3.11", "R-RESIGN")
def test_when_all_but_one_have_resigned_that_one_has_won() -> None:
    game = timed(THREE, scores=(10, 300, 200)).send("B resign", "C resign")
    assert ended(game)[:2] == ((0,), (1, 3, 2))  # the first to resign is last
    assert ended(game).cause == "resigned"
    view = game.sees("A")
    assert view.result is not None
    assert (view.result.cause, view.result.winners, view.turn) == ("resigned", [0], None)
    assert game.refusal("A draw") == "round_over"
    assert game.refusal("A resign") == "round_over"


@pytest.mark.rule("3.11", "R-RESIGN")
def test_a_team_has_resigned_when_all_its_members_have() -> None:
    game = timed(FOUR, teams=2, scores=(5, 90, 5, 90)).send("A resign", "B resign")
    assert not game.events(engine.MatchEnded)
    game.send("C resign")
    assert ended(game)[:2] == ((3,), (4, 3, 2, 1))  # B's side has won, but without B


@pytest.mark.rule("3.11", "R-RESIGN")
def test_a_bot_goes_on_against_those_who_do_not_resign() -> None:
    game = timed(THREE, bots=[2]).send("A resign")
    assert not game.events(engine.MatchEnded)
    game.send("B resign")
    assert ended(game)[:2] == ((2,), (3, 2, 1))
    other = timed(FOUR, bots=[2, 3], scores=(0, 0, 40, 20)).send("A resign", "B resign")
    assert ended(other)[:2] == ((2,), (4, 3, 1, 2))  # no player is left: the best of the others has won


def resigned(positions: str, *seats: int, **options: object) -> AtTable:
    game = timed(positions, **options)
    for seat in seats:
        service(game, engine.Engage(seat, "left"))
        game.send(f"{'ABCD'[seat]} resign")
    return game


@pytest.mark.rule("3.11", "R-RESIGN", "5")
@pytest.mark.parametrize(
    ("scoring", "scores", "result"),
    [
        ("winner_takes", (499, 10, 20), ((2,), (3, 2, 1))),
        ("own_low", (0, 500, 400), ((2,), (3, 2, 1))),
        ("loser_at", (0, 500, 400), ((2,), (3, 2, 1))),
        ("loser_at", (0, 500, 500), ((), (3, 1, 1))),  # all remaining seats have lost
        ("single_round", (0, 0, 0), ((1,), (3, 1, 2))),
    ],
)
def test_who_has_resigned_never_wins(scoring: str, scores: tuple[int, ...], result: Any) -> None:
    position = THREE.replace("A: Y9 R8", "A: Y9").replace("B: G1 G2", "B: G1")
    game = resigned(position, 0, scoring=scoring, target=500)
    game.table.scores = list(scores)
    game.send("A play Y9")
    assert ended(game)[:2] == result
    assert ended(game).cause == ("single_round" if scoring == "single_round" else "target")


@pytest.mark.rule("3.11", "R-RESIGN", "R-TIE")
def test_a_first_place_shared_with_a_seat_that_has_resigned_is_not_played_on() -> None:
    game = timed(THREE.replace("Y9 R8", "Y9"), scoring="own_low", tiebreak="extra_round", target=500)
    game.send("C resign")
    game.table.scores = [500, 510, 497]
    game.send("A play Y9")
    assert game.table.scores == [500, 513, 500]
    assert ended(game)[:2] == ((0,), (1, 2, 3))


@pytest.mark.rule("3.11", "R-RESIGN", "5")
def test_when_eliminations_leave_one_who_has_not_resigned_they_have_won() -> None:
    game = timed(THREE.replace("Y9 R8", "Y9"), scoring="elimination", target=500)
    game.send("C resign")
    game.table.scores = [0, 499, 0]
    game.send("A play Y9")
    assert game.events(e.SeatEliminated) == [e.SeatEliminated(1, 3)]
    assert (ended(game)[:2], ended(game).cause) == (((0,), (1, 2, 3)), "resigned")


@pytest.mark.rule("3.11", "R-RESIGN", "5")
def test_where_only_resigned_seats_are_left_the_last_to_be_eliminated_has_won() -> None:
    game = timed(FOUR.replace("Y9 R8", "Y9"), scoring="elimination", target=500)
    game.send("A resign", "D resign")
    game.table.scores = [0, 498, 499, 0]
    game.send("A play Y9")
    assert ended(game)[:2] == ((1,), (4, 1, 2, 3))
