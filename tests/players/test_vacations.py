"""Vacations and their budget, which no planning, moving or ending exceeds."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players import services, vacations
from players.errors import InvalidVacation, PlayerNotFound, VacationSpent
from players.models import Vacation
from players.vacations import Wish, calendar_years
from players.vacations.calendar_years import Span
from tests.games.concurrency import together

if TYPE_CHECKING:
    from tests.players.people import Someone

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def player(guest: Someone) -> UUID:
    return guest.player.id


def plan(player: UUID, starts: timedelta | None, ends: timedelta, *, now: datetime = NOW) -> Vacation:
    """Plan a vacation from `starts` to `ends` after `NOW`."""
    wish = Wish(None if starts is None else NOW + starts, NOW + ends)
    return vacations.plan(player_id=player, wish=wish, now=now)


def left(player: UUID, year: int = 2026) -> timedelta:
    return vacations.budget(player, [year])[0].left


@pytest.mark.django_db
class TestTheBudget:
    def test_it_is_counted_by_the_microsecond(self, player: UUID) -> None:
        plan(player, None, 3 * DAY + timedelta(microseconds=1))
        assert left(player) == 27 * DAY - timedelta(microseconds=1)

    def test_each_calendar_year_pays_for_its_part(self, player: UUID) -> None:
        plan(player, 29 * DAY, 32 * DAY)  # 30 December, noon, to 2 January, noon
        assert (left(player, 2026), left(player, 2027)) == (28.5 * DAY, 28.5 * DAY)

    def test_what_is_left_is_not_carried_over(self, player: UUID) -> None:
        assert left(player, 2026) == left(player, 2027) == 30 * DAY
        with pytest.raises(VacationSpent) as refusal:
            plan(player, 31 * DAY, 62 * DAY)  # 31 days, half a day of them in the old year
        assert refusal.value.fields == {"year": 2027, "days": 30}
        assert not Vacation.objects.exists()
        plan(player, 31 * DAY, 61 * DAY)

    def test_a_vacation_that_ends_early_gives_back_the_rest(self, player: UUID) -> None:
        plan(player, None, 30 * DAY)
        vacations.end(player_id=player, now=NOW + 2 * DAY)
        assert left(player) == 28 * DAY
        plan(player, 3 * DAY, 31 * DAY, now=NOW + 3 * DAY)
        assert left(player) == timedelta(hours=12)  # 30.5 days of the year are over when the new one begins

    def test_breaking_off_at_once_costs_an_hour(self, player: UUID) -> None:
        plan(player, None, DAY)
        vacations.end(player_id=player, now=NOW)
        assert left(player) == 30 * DAY  # it was cancelled before any time went by
        plan(player, None, DAY)
        vacations.end(player_id=player, now=NOW + timedelta(seconds=1))
        assert left(player) == 30 * DAY - HOUR

    def test_a_planned_one_that_is_called_off_costs_nothing(self, player: UUID) -> None:
        plan(player, DAY, 9 * DAY)
        assert left(player) == 22 * DAY
        vacations.end(player_id=player, now=NOW + HOUR)
        assert left(player) == 30 * DAY

    def test_without_days_there_are_no_vacations(self, player: UUID, settings: Any) -> None:
        settings.VACATION_DAYS = 0
        with pytest.raises(VacationSpent):
            plan(player, None, HOUR)

    def test_a_smaller_budget_refuses_new_ones_and_leaves_the_present_one(self, player: UUID, settings: Any) -> None:
        plan(player, None, 20 * DAY)
        settings.VACATION_DAYS = 10
        assert left(player) == timedelta(0)
        assert vacations.current(player, NOW) is not None
        with pytest.raises(VacationSpent):
            plan(player, None, 21 * DAY)
        plan(player, None, 10 * DAY)


@pytest.mark.django_db
class TestPlanning:
    def test_the_same_wish_again_changes_nothing(self, player: UUID) -> None:
        first = plan(player, None, 5 * DAY)
        again = plan(player, None, 5 * DAY, now=NOW + HOUR)
        assert (again.id, again.revision, again.starts_at) == (first.id, 1, NOW)

    def test_of_a_running_one_the_end_moves_but_not_the_start(self, player: UUID) -> None:
        first = plan(player, None, 5 * DAY)
        longer = plan(player, timedelta(0), 7 * DAY, now=NOW + DAY)
        assert (longer.id, longer.revision, longer.starts_at, longer.ends_at) == (first.id, 2, NOW, NOW + 7 * DAY)
        with pytest.raises(InvalidVacation, match="begun"):
            plan(player, 2 * DAY, 7 * DAY, now=NOW + DAY)
        with pytest.raises(InvalidVacation, match="begun"):
            vacations.plan(player_id=player, wish=Wish(None, NOW + 7 * DAY, (uuid4(),)), now=NOW + DAY)

    def test_a_planned_one_moves_as_a_whole(self, player: UUID) -> None:
        plan(player, DAY, 5 * DAY)
        moved = plan(player, 2 * DAY, 9 * DAY)
        assert Vacation.objects.count() == 1
        assert (moved.starts_at, moved.due_at) == (NOW + 2 * DAY, NOW + 2 * DAY)

    def test_after_one_is_over_there_is_room_for_another(self, player: UUID) -> None:
        plan(player, None, DAY)
        assert vacations.current(player, NOW + DAY) is None
        plan(player, None, 3 * DAY, now=NOW + 2 * DAY)
        assert left(player) == 28 * DAY

    def test_ending_may_be_repeated(self, player: UUID) -> None:
        plan(player, None, 5 * DAY)
        for hours in (1, 2, 3):
            vacations.end(player_id=player, now=NOW + hours * HOUR)
        assert Vacation.objects.get().ended_at == NOW + HOUR

    @pytest.mark.parametrize(
        ("starts", "ends", "reason"),
        [
            (timedelta(seconds=-1), DAY, "past"),
            (None, timedelta(minutes=59), "too early"),
            (DAY, DAY, "too early"),
            (2 * DAY, DAY, "before it begins"),
            (None, -DAY, "before it begins"),
            (367 * DAY, 368 * DAY, "ahead"),
            (None, 800 * DAY, "longer"),
        ],
    )
    def test_times_that_cannot_be_are_refused(
        self, starts: timedelta | None, ends: timedelta, reason: str, player: UUID
    ) -> None:
        with pytest.raises(InvalidVacation, match=reason):
            plan(player, starts, ends)
        assert not Vacation.objects.exists()

    def test_the_ends_of_time_are_refused_like_any_other_time(self, player: UUID) -> None:
        far = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(-12 * HOUR))
        early = datetime(1, 1, 1, tzinfo=timezone(12 * HOUR))
        for wish in (Wish(None, far), Wish(far, far), Wish(early, far), Wish(None, early)):
            with pytest.raises(InvalidVacation):
                vacations.plan(player_id=player, wish=wish, now=NOW)

    def test_somebody_who_is_gone_takes_no_vacation(self) -> None:
        with pytest.raises(PlayerNotFound):
            plan(uuid4(), None, DAY)
        with pytest.raises(PlayerNotFound):
            vacations.end(player_id=uuid4(), now=NOW)

    def test_it_is_asked_for_by_time_also_when_it_is_over(self, player: UUID) -> None:
        plan(player, DAY, 5 * DAY)
        vacations.end(player_id=player, now=NOW)
        plan(player, DAY, 5 * DAY)
        vacations.end(player_id=player, now=NOW + 3 * DAY)
        edges = [NOW + days * DAY for days in range(5)]
        found = [len(vacations.between(player, start, end)) for start, end in pairwise(edges)]
        assert found == [0, 1, 1, 0]
        read = vacations.among([player, uuid4()], NOW - DAY, NOW + 9 * DAY)
        assert [len(vacations.within(read, player, start, end)) for start, end in pairwise(edges)] == found
        assert vacations.within(read, uuid4(), NOW, NOW + 9 * DAY) == []
        moments = [DAY - timedelta.resolution, DAY, 3 * DAY - timedelta.resolution, 3 * DAY]
        assert [vacations.covering(player, NOW + moment) is not None for moment in moments] == [
            False,
            True,
            True,
            False,
        ]


@pytest.mark.django_db
class TestForTheWorker:
    def test_it_is_due_when_it_begins_when_it_changes_and_when_it_is_over(self, player: UUID) -> None:
        vacation = plan(player, DAY, 5 * DAY)
        assert self.carry_out(NOW) == []
        assert self.carry_out(NOW + DAY) == [vacation.id]
        assert self.carry_out(NOW + 2 * DAY) == []
        plan(player, None, 4 * DAY, now=NOW + 2 * DAY)
        assert self.carry_out(NOW + 2 * DAY) == [vacation.id]
        assert self.carry_out(NOW + 4 * DAY) == [vacation.id]
        assert self.carry_out(NOW + 40 * DAY) == []
        assert Vacation.objects.get().ended_at == NOW + 4 * DAY

    def test_one_worker_takes_it_up_and_another_if_the_first_dies(self, player: UUID) -> None:
        vacation = plan(player, None, 5 * DAY)
        assert vacations.claim(vacation.id, NOW) is not None
        assert vacations.claim(vacation.id, NOW) is None
        assert vacations.claim(vacation.id, NOW + vacations.LEASE) is not None

    def test_a_change_that_comes_meanwhile_is_carried_out_as_well(self, player: UUID) -> None:
        claimed = vacations.claim(plan(player, None, 5 * DAY).id, NOW)
        assert claimed is not None
        vacations.end(player_id=player, now=NOW + HOUR)
        vacations.done(claimed, NOW + HOUR)
        assert self.carry_out(NOW + HOUR) == [claimed.id]
        assert self.carry_out(NOW + 9 * DAY) == []

    def test_games_that_come_have_the_running_one_looked_at_again(self, player: UUID) -> None:
        vacation = plan(player, None, 5 * DAY)
        self.carry_out(NOW)
        vacations.look_again(player, NOW + DAY)
        assert self.carry_out(NOW + DAY) == [vacation.id]

    def test_a_game_that_begins_asks_who_is_away(self, player: UUID) -> None:
        plan(player, DAY, 5 * DAY)
        people = [player, uuid4()]
        assert vacations.away(people, NOW) == []
        assert vacations.away(people, NOW + 2 * DAY) == [player]
        vacations.end(player_id=player, now=NOW + 3 * DAY)
        assert vacations.away(people, NOW + 4 * DAY) == []

    def carry_out(self, now: datetime) -> list[UUID]:
        found = vacations.due(now, 10)
        for vacation_id in found:
            claimed = vacations.claim(vacation_id, now)
            assert claimed is not None
            vacations.done(claimed, now)
        return found


@pytest.mark.django_db(transaction=True)
def test_devices_that_plan_at_the_same_moment_do_not_take_more_than_there_is(player: UUID) -> None:
    plan(player, None, 20 * DAY)
    vacations.end(player_id=player, now=NOW + 20 * DAY)
    later = NOW + 20 * DAY
    wishes = [Wish(later + days * HOUR, later + days * HOUR + 9 * DAY) for days in range(1, 5)]
    together(*(partial(vacations.plan, player_id=player, wish=wish, now=later) for wish in wishes))
    assert Vacation.objects.filter(ended_at__isnull=True).count() == 1
    assert left(player) >= timedelta(0)


MINUTES = st.integers(0, 60 * 24 * 80).map(lambda minutes: timedelta(minutes=minutes))
ACTS = st.lists(
    st.tuples(
        st.timedeltas(timedelta(0), 20 * DAY),  # time that goes by before
        st.none() | st.just("end") | st.tuples(st.none() | MINUTES, MINUTES),
    ),
    max_size=12,
)


@pytest.mark.django_db(transaction=True)
@given(acts=ACTS)
def test_nobody_is_away_for_longer_than_the_year_allows(acts: Any) -> None:
    player, _ = services.create_guest()
    now = NOW
    for passed, act in acts:
        now += passed
        if act == "end":
            vacations.end(player_id=player.id, now=now)
        elif act is not None:
            starts, length = act
            wish = Wish(None if starts is None else now + starts, now + (starts or timedelta(0)) + length)
            with suppress(InvalidVacation, VacationSpent):
                vacations.plan(player_id=player.id, wish=wish, now=now)
        away = sorted((each.starts_at, vacations.end_of(each)) for each in Vacation.objects.filter(player=player))
        away = [span for span in away if span[1] > span[0]]
        assert all(earlier[1] <= later[0] for earlier, later in pairwise(away))
        for year in (2026, 2027):
            edges = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
            inside = [min(end, edges[1]) - max(start, edges[0]) for start, end in away]
            assert sum((span for span in inside if span > timedelta(0)), timedelta(0)) <= 30 * DAY


MOMENTS = st.timedeltas(timedelta(0), 6 * 366 * DAY).map(lambda passed: datetime(2020, 1, 1, tzinfo=UTC) + passed)


@given(start=MOMENTS, cuts=st.lists(MOMENTS, max_size=4), end=MOMENTS)
def test_years_part_a_stretch_of_time_without_gap_or_overlap(
    start: datetime, cuts: list[datetime], end: datetime
) -> None:
    span = Span(start, end)
    parts = [calendar_years.used([span], year) for year in calendar_years.years(span)]
    assert sum(parts, timedelta(0)) == max(timedelta(0), span.end - span.start)
    # The pieces of a cut span add up to its length.
    inner = sorted({max(span.start, min(span.end, cut)) for cut in cuts} | set(span))
    pieces = [Span(one, other) for one, other in pairwise(inner)]
    for year in calendar_years.years(span):
        assert calendar_years.used(pieces, year) == calendar_years.used([span], year)
