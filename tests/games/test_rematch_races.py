"""Many answers at once: one match is founded, and every answer is true."""

from __future__ import annotations

from functools import partial

import pytest

from games import errors, tasks
from games.audit import check
from games.models import Game, Rematch, Series
from games.services import rematches
from games.services.rematches import Links
from games.services.series import carry_on
from tests.games import matches, tables
from tests.games.concurrency import together

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
