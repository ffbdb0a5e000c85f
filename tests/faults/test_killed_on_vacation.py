"""A worker killed while it carries out a vacation: the next one finishes it, and no game gets its events twice."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from common import clock
from games.audit import check
from games.clock.control import control
from games.services import vacations
from players import vacations as planned
from players.vacations import Wish
from tests.faults.calls import CALLS
from tests.faults.kills import MOST_POINTS
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from tests.faults.kills import Doomed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def counts(game: UUID) -> list[int]:
    """Count the events for the beginning and the end of a vacation."""
    names = [type(event).__name__ for event in tables.events_of(game)]
    return [names.count("ClockPaused"), names.count("ClockResumed")]


@pytest.mark.parametrize(("over", "tables_of_theirs"), [(False, 2), (True, 1)])
def test_each_game_learns_once_that_somebody_goes_and_comes_back(
    doomed: Doomed,
    over: bool,  # noqa: FBT001 - a case
    tables_of_theirs: int,
) -> None:
    ann, bob = tables.person(), tables.person()
    games = [tables.timed(control(turn=86400), ann, bob) for _ in range(tables_of_theirs)]
    lease = planned.LEASE.total_seconds()

    def attempt(point: int) -> bool:
        before = [counts(game) for game in games]
        vacation = vacations.plan(ann, Wish(None, clock.now() + timedelta(days=3)))
        if over:
            CALLS["vacation"](vacation.id)
            vacations.end(ann)
        survived = doomed.survives("vacation", {"vacation_id": vacation.id}, point, after=False)
        with tables.travelled(lease):
            CALLS["vacation"](vacation.id)
        assert [counts(game) for game in games] == [[began + 1, ended + over] for began, ended in before]
        if not over:
            vacations.end(ann)
            with tables.travelled(lease):
                CALLS["vacation"](vacation.id)
        return survived

    # Right after one exchange with the database is right before the next.
    points = next(point for point in range(1, MOST_POINTS) if attempt(point))
    assert points > 6 * tables_of_theirs
    assert [check.check_game(game) for game in games] == [None] * tables_of_theirs
