"""Weekends follow the player's time zone, also when its offset changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from games.services.weekends import needed, offset_minutes

PARIS = ZoneInfo("Europe/Paris")
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("zone", "moment", "minutes"),
    [
        ("Europe/Paris", "2026-10-19T09:00", 120),  # the offset changes on Sunday, the 25th
        ("Europe/Paris", "2026-10-24T20:00", 120),
        ("Europe/Paris", "2026-10-25T00:30", 120),  # half an hour before
        ("Europe/Paris", "2026-10-25T01:30", 60),
        ("Europe/Paris", "2026-10-26T09:00", 60),
        ("Europe/Paris", "2027-03-27T12:00", 60),
        ("Europe/Paris", "2027-03-28T02:00", 120),
        ("America/St_Johns", "2026-12-01T00:00", -210),
        ("Asia/Kathmandu", "2026-12-01T00:00", 345),
        ("Africa/Cairo", "2027-04-23T00:00", 120),
        ("Africa/Cairo", "2027-04-26T00:00", 180),  # changes on the Friday before the weekend
        ("Pacific/Kiritimati", "2026-12-01T00:00", 840),
        ("UTC", "2026-12-01T00:00", 0),
    ],
)
def test_the_offset_is_the_one_of_the_weekend_to_come(zone: str, moment: str, minutes: int) -> None:
    assert offset_minutes(ZoneInfo(zone), datetime.fromisoformat(moment).replace(tzinfo=UTC)) == minutes


@given(zone=st.timezones(), week=st.integers(0, 500), before=st.timedeltas(timedelta(0), timedelta(days=5)))
def test_at_noon_on_saturday_the_clock_on_the_wall_is_right(zone: ZoneInfo, week: int, before: timedelta) -> None:
    noon = datetime(2020, 1, 4, 12, tzinfo=zone) + week * 7 * DAY
    instant = noon.astimezone(UTC)
    reckoned = instant + timedelta(minutes=offset_minutes(zone, instant - before))
    assert reckoned.replace(tzinfo=None) == noon.replace(tzinfo=None)


def test_the_log_is_told_only_what_it_does_not_know() -> None:
    table = engine.Table()
    moment = datetime(2026, 12, 1, tzinfo=UTC)
    assert needed(table, 1, 0, PARIS, moment) is None
    table.clock = engine.ClockSet(86400, None, 0, None, None, True, "lenient", 3)  # noqa: FBT003
    assert needed(table, 1, 0, PARIS, moment) == engine.NoteOffset(1, 60)
    assert needed(table, 1, 60, PARIS, moment) is None
    table.clock = table.clock._replace(weekends=False)
    assert needed(table, 1, 0, PARIS, moment) is None
