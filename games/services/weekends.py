"""Weekends in a player's time zone: the offset from UTC that their clock uses.

The log holds minutes instead of a zone: replay needs no zone data, and the log says less about a person.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import engine
from players import preferences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime, tzinfo
    from uuid import UUID

    from engine import Event
    from games.store.load import Loaded

SATURDAY: Final = 5
NOON: Final = 12
"""No zone changes its offset at noon."""


def offset_minutes(zone: tzinfo, moment: datetime) -> int:
    """Return the minutes from UTC in `zone` on the next weekend, or the current one, after the aware `moment`.

    Offsets change on weekends: on a Sunday the offset of that moment counts, before it that of Saturday.
    """
    local = moment.astimezone(zone)
    saturday = local.replace(hour=NOON, minute=0, second=0, microsecond=0) + timedelta(days=SATURDAY - local.weekday())
    # Both have the same zone, so this compares local times.
    offset = max(local, saturday).utcoffset() or timedelta(0)
    return round(offset / timedelta(minutes=1))


def zones(games: Iterable[Loaded]) -> dict[UUID, tzinfo]:
    """Return the zones of the players of these games, where weekends do not count, in one statement."""
    clocks = [(one.game, one.table.clock) for one in games]
    players = {seat.player for game, clock in clocks if clock and clock.weekends for seat in game.seats if seat.player}
    return {player: wishes.zone for player, wishes in preferences.of_many(players).items()}


def noted_with(
    loaded: Loaded, events: Sequence[Event], read: Mapping[UUID, tzinfo] | None = None
) -> engine.NoteOffset | None:
    """Return the command that records the zone of the player on turn after these events; else None.

    The table of `loaded` has folded the events. The zone is read only where weekends do not count and a turn has
    begun. `read`: the zones of all players of the game, if they were read already.
    """
    table, clock = loaded.table, loaded.clock
    if table.clock is None or not table.clock.weekends or clock is None or table.turn is None:
        return None
    player = loaded.game.seats[table.turn].player
    if player is None or not any(isinstance(event, engine.TurnStarted | engine.RoundStarted) for event in events):
        return None
    zone = preferences.of(player).zone if read is None else read[player]
    return needed(table, table.turn, clock.offsets[table.turn], zone, loaded.now)


def needed(table: engine.Table, seat: int, noted: int, zone: tzinfo, now: datetime) -> engine.NoteOffset | None:
    """Return the command to record when the turn of `seat` begins; None if weekends count or it is recorded already.

    `noted` are the minutes that the clock uses so far.
    """
    if table.clock is None or not table.clock.weekends:
        return None
    minutes = offset_minutes(zone, now)
    return None if minutes == noted else engine.NoteOffset(seat, minutes)
