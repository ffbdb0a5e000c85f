"""The bank: what a turn takes from it and what it adds."""

from __future__ import annotations

import hashlib

import engine
from engine import events as e
from games import clock as clocks
from games.clock.control import control
from games.clock.micros import MINUTE, SECOND
from tests.engine.matches import MATCH_ID, Match
from tests.engine.positions import AtTable

BANK = control(turn=60, bank=3600, increment=600, cap=36_000)


class Timed:
    """A timed round in which each command takes a minute: the limit of a turn without its bank."""

    def __init__(self, table: engine.Table, events: list[engine.Event]) -> None:
        self.now = 0
        table.clock = BANK
        self.clock = clocks.advance(None, table, 0, events, self.now)

    def passed(self, table: engine.Table, actor: int, events: list[engine.Event]) -> Timed:
        self.now += MINUTE
        self.clock = clocks.advance(self.clock, table, actor, events, self.now)
        return self

    def gained(self, seat: int) -> int:
        assert self.clock is not None
        return self.clock.banks[seat] // SECOND - 3600


def at(position: str, *lines: str) -> Timed:
    """Return the clock after these commands of a round that begins at the position, with its first seat's turn."""
    chance = engine.Chance(MATCH_ID, hashlib.sha256(b"clock").digest())
    seats = AtTable(position, chance)
    timed = Timed(seats.table, [e.TurnStarted(0)])
    for line in lines:
        before = len(seats.log)
        seats.send(line)
        timed.passed(seats.table, "ABCDEFGHIJ".index(line[0]), seats.log[before:])
    return timed


def test_a_turn_puts_the_increment_into_the_bank_of_who_had_it() -> None:
    after = at("L cw t=A; A: R5 G1; B: B7 x3; dr: x20; di: R9", "A play R5")
    assert (after.gained(0), after.gained(1)) == (600, 0)


def test_who_skips_everybody_has_had_a_turn_and_gets_another() -> None:
    after = at("L cw t=A; A: RS G1 Y2; B: B7 x3; dr: x20; di: R9", "A play RS")
    assert (after.gained(0), after.gained(1)) == (600, 0)


def test_who_wins_a_challenge_gets_the_increment_once_after_their_turn() -> None:
    lines = ("A play W2 color=B", "B challenge", "B draw")
    position = "L cw t=A; A: W2 R1 R2; B: G7 G3; dr: x20; di: R9"
    assert at(position, *lines[:2]).gained(1) == 0
    assert at(position, *lines).gained(1) == 600


def test_who_names_the_color_of_a_starter_gets_the_increment_once_after_their_turn() -> None:
    match = next(match for match in map(dealt, range(1000)) if match.table.phase is engine.Phase.START_COLOR)
    table = match.table
    seat = table.turn
    assert seat is not None
    timed = Timed(table, match.log)
    timed.passed(table, seat, match.send(seat, engine.legal_commands(table, seat)[0]))
    assert (table.turn, timed.gained(seat)) == (seat, 0)
    while table.turn == seat:
        command = next(one for one in engine.legal_commands(table, seat) if isinstance(one, engine.Draw | engine.Pass))
        timed.passed(table, seat, match.send(seat, command))
    assert 600 - 60 <= timed.gained(seat) <= 600


def dealt(seed: int) -> Match:
    """Return a match of two whose first round has been dealt."""
    return Match({}, 2, seed).play(0)
