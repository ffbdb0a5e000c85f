"""Time-outs after the fact: whose time ran out, by the log, and not before it had.

A `due_at` later than the one derived is sound: nobody lost by it, and it is what logs hold that were written when the
clock gave more time than it does today (games/clock/fold.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games import clock as clocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.clock import Clock


def early(clock: Clock | None, table: engine.Table, events: Sequence[engine.Event], now: int) -> str | None:
    """What is wrong with a time-out among `events`, in words; None: nothing, or there is none.

    `clock` and `table` are those before the command whose events these are, recorded at `now`.
    """
    for event in events:
        if isinstance(event, engine.TimedOut):
            return _wrong(_end(clock, table, event.seat), event.due_at, now)
        if isinstance(event, engine.TimeExpired):
            end = _end(clock, table, None)
            return _wrong(end, end, now)
    return None


def _end(clock: Clock | None, table: engine.Table, seat: int | None) -> int | None:
    return next((end.at for end in clocks.deadlines(clock, table) if end.seat == seat), None)


def _wrong(end: int | None, due: int | None, now: int) -> str | None:
    if end is None or due is None:
        return "time ran out that was not running"
    if due < end:
        return f"it names {clocks.as_time(due)}, and by the log there was time until {clocks.as_time(end)}"
    if now < due:
        return f"it was recorded before {clocks.as_time(due)}, when the time ran out"
    return None
