"""Vacation used per calendar year (UTC): sums over intervals, exact to the microsecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NOTHING = timedelta(0)


class Span(NamedTuple):
    """A period, `start` included, `end` not; both aware. Empty if the end is not after the start."""

    start: datetime
    end: datetime


def years(span: Span) -> Iterator[int]:
    """Return the calendar years that the span touches, in order."""
    first, last = span.start.astimezone(UTC).year, span.end.astimezone(UTC).year
    return (year for year in range(first, last + 1) if _common(span, _whole(year)))


def used(spans: Iterable[Span], year: int) -> timedelta:
    """Return the part of the year that the spans take up, added one by one."""
    whole = _whole(year)
    return sum((_common(span, whole) for span in spans), NOTHING)


def _whole(year: int) -> Span:
    return Span(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))


def _common(one: Span, other: Span) -> timedelta:
    return max(NOTHING, min(one.end, other.end) - max(one.start, other.start))
