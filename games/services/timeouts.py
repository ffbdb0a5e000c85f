"""The command that is due because time has run out, made by the sweep or by the first reader.

It is decided from the loaded state, and recorded only if the game is still at that version. So a time-out is never
early and happens once, however many processes notice it at the same time.
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
    from collections.abc import Sequence

    from games.clock import Deadline
    from games.store.deadlines import Watch
    from games.types import GameState
    from players.models import Vacation


def overdue(state: GameState) -> Deadline | None:
    """Return the deadline that has passed; None if there is none or the game is quarantined."""
    if state.game.is_quarantined or state.game.deadline_at is None or state.game.deadline_at > state.now:
        return None
    end = clocks.deadline(state.clock, state.table)
    return end if end is not None and end.at <= clocks.micros(state.now) else None


def is_welcome(state: GameState, late: Deadline, seat: int | None) -> bool:
    """Return whether `seat` may still act after its time: no time-out is recorded yet, and the table is lenient."""
    control = state.table.clock
    return control is not None and control.late == "lenient" and late.seat is not None and late.seat == seat


def request(state: GameState) -> Envelope:
    """Return the envelope of the command due at this version."""
    return system.envelope(state.game.id, Purpose.SETTLE, state.game.version, settles=True)


def due_command(
    state: GameState, watch: Watch | None = None, vacations: Sequence[Vacation] | None = None
) -> Decision | None:
    """Return the command due now; None if there is none, or the sweep has yet to record an outage.

    `watch` holds the outages, and `vacations` those of the player, if they were read already.
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
    away = vacation_rules.saved(state, late, vacations)
    if away is not None:
        return Decision(SYSTEM, None, away)
    return Decision(SYSTEM, late.seat, engine.TimeOut(late.at, engage=_goes_on_autopilot(state, late.seat)))


def _goes_on_autopilot(state: GameState, seat: int) -> bool:
    """Return whether this time-out in a row is the one that sets the seat to autopilot."""
    table, clock = state.table, state.clock
    if table.clock is None or clock is None or table.seat_kinds[seat] is not engine.SeatKind.HUMAN:
        return False
    return clock.timeouts[seat] + 1 >= table.clock.autopilot_after
