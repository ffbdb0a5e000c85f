"""Weekends where a player lives: the offset from UTC that his clock is to reckon them by.

The log holds minutes, not a zone: it must replay without zone data and tells less of a person.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import engine
from players import preferences

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from engine import Event
    from games.store.load import Loaded

SATURDAY: Final = 5
NOON: Final = 12
"""No zone changes its offset at noon."""


def offset_minutes(zone: tzinfo, moment: datetime) -> int:
    """Minutes from UTC in force in `zone` on the weekend that comes next, on a weekend now, after the aware `moment`.

    Offsets change on weekends: on a Sunday what holds by then counts, before it what holds on Saturday.
    """
    local = moment.astimezone(zone)
    saturday = local.replace(hour=NOON, minute=0, second=0, microsecond=0) + timedelta(days=SATURDAY - local.weekday())
    # Both have the same zone, so this compares what a clock on the wall shows.
    offset = max(local, saturday).utcoffset() or timedelta(0)
    return round(offset / timedelta(minutes=1))


def noted_with(loaded: Loaded, events: Sequence[Event]) -> engine.NoteOffset | None:
    """What goes into the log with these events, which the table of `loaded` has folded: the zone of who is on turn now.

    Asks for it only where weekends do not count and a turn has begun.
    """
    table, clock = loaded.table, loaded.clock
    if table.clock is None or not table.clock.weekends or clock is None or table.turn is None:
        return None
    player = loaded.header.seats[table.turn].player
    if player is None or not any(isinstance(event, engine.TurnStarted | engine.RoundStarted) for event in events):
        return None
    return needed(table, table.turn, clock.offsets[table.turn], preferences.of(player).zone, loaded.now)


def needed(table: engine.Table, seat: int, noted: int, zone: tzinfo, now: datetime) -> engine.NoteOffset | None:
    """What the log has to be told when the turn of `seat` begins; None: weekends count, or it knows already.

    `noted`: the minutes that the clock reckons by so far.
    """
    if table.clock is None or not table.clock.weekends:
        return None
    minutes = offset_minutes(zone, now)
    return None if minutes == noted else engine.NoteOffset(seat, minutes)
