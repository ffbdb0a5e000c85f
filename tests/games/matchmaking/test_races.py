"""Many seekers at once: everybody is seated once, and no seat is lost."""

from __future__ import annotations

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest
from django.db import OperationalError

from games import clock as clocks
from games import errors, matchmaking
from games.audit import check
from games.matchmaking import job
from games.matchmaking.arrangement import Key
from games.matchmaking.seeks import Seen
from games.models import Game, Gathering, Seat, Seek
from games.services import lobby
from games.services.lobby import TableWish
from games.types import SeatKind, Speed, Status
from tests.games import tables
from tests.games.concurrency import held_elsewhere, together
from tests.games.matchmaking.seekers import again, cancel, check_everybody, confirm, look, people_of, states

pytestmark = pytest.mark.django_db(transaction=True)

DAY = clocks.PRESETS["day"].control


def settle() -> None:
    """Do the job's part until nothing is due."""
    for _ in range(100):
        if not job.run():
            return
    raise AssertionError("matchmaking never comes to rest")


def crowd_is_seated(people: list[object], seats: int) -> None:
    """Check that all of these people play, each in one match, on a table without a free seat."""
    assert Seek.objects.filter(player_id__in=people, state="seated").count() == len(people)
    taken = Seat.objects.filter(player_id__in=people)
    assert Counter(taken.values_list("player_id", flat=True)) == Counter(people)
    games = set(taken.values_list("game_id", flat=True))
    assert len(games) == len(people) // seats
    assert set(Game.objects.filter(id__in=games).values_list("status", flat=True)) == {Status.RUNNING}
    assert not Seat.objects.filter(game_id__in=games, kind=SeatKind.OPEN).exists()
    assert not Gathering.objects.exists()
    assert check.check_game(next(iter(games))) is None
    check_everybody()


@pytest.mark.parametrize("count", [48, pytest.param(200, marks=pytest.mark.slow)])
def test_however_many_come_at_once_everybody_is_seated_once(count: int) -> None:
    people = [tables.person() for _ in range(count)]
    for at in range(0, count, 50):
        group = people[at : at + 50]
        answers = together(*(partial(look, player, least_seats=4, most_seats=4, clock=DAY) for player in group))
        assert [answer for answer in answers if not isinstance(answer, Seen)] == []
    settle()
    crowd_is_seated(list(people), 4)


def test_two_seeks_of_one_player_at_once_seat_them_in_one_match_and_the_others_too() -> None:
    for _ in range(3):
        player, others = tables.person(), [tables.person() for _ in range(3)]
        with held_elsewhere(Key("classic", "base", Speed.LIVE).lock):
            together(*(partial(look, one) for one in (player, player, *others)))
        together(*[job.run] * 4)
        settle()
        for one in (player, *others):
            assert Seat.objects.filter(player_id=one).count() == 1
        assert sorted(Seek.objects.filter(player_id=player).values_list("state", flat=True)) == ["cancelled", "seated"]
        Seek.objects.all().delete()
        Gathering.objects.all().delete()


def test_a_seek_that_becomes_visible_after_its_player_was_seated_is_over() -> None:
    player, other = tables.person(), tables.person()
    first = look(player)
    look(other)
    slow = look(player)
    Seek.objects.filter(id=slow.seek.id).update(created_at=first.seek.created_at, gathering=None)
    Gathering.objects.all().delete()
    assert states(look(), slow) == ["waiting", "cancelled"]
    assert Seat.objects.filter(player_id=player).count() == 1


def test_the_same_request_at_once_is_one_seek() -> None:
    player, command_id = tables.person(), uuid4()
    answers = together(*[partial(look, player, command_id=command_id)] * 6)
    assert {answer.seek.id for answer in answers if isinstance(answer, Seen)} == {Seek.objects.get().id}


def test_no_more_seeks_than_allowed_at_once() -> None:
    player = tables.person()
    wishes = [{"options": {"game": "classic", "target": 100 * number}} for number in range(1, 10)]
    answers = together(*(partial(look, player, **wish) for wish in wishes))
    assert sum(isinstance(answer, Seen) for answer in answers) == 5
    assert {type(answer) for answer in answers} == {Seen, errors.TooManySeeks}


def test_a_confirmation_and_the_end_of_the_muster_at_once_agree() -> None:
    for _ in range(6):
        seen = [look(bots=True, least_seats=3, most_seats=3, clock=DAY) for _ in range(2)]
        Gathering.objects.update(due_at=seen[0].seek.created_at)
        Seek.objects.update(created_at=seen[0].seek.created_at.replace(year=2020))
        job.run()
        assert states(*seen) == ["called", "called"]
        confirm(seen[0])
        Gathering.objects.update(confirm_by=seen[0].seek.created_at, due_at=seen[0].seek.created_at)
        answers = together(partial(confirm, seen[1]), job.run)
        assert isinstance(answers[0], Seen | errors.SeekNotCalled)
        settle()
        assert states(seen[1])[0] in ({"seated"} if isinstance(answers[0], Seen) else {"missed"})
        check_everybody()
        Seek.objects.all().delete()
        Gathering.objects.all().delete()


def test_confirming_and_cancelling_at_once_seats_all_or_calls_off() -> None:
    for _ in range(6):
        seen = [look(bots=True, least_seats=3, most_seats=3, clock=DAY) for _ in range(2)]
        Seek.objects.update(created_at=seen[0].seek.created_at.replace(year=2020))
        Gathering.objects.update(due_at=seen[0].seek.created_at)
        job.run()
        confirm(seen[0])
        together(partial(confirm, seen[1]), partial(cancel, seen[1]))
        settle()
        assert states(seen[1])[0] in {"seated", "cancelled"}
        if states(seen[1]) == ["seated"]:
            assert people_of(again(seen[0]).seek.game_id).count(None) == 1
        check_everybody()
        Seek.objects.all().delete()
        Gathering.objects.all().delete()


def test_a_seat_at_a_table_goes_to_a_seeker_or_to_somebody_who_sits_down_themselves() -> None:
    for _ in range(5):
        host, guest, seeker = tables.person(), tables.person(), tables.person()
        wish = TableWish(options={"game": "classic"}, seats=2, clock=clocks.PRESETS["live"].control)
        game = lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=tables.ASKED).game.id
        matchmaking.open_to_seeks(game)
        together(partial(tables.sit, game, guest), partial(look, seeker))
        tables.later(60)
        settle()
        assert people_of(game)[1] in {guest, seeker}
        assert (people_of(game)[1] == seeker) == (Seek.objects.get(player_id=seeker).state == "seated")
        check_everybody()
        Seek.objects.all().delete()
        Gathering.objects.all().delete()


def test_a_seek_is_kept_while_somebody_else_arranges_for_too_long_and_found_later() -> None:
    with held_elsewhere(Key("classic", "base", Speed.LIVE).lock):
        seen = look()
        assert again(seen).people == 0
        with pytest.raises(OperationalError):
            cancel(seen)
    assert states(look(), seen) == ["seated", "seated"]
