"""Matches with a clock, to resign from, vote on and stay away from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine
from tests.engine.matches import CLOCK
from tests.engine.positions import at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.engine.positions import AtTable

FOUR = "L cw t=A; A: Y9 R8; B: G1 G2; C: B1 B2; D: R1 R2; dr: x9; di: Y8"
THREE = "L cw t=A; A: Y9 R8; B: G1 G2; C: B1 B2; dr: x9; di: Y8"
TWO = "L cw t=A; A: Y9 R8; B: G1 G2; dr: x9; di: Y8"


def timed(position: str, *, bots: Iterable[int] = (), scores: Iterable[int] = (), **options: object) -> AtTable:
    game = at(position, **options)
    engine.evolve(game.table, CLOCK)
    for seat in bots:
        game.table.seat_kinds[seat] = engine.SeatKind.BOT
    game.table.scores = list(scores) or game.table.scores
    return game


def service(game: AtTable, command: engine.Command) -> AtTable:
    game.log += engine.act(game.table, None, command, game.chance)
    return game


def code(game: AtTable, command: engine.Command, seat: int | None = None) -> str:
    """Return the code with which a command is refused; it leaves the table as it was."""
    before = game.table.copy()
    with pytest.raises(engine.RuleViolation) as refused:
        engine.act(game.table, seat, command, game.chance)
    assert game.table == before
    return refused.value.code


def ended(game: AtTable) -> engine.MatchEnded:
    (event,) = game.events(engine.MatchEnded)
    assert game.table.is_over
    assert game.actor is None
    assert event.seed == game.chance.seed.hex()
    return event
