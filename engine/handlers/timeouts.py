"""The time of a seat has run out: the move is made for it (SPEC 3.11, R-TIMEOUT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import AlreadyPaused, NoClock
from engine.events import AutopilotEngaged, TimedOut
from engine.policies.endings import settle_absence
from engine.policies.timeouts import move_for
from engine.ruleset import Draft, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from engine.commands import TimeOut
    from engine.state import Table

_SAME_DECISION: Final = (Phase.DRAWN, Phase.COLOR, Phase.EFFECT, Phase.GIVE, Phase.WHEEL_CHOICE)
"""What a move of a seat leads it to decide besides, in the same turn and by itself. In a race others may be faster."""


def judge(_rules: Ruleset, table: Table, _seat: int, _command: TimeOut) -> None:
    """Raises NoClock, or AlreadyPaused while no time runs."""
    if table.clock is None:
        raise NoClock
    if table.paused:
        raise AlreadyPaused


def perform(draft: Draft, command: TimeOut, _judged: None) -> None:
    """Record it, engage the autopilot if it was once too often, decide for the seat until another decision is due."""
    table, seat = draft.table, draft.seat
    draft.emit(TimedOut(seat, command.due_at))
    if command.engage and table.has_vote(seat):
        draft.emit(AutopilotEngaged(seat, "timeouts"))
        settle_absence(draft, "abandoned")
    if table.turn == seat:
        _move(draft)
    while table.turn == seat and table.phase in _SAME_DECISION:
        _move(draft)


def _move(draft: Draft) -> None:
    """One command, as if the seat had sent it."""
    table, rules = draft.table, draft.rules
    command = move_for(rules, table, draft.seat)
    handler = rules.handlers[type(command)]
    step = Draft(table, rules, draft.seat, draft.chance)
    handler.perform(step, command, handler.judge(rules, table, draft.seat, command))
    if rules.afterwards:
        rules.afterwards(step)
    draft.events += step.events
