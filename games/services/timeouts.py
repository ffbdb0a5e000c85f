"""The command that is due in a game because time has run out; the sweep or a reader makes it, the first to notice.

The judgment is made anew on what was state, and recorded only if the game is still at that version: a time-out is
never early and happens once, however many notice it at the same time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games import clock as clocks
from games.services import system, vacation_rules
from games.services.envelope import Decision, Envelope
from games.services.system import Purpose
from games.store import deadlines
from games.types import SYSTEM

if TYPE_CHECKING:
    from games.clock import Deadline
    from games.store.deadlines import Watch
    from games.types import GameState


def overdue(state: GameState) -> Deadline | None:
    """The deadline that has passed, None if there is none: in a quarantined game there is none."""
    if state.header.is_quarantined or state.header.deadline_at is None or state.header.deadline_at > state.now:
        return None
    end = clocks.deadline(state.clock, state.table)
    return end if end is not None and end.at <= clocks.micros(state.now) else None


def is_welcome(state: GameState, late: Deadline, seat: int | None) -> bool:
    """Whether `seat` may still act although its time is up: nobody has recorded that yet, and the table is lenient."""
    control = state.table.clock
    return control is not None and control.late == "lenient" and late.seat is not None and late.seat == seat


def request(state: GameState) -> Envelope:
    """The envelope of what has to happen at this version."""
    return system.envelope(state.header.id, Purpose.SETTLE, state.header.version, settles=True)


def due_command(state: GameState, watch: Watch | None = None) -> Decision | None:
    """The move that has to be made now; None if there is none, or the sweep has yet to note how long it was away.

    `watch`: the outages, if they have been asked for already.
    """
    late = overdue(state)
    clock = state.clock
    if late is None or clock is None:
        return None
    watch = watch or deadlines.watch()
    if watch.is_blind(clocks.micros(state.now)):
        return None
    begun = clock.since if late.seat is not None else clock.round_since or 0
    counted = {pause.since for pause in clock.pauses if pause.reason == deadlines.OUTAGE}
    for since, until in watch.outages_within(begun, late.at):
        if since not in counted:
            return Decision(SYSTEM, None, engine.Extend(deadlines.OUTAGE, since, until))
    if late.seat is None:
        return Decision(SYSTEM, None, engine.Expire())
    away = vacation_rules.saved(state, late)
    if away is not None:
        return Decision(SYSTEM, None, away)
    return Decision(SYSTEM, late.seat, engine.TimeOut(late.at, engage=_goes_on_autopilot(state, late.seat)))


def _goes_on_autopilot(state: GameState, seat: int) -> bool:
    """Whether this time-out, one more in a row, is the one too many."""
    table, clock = state.table, state.clock
    if table.clock is None or clock is None or table.seat_kinds[seat] is not engine.SeatKind.HUMAN:
        return False
    return clock.timeouts[seat] + 1 >= table.clock.autopilot_after
