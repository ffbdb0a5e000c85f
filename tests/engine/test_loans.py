"""A player lends their seat, and has it back (SPEC 3.11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine import events as e
from engine.verify.actors import may_send
from tests.engine.control import FOUR, THREE, code, service, timed

SERVICE = 255


@pytest.mark.rule("3.11", "R-LOAN")
def test_a_loan_and_its_return_are_in_the_log_and_change_nothing_at_the_table() -> None:
    game = timed(THREE)
    before = replace(engine.view(game.table, 1), version=0)
    service(game, engine.Lend(1, 24))
    service(game, engine.Return(1))
    assert game.log[-2:] == [e.SeatLent(1, 24), e.SeatReturned(1)]
    assert replace(engine.view(game.table, 1), version=0) == before
    assert engine.redact(e.SeatLent(1, 24), None) == {"type": "seat_lent", "seat": 1, "hours": 24}


@pytest.mark.rule("3.11", "R-LOAN")
def test_only_the_seat_of_a_person_who_plays_on_is_lent() -> None:
    game = timed(FOUR, bots=[3])
    assert code(game, engine.Lend(3, 24), None) == "not_a_player"
    assert code(game, engine.Lend(4, 24), None) == "bad_target"
    assert code(game, engine.Return(3), None) == "not_a_player"
    assert code(game, engine.Return(4), None) == "bad_target"
    game.send("B resign")
    assert code(game, engine.Lend(1, 24), None) == "already_resigned"
    service(game, engine.Return(1))  # its player has given it up while it was lent
    game.table.eliminated = (2,)
    assert code(game, engine.Lend(2, 24), None) == "not_a_player"


@pytest.mark.rule("3.11", "R-LOAN")
def test_nobody_at_the_table_lends_a_seat_by_a_command_of_their_own() -> None:
    game = timed(THREE)
    for command in (engine.Lend(1, 24), engine.Return(1)):
        assert may_send(game.table, SERVICE, None, command)
        assert not may_send(game.table, 1, None, command)
        assert command not in engine.table_commands(game.table, 1)
