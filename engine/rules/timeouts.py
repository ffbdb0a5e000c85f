"""Time-outs: the plainest move is made for a seat whose time has run out (SPEC 3.11, R-TIMEOUT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import TimeOut
from engine.errors import AlreadyPaused, NoClock
from engine.events import AutopilotEngaged, TimedOut
from engine.rules.endings import settle_absence
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import IN_PLAY, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.commands import Command
    from engine.state import Table


def move_for(rules: Ruleset, table: Table, seat: int) -> Command:
    """Return the move of the seat that must act; the judge of `decide` accepts it in every phase of a round."""
    asked = [handler for handler in rules.handlers.values() if table.phase in handler.phases]
    moves: Iterator[Command | None] = (handler.time_out(rules, table, seat) for handler in asked)
    return next(move for move in moves if move is not None)


_SAME_DECISION: Final = (Phase.DRAWN, Phase.COLOR, Phase.EFFECT, Phase.GIVE, Phase.WHEEL_CHOICE)
"""Further decisions of a seat in the same turn, opened by its own move. In a race others may be faster."""


class TimeOutHandler(Handler[TimeOut, None]):
    """The time of a seat has run out, and the move is made for it."""

    phases: tuple[Phase, ...] = IN_PLAY

    def judge(self, _rules: Ruleset, table: Table, _seat: int, _command: TimeOut) -> None:
        """Raises NoClock, or AlreadyPaused while no time runs."""
        if table.clock is None:
            raise NoClock
        if table.paused:
            raise AlreadyPaused

    def perform(self, resolution: Resolution, command: TimeOut, _judged: None) -> None:
        """Record it, engage the autopilot if it was once too often, and decide for the seat until it need not act."""
        table, seat = resolution.table, resolution.seat
        resolution.emit(TimedOut(seat, command.due_at))
        if command.engage and table.has_vote(seat):
            resolution.emit(AutopilotEngaged(seat, "timeouts"))
            settle_absence(resolution, "abandoned")
        if table.turn == seat:
            _move(resolution)
        while table.turn == seat and table.phase in _SAME_DECISION:
            _move(resolution)


def _move(resolution: Resolution) -> None:
    """Carry one command out as if the seat had sent it."""
    table, rules = resolution.table, resolution.rules
    command = move_for(rules, table, resolution.seat)
    handler = rules.handlers[type(command)]
    step = Resolution(table, rules, resolution.seat, resolution.chance)
    handler.perform(step, command, handler.judge(rules, table, resolution.seat, command))
    if rules.after_command:
        rules.after_command(step)
    resolution.events += step.events
