"""What has to happen in a game because time has run out; made by whoever notices first, the sweep or a reader.

The judgment is made anew on what was loaded, and recorded only if the game is still at that version: a time-out is
never early and happens once, however many notice it at the same time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games import clock as clocks
from games.services import vacation_rules
from games.services.envelope import Decision, Envelope
from games.store import deadlines
from games.types import SYSTEM

if TYPE_CHECKING:
    from games.clock import Deadline
    from games.store.deadlines import Watch
    from games.store.load import Loaded
    from games.types import GameState


def overdue(loaded: Loaded | GameState) -> Deadline | None:
    """The deadline that has passed, None if there is none: in a game on hold there is none."""
    if loaded.header.is_quarantined or loaded.header.deadline_at is None or loaded.header.deadline_at > loaded.now:
        return None
    end = clocks.deadline(loaded.clock, loaded.table)
    return end if end is not None and end.at <= clocks.micros(loaded.now) else None


def is_welcome(loaded: Loaded | GameState, late: Deadline, seat: int | None) -> bool:
    """Whether `seat` may still act although its time is up: nobody has recorded that yet, and the table is lenient."""
    control = loaded.table.clock
    return control is not None and control.late == "lenient" and late.seat is not None and late.seat == seat


def request(loaded: Loaded) -> Envelope:
    """The envelope of what has to happen at this version."""
    return Envelope.of_the_service(loaded.header.id, "settle", loaded.header.version, settles=True)


def due_command(loaded: Loaded, watch: Watch | None = None) -> Decision | None:
    """The move that has to be made now; None if there is none, or the sweep has yet to note how long it was away.

    `watch`: the outages, if they have been asked for already.
    """
    late = overdue(loaded)
    clock = loaded.clock
    if late is None or clock is None:
        return None
    watch = watch or deadlines.watch()
    if watch.is_blind(clocks.micros(loaded.now)):
        return None
    begun = clock.since if late.seat is not None else clock.round_since or 0
    counted = {pause.since for pause in clock.pauses if pause.reason == deadlines.OUTAGE}
    for since, until in watch.outages_within(begun, late.at):
        if since not in counted:
            return Decision(SYSTEM, None, engine.Extend(deadlines.OUTAGE, since, until))
    if late.seat is None:
        return Decision(SYSTEM, None, engine.Expire())
    away = vacation_rules.saved(loaded, late)
    if away is not None:
        return Decision(SYSTEM, None, away)
    return Decision(SYSTEM, late.seat, engine.TimeOut(late.at, engage=_goes_on_autopilot(loaded, late.seat)))


def _goes_on_autopilot(loaded: Loaded, seat: int) -> bool:
    """Whether this time-out, one more in a row, is the one too many."""
    table, clock = loaded.table, loaded.clock
    if table.clock is None or clock is None or table.seat_kinds[seat] is not engine.SeatKind.HUMAN:
        return False
    return clock.timeouts[seat] + 1 >= table.clock.autopilot_after
