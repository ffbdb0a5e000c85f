"""Counts the turns of a finished match by its log.

A turn is a time in which the clock of a seat runs without a break, whatever is to be decided in it. It ends with a move
of the player, with a time-out, or without either: then the player is excused.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

import engine
from games import clock as clocks
from games.store import reader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.clock import Clock
    from games.clock.intervals import Span
    from games.types import EventRow

CAUSES: Final[tuple[engine.Cause, ...]] = get_args(engine.Cause)
"""The causes of automatic moves, to which their command ids are bound."""

_TAKEN_OVER: Final = next(number for number, event in engine.EVENT_TYPES.items() if event is engine.SeatTakenOver)
_NO_MOVES: Final = (engine.SeatResigned, engine.SeatTakenOver, engine.VoteCast)
"""Events of commands that end a turn without a move."""

_LEAST_PEOPLE: Final = 2
"""In a match against bots nobody waits for an answer."""


class Turns(NamedTuple):
    """The turns of a seat: made in time, timed out, and neither."""

    answered: int = 0
    timed_out: int = 0
    excused: int = 0

    @property
    def asked(self) -> int:
        """Return the number of turns that count."""
        return self.answered + self.timed_out


class _Turn(NamedTuple):
    """A turn under way: `pauses` stop its clock, `is_absent` says that the service plays the seat."""

    seat: int
    period: tuple[bool, bool, int]
    pauses: tuple[Span, ...]
    is_absent: bool

    @property
    def since(self) -> int:
        return self.period[-1]

    def goes_on(self, later: _Turn | None) -> bool:
        return later is not None and (self.seat, self.period) == (later.seat, later.period)

    def is_paused_before(self, now: int) -> bool:
        return any(since < now and (until is None or until > self.since) for since, until in self.pauses)


_ANSWERED: Final = Turns(answered=1)
_TIMED_OUT: Final = Turns(timed_out=1)
_EXCUSED: Final = Turns(excused=1)


def count_turns(game_id: UUID, rows: Sequence[EventRow]) -> list[Turns]:
    """Return the turns of each seat of the finished match whose log is `rows`, of its last player."""
    return [players[-1] for players in count_by_player(game_id, rows)]


def count_by_player(game_id: UUID, rows: Sequence[EventRow]) -> list[list[Turns]]:
    """Return for each seat of the finished match whose log is `rows` the turns of its players, the first one first.

    There are none without a clock. A seat has several players if substitutes have taken it over.

    Not counted: the seats of bots, and all seats of a match with fewer than two people. Excused: turns in which the
    clock stood still for an outage, a vacation or a pause, those of a seat on autopilot, those that an automatic move,
    another seat, a resignation or the end of the match ended.
    """
    table, clock = engine.Table(), None
    chance = _chance(game_id, rows)
    turns: list[list[Turns]] = []
    for _, group in groupby(rows, key=attrgetter("command_id")):
        command = list(group)
        turn, version = _under_way(table, clock), table.version
        clock = reader.advance(table, clock, command)
        turns = turns or [[Turns()] for _ in range(table.seats)]
        if turn is not None and not turn.goes_on(_under_way(table, clock)):
            players = turns[turn.seat]
            players[-1] = _sum(players[-1], _ended(turn, command, version, chance))
        if command[0].type == _TAKEN_OVER:
            turns[command[0].actor].append(Turns())
    people = [kind is engine.SeatKind.HUMAN for kind in table.seat_kinds]
    counts = sum(people) >= _LEAST_PEOPLE
    return [
        players if is_person and counts else [Turns()] * len(players)
        for players, is_person in zip(turns, people, strict=True)
    ]


def _chance(game_id: UUID, rows: Sequence[EventRow]) -> engine.Chance | None:
    ended = reader.decoded(rows[-1])
    seed = ended.seed if isinstance(ended, engine.MatchEnded) else None
    return None if seed is None else engine.Chance(game_id.bytes, bytes.fromhex(seed))


def _under_way(table: engine.Table, clock: Clock | None) -> _Turn | None:
    if clock is None or clock.seat is None or table.clock is None or table.is_over:
        return None
    seat = clock.seat
    period = (clock.turn, clock.answer, clock.since)
    return _Turn(seat, period, tuple(clocks.pauses_of(clock, seat)), seat in table.autopilot)


def _ended(turn: _Turn, command: Sequence[EventRow], version: int, chance: engine.Chance | None) -> Turns:
    events = [reader.decoded(row) for row in command]
    last = command[-1]
    if turn.is_absent or turn.is_paused_before(clocks.micros(last.recorded_at)):
        return _EXCUSED
    if any(isinstance(event, engine.TimedOut) and event.seat == turn.seat for event in events):
        return _TIMED_OUT
    if last.actor != turn.seat or any(isinstance(event, _NO_MOVES) for event in events):
        return _EXCUSED
    return _EXCUSED if _is_automatic(last, version, chance) else _ANSWERED


def _is_automatic(row: EventRow, version: int, chance: engine.Chance | None) -> bool:
    if chance is None:
        return False
    return row.command_id.bytes in {chance.automatic_id(version, row.actor, cause) for cause in CAUSES}


def _sum(one: Turns, other: Turns) -> Turns:
    return Turns(*map(sum, zip(one, other, strict=True)))
