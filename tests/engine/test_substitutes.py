"""A substitute takes over the seat of a player who has given it up (SPEC 3.11)."""

from __future__ import annotations

import pytest

import engine
from engine import events as e
from engine.verify.actors import may_send
from tests.engine.control import FOUR, THREE, code, ended, service, timed

SERVICE = 255


@pytest.mark.rule("3.11", "R-SUBSTITUTE")
def test_a_substitute_ends_the_resignation_and_the_autopilot() -> None:
    game = timed(THREE).send("B resign", "B take_over")
    assert game.log[-1] == e.SeatTakenOver(1)
    seat = game.sees("A").seats[1]
    assert (seat.resigned, seat.autopilot) == (False, False)
    assert game.table.voting_seats() == [0, 1, 2]


@pytest.mark.rule("3.11", "R-SUBSTITUTE")
def test_a_seat_whose_owner_is_gone_can_be_taken_over() -> None:
    game = service(timed(THREE), engine.Engage(1, "left")).send("B take_over")
    assert game.table.autopilot == ()


@pytest.mark.rule("3.11", "R-SUBSTITUTE")
def test_a_seat_that_somebody_plays_cannot_be_taken_over() -> None:
    game = timed(FOUR, bots=[3])
    assert code(game, engine.TakeOver(), 1) == "not_on_autopilot"
    assert code(game, engine.TakeOver(), 3) == "not_a_player"
    game.send("B resign").table.eliminated = (1,)
    assert code(game, engine.TakeOver(), 1) == "not_a_player"


@pytest.mark.rule("3.11", "R-SUBSTITUTE", "R-RESIGN")
def test_the_seat_of_a_substitute_can_win() -> None:
    game = timed(THREE, scores=(10, 300, 200)).send("B resign", "B take_over", "A resign", "C resign")
    assert ended(game)[:2] == ((1,), (3, 1, 2))


@pytest.mark.rule("3.11", "R-SUBSTITUTE", "R-RESIGN")
def test_a_substitute_who_resigns_ranks_by_their_own_resignation() -> None:
    game = timed(FOUR, scores=(400, 300, 200, 100)).send("B resign", "B take_over", "C resign", "B resign", "D resign")
    assert ended(game)[:2] == ((0,), (1, 3, 4, 2))


@pytest.mark.rule("3.11", "R-SUBSTITUTE")
def test_no_player_is_offered_the_command_and_nobody_sends_it_for_another() -> None:
    game = timed(THREE).send("B resign")
    offered = [command for seat in range(3) for command in engine.table_commands(game.table, seat)]
    assert engine.TakeOver() not in offered
    assert may_send(game.table, 1, 1, engine.TakeOver())
    assert not may_send(game.table, 0, 1, engine.TakeOver())
    assert not may_send(game.table, SERVICE, 1, engine.TakeOver())
