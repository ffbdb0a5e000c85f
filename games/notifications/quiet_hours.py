"""Quiet hours and the hour of the digest, on the wall clock of the player's zone.

Moments are instants in UTC. Wall clocks skip and repeat hours, so quiet is decided from the wall clock at each
moment. A gap can end the quiet early and an overlap prolong it; neither needs special treatment.
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
"""Minutes to search: a clock change may skip the one minute of the day that is not quiet."""


def written(moment: datetime | None) -> str | None:
    """Return a moment in RFC 3339, as in JSON."""
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def is_quiet(moment: datetime, wishes: Preferences) -> bool:
    """Return whether this moment is in the quiet hours of the player."""
    start, end = wishes.quiet_from, wishes.quiet_to
    if start is None or end is None:
        return False
    wall = moment.astimezone(wishes.zone).time()
    return start <= wall < end if start < end else wall >= start or wall < end


def quiet_end(moment: datetime, wishes: Preferences) -> datetime:
    """Return the first whole minute after `moment` that is not quiet; `moment` itself if it is not."""
    if not is_quiet(moment, wishes):
        return moment
    whole = moment.replace(second=0, microsecond=0)
    return _first(whole + MINUTE, MINUTE, lambda at: not is_quiet(at, wishes)) or moment


def quiet_start(moment: datetime, wishes: Preferences) -> datetime:
    """Return the last whole minute before the quiet hours around `moment`; `moment` itself if it is not quiet."""
    if not is_quiet(moment, wishes):
        return moment
    whole = moment.replace(second=0, microsecond=0)
    return _first(whole, -MINUTE, lambda at: not is_quiet(at, wishes)) or moment


def undisturbed(wanted: datetime, now: datetime, wishes: Preferences, last: datetime | None) -> datetime:
    """Return when to send a message for `wanted`: after the quiet hours if that is before `last`, never before `now`.

    Otherwise before they begin, or at once if they have begun: a late message is worse than a disturbance.
    """
    end = quiet_end(wanted, wishes)
    if end == wanted or last is None or end < last:
        return max(end, now)
    return max(now, quiet_start(wanted, wishes))


def next_digest(now: datetime, zone: tzinfo, hour: int) -> datetime:
    """Return the next moment after `now` at this hour; if the clock skips it, the moment of the change or after."""
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
