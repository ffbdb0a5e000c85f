"""When somebody may be disturbed: quiet hours and the hour of the digest, on the wall clock of the player's zone.

Moments are instants in UTC. Wall clocks leap and repeat hours: whether a moment is quiet is asked of the clock on that
wall at that moment, so a gap can end the quiet early and an overlap can prolong it, and neither is a special case.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

    from players.preferences import Preferences

MINUTE: Final = timedelta(minutes=1)
LONGEST: Final = 3 * 24 * 60
"""Minutes of search: who is quiet all day but for one minute may have it leapt over, or the whole day."""


def written(moment: datetime | None) -> str | None:
    """A moment as JSON has it."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def is_quiet(moment: datetime, wishes: Preferences) -> bool:
    """Whether the player does not want to be disturbed at this moment."""
    start, end = wishes.quiet_from, wishes.quiet_to
    if start is None or end is None:
        return False
    wall = moment.astimezone(wishes.zone).time()
    return start <= wall < end if start < end else wall >= start or wall < end


def quiet_end(moment: datetime, wishes: Preferences) -> datetime:
    """The first whole minute from `moment` on that is not quiet; `moment` itself if it is not."""
    if not is_quiet(moment, wishes):
        return moment
    whole = moment.replace(second=0, microsecond=0)
    return _first(whole + MINUTE, MINUTE, lambda at: not is_quiet(at, wishes)) or moment


def quiet_start(moment: datetime, wishes: Preferences) -> datetime:
    """The last whole minute before the quiet that `moment` lies in; `moment` itself if it is not quiet."""
    if not is_quiet(moment, wishes):
        return moment
    whole = moment.replace(second=0, microsecond=0)
    return _first(whole, -MINUTE, lambda at: not is_quiet(at, wishes)) or moment


def undisturbed(wanted: datetime, now: datetime, wishes: Preferences, last: datetime | None) -> datetime:
    """When to send what should go out at `wanted`, not before `now`: after the quiet hours, if that is before `last`.

    Else before they begin, or at once where they have begun: a message that helps nobody any more is worse than one
    that disturbs.
    """
    end = quiet_end(wanted, wishes)
    if end == wanted or last is None or end < last:
        return max(end, now)
    return max(now, quiet_start(wanted, wishes))


def next_digest(now: datetime, zone: tzinfo, hour: int) -> datetime:
    """The next time after `now` that this hour strikes; where clocks leap over it, the moment of the leap or after."""
    local = now.astimezone(zone)
    for days in range(4):
        day = local.date() + timedelta(days=days)
        due = datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
        if due > now:
            return due
    raise AssertionError("no day has lasted so long")


def _first(start: datetime, step: timedelta, found: Callable[[datetime], bool]) -> datetime | None:
    at = start
    for _ in range(LONGEST):
        if found(at):
            return at
        at += step
    return None
