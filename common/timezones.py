"""Time zones by their IANA names ("Europe/Paris"), from the machine's zone data.

UTC works everywhere; the others need the zone data that any server system has, or the
package `tzdata`.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import datetime

MAX_LENGTH: Final = 64
"""Of a name; the longest in use has 32 characters."""

_NO_PLACES: Final = frozenset({"Factory", "localtime"})
"""Names in the data that are no place's zone."""


@cache
def names() -> frozenset[str]:
    """Return every name that can be chosen; reads the whole data once."""
    return frozenset(zoneinfo.available_timezones() - _NO_PLACES) | {"UTC"}


def zone(name: str) -> tzinfo:
    """Return the zone of this name, UTC for one that the data has lost since it was chosen."""
    if name == "UTC":
        return UTC
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def label(local: datetime, name: str) -> str:
    """Return the text beside a time in this zone: `Asia/Kolkata, UTC+5:30`, or `UTC`.

    Minutes are left out when zero. The offset tells the repeated hour apart when summer time ends.
    """
    if local.tzinfo is UTC:
        return "UTC"
    minutes = int((local.utcoffset() or local - local).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"{name}, UTC{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")
