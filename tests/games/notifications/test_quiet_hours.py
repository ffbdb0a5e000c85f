"""Quiet hours and digests in real time zones, through gaps and overlaps."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.notifications import quiet_hours
from players.preferences import Preferences

# Changes by half an hour, changes at midnight, a skipped day, no summer time, both hemispheres.
ZONES = (
    "UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "America/Havana",
    "Pacific/Apia", "Asia/Kathmandu", "America/Sao_Paulo", "Pacific/Chatham",
)  # fmt: skip
MINUTE = timedelta(minutes=1)
# Around the changes of both hemispheres, and the night in which Samoa crossed the date line.
LEAPS = (
    datetime(2026, 3, 8, 6, tzinfo=UTC), datetime(2026, 3, 29, 0, tzinfo=UTC), datetime(2026, 4, 4, 14, tzinfo=UTC),
    datetime(2026, 10, 3, 15, tzinfo=UTC), datetime(2026, 10, 25, 0, tzinfo=UTC), datetime(2026, 11, 1, 5, tzinfo=UTC),
    datetime(2011, 12, 30, 9, tzinfo=UTC), datetime(2018, 11, 4, 3, tzinfo=UTC),
)  # fmt: skip
moments = st.builds(
    lambda leap, minutes, seconds: leap + timedelta(minutes=minutes, seconds=seconds),
    st.sampled_from(LEAPS),
    st.integers(-36 * 60, 36 * 60),
    st.integers(0, 59),
)
walls = st.builds(time, st.integers(0, 23), st.sampled_from((0, 1, 15, 30, 59)))


@st.composite
def wishes(draw: st.DrawFn) -> Preferences:
    """Draw preferences with quiet hours in some time zone."""
    start = draw(walls)
    end = draw(walls.filter(lambda wall: wall != start))
    return Preferences(time_zone=draw(st.sampled_from(ZONES)), quiet_from=start, quiet_to=end)


@given(moments, wishes())
def test_quiet_hours_end_at_the_first_minute_that_is_not_quiet(now: datetime, preferences: Preferences) -> None:
    end = quiet_hours.quiet_end(now, preferences)
    assert end >= now
    if not quiet_hours.is_quiet(now, preferences):
        assert end == now
        return
    assert not quiet_hours.is_quiet(end, preferences)
    at = end - MINUTE
    while at > now:
        assert quiet_hours.is_quiet(at, preferences)
        at -= MINUTE
    assert end - now <= timedelta(hours=72)


@example(
    datetime(2018, 11, 4, 5, tzinfo=UTC),
    Preferences(time_zone="America/Sao_Paulo", quiet_from=time(0, 1), quiet_to=time(0, 0)),
).via("the one minute that is not quiet was leapt over")
@given(moments, wishes())
def test_before_quiet_hours_is_the_last_minute_that_is_not_quiet(now: datetime, preferences: Preferences) -> None:
    start = quiet_hours.quiet_start(now, preferences)
    assert start <= now
    if quiet_hours.is_quiet(now, preferences):
        assert not quiet_hours.is_quiet(start, preferences)
        assert quiet_hours.is_quiet(start + MINUTE, preferences)


@given(moments, wishes(), st.integers(0, 48 * 60), st.integers(1, 48 * 60))
def test_a_reminder_comes_before_the_deadline_and_in_quiet_hours_only_if_it_must(
    now: datetime, preferences: Preferences, until_wanted: int, until_deadline: int
) -> None:
    wanted = now + until_wanted * MINUTE
    deadline = wanted + until_deadline * MINUTE
    sent = quiet_hours.undisturbed(wanted, now, preferences, deadline)
    assert now <= sent < deadline
    if quiet_hours.is_quiet(sent, preferences):
        # No other time was left: the quiet hours have begun already and do not end before the deadline.
        assert sent == now
        assert quiet_hours.quiet_end(wanted, preferences) >= deadline
    if not quiet_hours.is_quiet(wanted, preferences):
        assert sent == wanted


@given(moments, wishes(), st.integers(0, 48 * 60))
def test_what_can_wait_is_never_sent_in_quiet_hours_and_never_early(
    now: datetime, preferences: Preferences, until_wanted: int
) -> None:
    wanted = now + until_wanted * MINUTE
    sent = quiet_hours.undisturbed(wanted, now, preferences, None)
    assert sent >= wanted
    assert not quiet_hours.is_quiet(sent, preferences)


@given(moments, st.sampled_from(ZONES), st.integers(0, 23))
def test_a_digest_comes_once_a_day_when_its_hour_strikes(now: datetime, name: str, hour: int) -> None:
    zone = ZoneInfo(name)
    due = quiet_hours.next_digest(now, zone, hour)
    assert now < due <= now + timedelta(hours=49)
    wall = due.astimezone(zone)
    struck = datetime.combine(wall.date(), time(hour), tzinfo=zone)
    assert (wall.hour, wall.minute) == (hour, 0) or struck.astimezone(UTC).astimezone(zone) != struck
    following = quiet_hours.next_digest(due, zone, hour)
    assert timedelta(hours=22) <= following - due <= timedelta(hours=49)


@pytest.mark.parametrize(
    ("zone", "moment", "quiet", "end"),
    [
        # The clock goes from 01:00 to 02:00: quiet until 01:30 ends with the change.
        ("Europe/London", datetime(2026, 3, 29, 0, 30, tzinfo=UTC), (time(22), time(1, 30)), "01:00"),
        # The hour after 01:00 occurs twice: quiet until 01:30 ends in the first one, and does not resume in the second.
        ("Europe/London", datetime(2026, 10, 24, 23, 0, tzinfo=UTC), (time(22), time(1, 30)), "00:30"),
        # Half an hour at Lord Howe.
        ("Australia/Lord_Howe", datetime(2026, 10, 3, 15, 0, tzinfo=UTC), (time(22), time(2, 15)), "15:30"),
    ],
)
def test_leaps(zone: str, moment: datetime, quiet: tuple[time, time], end: str) -> None:
    preferences = Preferences(time_zone=zone, quiet_from=quiet[0], quiet_to=quiet[1])
    assert quiet_hours.is_quiet(moment, preferences)
    assert f"{quiet_hours.quiet_end(moment, preferences):%H:%M}" == end
