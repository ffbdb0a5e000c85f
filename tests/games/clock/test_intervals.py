"""Time with pauses: which hours count, and when enough have counted."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from games.clock import intervals, micros
from games.clock.micros import DAY, MINUTE

HOUR = 60 * MINUTE
moments = st.integers(0, 60 * DAY)
spans = st.tuples(moments, st.integers(0, 10 * DAY)).map(lambda pair: (pair[0], pair[0] + pair[1]))
offsets = st.none() | st.integers(-14 * 60, 14 * 60)


def at(text: str) -> int:
    return micros(datetime.fromisoformat(text).replace(tzinfo=UTC))


@given(moments, st.integers(0, 20 * DAY), st.lists(spans, max_size=5), offsets)
def test_pausing_never_changes_how_much_time_one_has(
    start: int, amount: int, pauses: list[tuple[int, int]], offset: int | None
) -> None:
    end = intervals.after(start, amount, pauses, offset)
    assert end is not None
    assert intervals.active(start, end, pauses, offset) == amount


@given(moments, st.integers(0, 20 * DAY), st.lists(spans, max_size=5), offsets)
def test_no_deadline_falls_into_a_pause(
    start: int, amount: int, pauses: list[tuple[int, int]], offset: int | None
) -> None:
    end = intervals.after(start, amount, pauses, offset)
    assert end is not None
    assert not any(since < end < until for since, until in pauses)


@given(moments, moments, st.lists(spans, max_size=5), offsets, st.data())
def test_time_counted_in_two_parts_is_the_time_counted_at_once(
    one: int, other: int, pauses: list[tuple[int, int]], offset: int | None, data: st.DataObject
) -> None:
    start, end = sorted((one, other))
    middle = data.draw(st.integers(start, end))
    parts = intervals.active(start, middle, pauses, offset) + intervals.active(middle, end, pauses, offset)
    assert parts == intervals.active(start, end, pauses, offset)


@given(moments, moments, st.lists(spans, max_size=4), spans, offsets)
def test_one_more_pause_never_makes_a_deadline_earlier(
    start: int, amount: int, pauses: list[tuple[int, int]], more: tuple[int, int], offset: int | None
) -> None:
    before = intervals.after(start, amount, pauses, offset)
    behind = intervals.after(start, amount, [*pauses, more], offset)
    assert before is not None
    assert behind is not None
    assert before <= behind


def test_a_pause_without_an_end_leaves_no_deadline() -> None:
    assert intervals.after(0, HOUR, [(30 * MINUTE, None)]) is None
    assert intervals.after(0, HOUR, [(HOUR + 1, None)]) == HOUR
    assert intervals.active(0, DAY, [(HOUR, None)]) == HOUR


def test_a_weekend_begins_and_ends_at_midnight_of_the_players_zone() -> None:
    friday_evening = at("2026-11-20T20:00")
    assert intervals.after(friday_evening, 8 * HOUR, [], 0) == at("2026-11-23T04:00")
    # In Auckland (UTC+13) the weekend begins on Friday at 11:00 UTC.
    assert intervals.after(at("2026-11-20T10:00"), 2 * HOUR, [], 13 * 60) == at("2026-11-22T12:00")
    # In Honolulu (UTC-10) it begins on Saturday at 10:00 UTC.
    assert intervals.after(friday_evening, 15 * HOUR, [], -10 * 60) == at("2026-11-23T11:00")


def test_time_up_exactly_as_a_pause_begins_is_up_then() -> None:
    assert intervals.after(0, HOUR, [(HOUR, 2 * HOUR)]) == HOUR
