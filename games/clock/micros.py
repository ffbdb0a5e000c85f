"""Times as the clock counts them: whole microseconds since 1970, UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)
SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE


def micros(moment: datetime) -> int:
    """Return the microseconds since 1970 of an aware time."""
    return (moment - EPOCH) // MICROSECOND


def as_time(moment: int) -> datetime:
    """Return the aware time, in UTC, of `moment` microseconds after 1970."""
    return EPOCH + moment * MICROSECOND
