"""A process killed at any point of matchmaking: everybody is seated once, and no seat is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest

from games.audit import check
from games.matchmaking import job
from games.models import Game, Gathering, Seat, Seek
from games.types import SeatKind, Status
from tests.faults.calls import seek
from tests.faults.kills import BEFORE, points_of
from tests.games import tables
from tests.games.matchmaking.seekers import check_everybody

if TYPE_CHECKING:
    from tests.faults.kills import Doomed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def settle() -> None:
    while job.run():
        pass


def all_play_once(people: list[UUID]) -> None:
    """Check that these people play one match, on a table without a free seat, and that nothing else is left."""
    assert list(Seek.objects.filter(player_id__in=people).values_list("state", flat=True)) == ["seated"] * len(people)
    (game,) = set(Seek.objects.filter(player_id__in=people).values_list("game_id", flat=True))
    seats = Seat.objects.filter(player_id__in=people)
    assert sorted(seats.values_list("player_id", flat=True)) == sorted(people)
    assert set(seats.values_list("game_id", flat=True)) == {game}
    assert Game.objects.get(id=game).status == Status.RUNNING
    assert not Seat.objects.filter(game_id=game, kind=SeatKind.OPEN).exists()
    assert check.check_game(game) is None
    assert not Gathering.objects.exists()
    check_everybody()


def test_the_third_seeker_killed_at_any_statement_and_sent_again_makes_one_match(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as `points_of` calls it
        people, command_id = [tables.person() for _ in range(3)], uuid4()
        for player in people[:2]:
            seek(player, uuid4())
        survived = doomed.survives("seek", {"player": people[2], "command_id": command_id}, point, after=after)
        if point % 2:
            settle()  # the job finishes it, or the repeated request does
        seek(people[2], command_id)
        settle()
        all_play_once(people)
        return survived

    assert points_of(attempt, BEFORE) > 20


def test_a_confirmation_killed_at_any_statement_is_given_or_not(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as above
        people = [tables.person() for _ in range(3)]
        for player in people:
            Seek.objects.filter(state="waiting").update(created_at="2020-01-01T00:00:00Z")
            seek(player, uuid4())
        first, second, _ = (Seek.objects.get(player_id=player) for player in people)
        assert {one.state for one in (first, second)} == {"called"}
        doomed.survives("confirm_seek", {"player": people[0], "seek_id": first.id}, 10_000, after=False)
        survived = doomed.survives("confirm_seek", {"player": people[1], "seek_id": second.id}, point, after=after)
        check_everybody()
        if not survived:
            assert set(Seek.objects.filter(player_id__in=people).values_list("state", flat=True)) <= {
                "called",
                "seated",
            }
            doomed.survives("confirm_seek", {"player": people[1], "seek_id": second.id}, 10_000, after=False)
        settle()
        all_play_once(people)
        return survived

    assert points_of(attempt, BEFORE) > 20


def test_the_job_killed_at_any_statement_leaves_everything_to_the_next(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as above
        absent, *people = (tables.person() for _ in range(4))
        for player in (absent, *people[:2]):
            Seek.objects.filter(state="waiting").update(created_at="2020-01-01T00:00:00Z")
            seek(player, uuid4())
        for player in people[:2]:
            Seek.objects.filter(player_id=player).update(confirmed_at="2099-01-01T00:00:00Z")
        seek(people[2], uuid4())
        assert Seek.objects.get(player_id=absent).state == "called"
        Gathering.objects.filter(confirm_by__isnull=False).update(
            confirm_by="2021-01-01T00:00:00Z", due_at="2021-01-01T00:00:00Z"
        )
        survived = doomed.survives("arrange", {}, point, after=after)
        settle()
        assert Seek.objects.get(player_id=absent).state == "missed"
        all_play_once(people)
        return survived

    assert points_of(attempt, BEFORE) > 20
