"""Many answers at once: one match is founded, and every answer is true."""

from __future__ import annotations

from functools import partial

import pytest

from games import errors, tasks
from games.audit import check
from games.matchmaking import job
from games.models import Game, Gathering, Rematch, Seek, Series
from games.services import rematches
from games.services.rematches import Links
from games.services.series import carry_on
from tests.games import matches, tables
from tests.games.concurrency import together
from tests.games.matchmaking.seekers import check_everybody, look, people_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_all_last_answers_at_once_one_founds_the_match() -> None:
    for _ in range(5):
        people = [tables.person() for _ in range(4)]
        game = matches.won_by(*people)
        before = Game.objects.count()
        answers = together(*[partial(rematches.offer, game_id=game, player=player) for player in people * 2])
        links = [answer for answer in answers if isinstance(answer, Links)]
        assert len(links) == 8, answers
        (new,) = {one.offer.next_id for one in links if one.offer and one.offer.state == "accepted"}
        assert new is not None
        assert Game.objects.count() == before + 1
        assert [seat.player for seat in tables.state_of(new).game.seats] == people
        assert check.check_game(new) is None
        assert all(rematches.offer(game_id=game, player=player).offer.next_id == new for player in people)  # type: ignore[union-attr]


def test_a_refusal_and_the_last_answer_at_once_agree_about_what_came_of_it() -> None:
    for _ in range(8):
        ann, bob = tables.person(), tables.person()
        game = matches.won_by(ann, bob)
        rematches.offer(game_id=game, player=ann)
        accepted, declined = together(
            partial(rematches.offer, game_id=game, player=bob), partial(rematches.decline, game_id=game, player=ann)
        )
        found = Rematch.objects.get(game_id=game)
        if isinstance(declined, errors.RematchBegun):
            assert isinstance(accepted, Links)
            assert found.next_id is not None
        else:
            assert isinstance(declined, Links)
            assert isinstance(accepted, errors.RematchDeclined), accepted
            assert found.next_id is None
            assert not Game.objects.filter(rematch_of=game).exists()


def test_workers_at_once_take_each_step_of_a_series_once() -> None:
    ann, bob = tables.person(), tables.person()
    game = matches.won_by(ann, bob)
    for player in (ann, bob):
        rematches.offer(game_id=game, player=player, best_of=3)
    row = Series.objects.get()
    matches.end(row.game_id, ann)
    first = row.game_id
    assert together(*[partial(carry_on, first)] * 4) == [None] * 4
    row.refresh_from_db()
    assert len(row.results) == 1
    Series.objects.update(next_at="2020-01-01T00:00:00Z")
    assert together(*[partial(carry_on, first)] * 4, *[tasks.sweep] * 2)[:4] == [None] * 4
    assert Game.objects.filter(series_id=row.id).count() == 2
    assert Game.objects.filter(rematch_of=first).count() == 1


def test_of_all_last_answers_at_once_one_founds_the_table_that_is_filled() -> None:
    for _ in range(5):
        ann, bob, cy, dan = [tables.person() for _ in range(4)]
        game = matches.won_by(ann, bob, cy, dan)
        rematches.offer(game_id=game, player=ann, fill="seeks")
        answers = together(
            *[partial(rematches.offer, game_id=game, player=bob)] * 2,
            *[partial(rematches.decline, game_id=game, player=player) for player in (cy, dan) * 2],
            job.run,
        )
        assert not [answer for answer in answers if isinstance(answer, Exception)], answers
        (new,) = Game.objects.filter(rematch_of=game).values_list("id", flat=True)
        assert Rematch.objects.get(game_id=game).next_id == new
        assert people_of(new) == [ann, bob, None, None]
        assert Gathering.objects.filter(game_id=new).count() == 1
        assert check.check_game(new) is None


def test_an_answer_and_a_refusal_of_the_same_player_at_once_leave_one_table() -> None:
    for _ in range(8):
        ann, bob = tables.person(), tables.person()
        game = matches.won_by(ann, bob)
        rematches.offer(game_id=game, player=ann, fill="seeks")
        accepted, declined = together(
            partial(rematches.offer, game_id=game, player=bob), partial(rematches.decline, game_id=game, player=bob)
        )
        assert isinstance(accepted, Links)
        (new,) = Game.objects.filter(rematch_of=game).values_list("id", flat=True)
        has_bob = isinstance(declined, errors.RematchBegun)
        assert people_of(new) == [ann, bob if has_bob else None]
        assert Gathering.objects.filter(game_id=new).exists() is not has_bob


def test_seekers_who_come_while_the_table_is_founded_are_seated_once() -> None:
    for _ in range(5):
        ann, bob, cy = [tables.person() for _ in range(3)]
        game = matches.won_by(ann, bob, cy, game="classic")
        rematches.offer(game_id=game, player=ann, fill="seeks")
        rematches.decline(game_id=game, player=bob)
        seekers = [tables.person() for _ in range(2)]
        answers = together(
            partial(rematches.decline, game_id=game, player=cy),
            *[partial(look, seeker, clock=None, least_seats=3, most_seats=3) for seeker in seekers],
            *[job.run] * 2,
        )
        assert not [answer for answer in answers if isinstance(answer, Exception)], answers
        for _ in range(3):
            job.run()
        (new,) = Game.objects.filter(rematch_of=game).values_list("id", flat=True)
        assert people_of(new)[0] == ann
        assert set(people_of(new)[1:]) == set(seekers)
        assert check.check_game(new) is None
        check_everybody()
        Seek.objects.all().delete()
        Gathering.objects.all().delete()
