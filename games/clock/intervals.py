"""Time with pauses in it: how much of a span counts, and when a given amount will have counted.

A pause is (since, until); `until` is None if the end is unknown. Pauses may overlap and come in any order. With a
weekend offset, Saturdays and Sundays of that zone are pauses as well, for ever. Law: `active(start, after(start, n))
== n`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.clock.micros import DAY, MINUTE

if TYPE_CHECKING:
    from collections.abc import Sequence

Span = tuple[int, int | None]

WEEK: Final = 7 * DAY
FIRST_MONDAY: Final = 4 * DAY
"""1970 began on a Thursday."""
WORKDAYS: Final = 5 * DAY


def after(start: int, amount: int, pauses: Sequence[Span], weekend_offset: int | None = None) -> int | None:
    """Return when `amount` has counted since `start`; None while a pause without an end prevents it.

    The result is never within a pause. `weekend_offset`: minutes from UTC of the zone whose weekends do not count.
    """
    moment, left = start, amount
    while True:
        held = _held_until(moment, pauses, weekend_offset)
        if held is not None:
            until = held[0]
            if until is None:
                return None
            moment = until
            continue
        following = _next_pause(moment, pauses, weekend_offset)
        if following is None or moment + left <= following:
            return moment + left
        left -= following - moment
        moment = following


def active(start: int, end: int, pauses: Sequence[Span], weekend_offset: int | None = None) -> int:
    """Return how much of the time from `start` to `end` counts."""
    moment, counted = start, 0
    while moment < end:
        held = _held_until(moment, pauses, weekend_offset)
        if held is not None:
            until = held[0]
            if until is None:
                break
            moment = until
            continue
        following = _next_pause(moment, pauses, weekend_offset)
        reached = end if following is None else min(end, following)
        counted += reached - moment
        moment = reached
    return counted


def _held_until(moment: int, pauses: Sequence[Span], weekend_offset: int | None) -> tuple[int | None] | None:
    """Return the end of a pause that contains `moment`, in a tuple; None if no pause does."""
    for since, until in pauses:
        if since <= moment and (until is None or moment < until):
            return (until,)
    if weekend_offset is not None:
        into_week = _into_week(moment, weekend_offset)
        if into_week >= WORKDAYS:
            return (moment - into_week + WEEK,)
    return None


def _next_pause(moment: int, pauses: Sequence[Span], weekend_offset: int | None) -> int | None:
    starts = [since for since, until in pauses if since > moment and (until is None or until > since)]
    if weekend_offset is not None:
        starts.append(moment - _into_week(moment, weekend_offset) + WORKDAYS)
    return min(starts, default=None)


def _into_week(moment: int, offset: int) -> int:
    return (moment + offset * MINUTE - FIRST_MONDAY) % WEEK
