"""Time zones by their IANA names ("Europe/Paris"), as the machine's zone data knows them.

UTC works everywhere; the others need the zone data that any server system has, or the
package `tzdata`.
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, tzinfo
from functools import cache
from typing import Final

MAX_LENGTH: Final = 64
"""Of a name; the longest in use has 32 characters."""

_NO_PLACES: Final = frozenset({"Factory", "localtime"})
"""In the data, but the zone of nobody."""


@cache
def names() -> frozenset[str]:
    """Every name a player may choose; reads the whole data once."""
    return frozenset(zoneinfo.available_timezones() - _NO_PLACES) | {"UTC"}


def zone(name: str) -> tzinfo:
    """Return the zone of this name, UTC for one that the data has lost since it was chosen."""
    if name == "UTC":
        return UTC
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return UTC
