"""Many at once, each on their own connection: one effect, one winner, and true answers for the others."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection

import engine
from engine import events as e
from games import errors
from games.audit import check
from games.clock.control import control
from games.services import bots, commands, failures, lobby
from games.services.lobby import TableWish
from games.store import append
from games.types import Outcome
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)


def test_twelve_retries_at_once_have_one_effect() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    before = tables.version_of(game)
    seat, command = tables.legal(game)
    key = uuid4()
    answers = together(*[partial(tables.send, game, (ann, bob)[seat], command, key)] * 12)
    outcomes = [answer for answer in answers if isinstance(answer, Outcome)]
    assert len(outcomes) == 12, answers
    assert sorted(outcome.replayed for outcome in outcomes) == [False] + [True] * 11
    assert all(replace(outcome, replayed=False) == replace(outcomes[0], replayed=False) for outcome in outcomes)
    assert tables.version_of(game) == before + len(outcomes[0].events)
    assert check.check_game(game) is None


def test_of_two_commands_for_one_version_one_wins_and_the_other_hears_what_it_missed() -> None:
    ann, bob = tables.person(), tables.person()
    for _ in range(10):
        game = tables.started(ann, bob)
        version = tables.version_of(game)
        seat, _ = tables.legal(game)
        options = engine.legal_commands(tables.table_of(game), seat)
        player = (ann, bob)[seat]
        answers = together(
            partial(tables.send, game, player, options[0], None, version),
            partial(tables.send, game, player, options[-1], None, version),
        )
        (won,) = (answer for answer in answers if isinstance(answer, Outcome))
        (lost,) = (answer for answer in answers if isinstance(answer, errors.StaleVersion))
        assert tuple(lost.missed) == won.events
        assert check.check_game(game) is None


def test_who_loses_a_race_without_a_version_is_judged_again_on_what_the_game_has_become() -> None:
    people = [tables.person() for _ in range(8)]
    game = tables.lobby_of(people[0], seats=8).game.id
    answers = together(*(partial(tables.sit, game, player) for player in people[1:4]))
    assert {answer.seat for answer in answers if isinstance(answer, Outcome)} == {1, 2, 3}, answers
    assert check.check_game(game) is None


def test_a_command_that_loses_too_often_is_refused_and_changes_nothing() -> None:
    people = [tables.person() for _ in range(10)]
    game = tables.lobby_of(people[0], seats=10).game.id
    answers = together(*(partial(tables.sit, game, player) for player in people[1:]))
    seated = [answer for answer in answers if isinstance(answer, Outcome)]
    beaten = [answer for answer in answers if isinstance(answer, errors.StaleVersion)]
    assert len(seated) + len(beaten) == 9, answers
    assert tables.version_of(game) == 2 + len(seated)
    assert check.check_game(game) is None


def test_one_seat_is_given_once() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    answers = together(partial(tables.sit, game, bob, 2), partial(tables.sit, game, eve, 2))
    assert sum(isinstance(answer, Outcome) for answer in answers) == 1
    (refusal,) = (answer for answer in answers if isinstance(answer, engine.RuleViolation))
    assert refusal.code == "seat_not_open"


def test_a_player_who_sits_down_twice_at_once_has_one_seat() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=4).game.id
    answers = together(*(partial(tables.sit, game, bob) for _ in range(4)))
    assert sum(isinstance(answer, Outcome) for answer in answers) == 1
    assert sum(isinstance(answer, errors.AlreadySeated) for answer in answers) == 3
    assert check.check_game(game) is None


def test_a_table_set_up_twice_at_once_is_one_table() -> None:
    ann = tables.person()
    key = uuid4()
    set_up = partial(lobby.create_game, player=ann, wish=TableWish({}, 2), command_id=key, request_hash=tables.ASKED)
    answers = together(*[set_up] * 6)
    outcomes = [answer for answer in answers if isinstance(answer, Outcome)]
    assert len(outcomes) == 6, answers
    assert len({outcome.game.id for outcome in outcomes}) == 1
    assert sum(not outcome.replayed for outcome in outcomes) == 1
    assert check.check_game(outcomes[0].game.id) is None


def test_two_workers_at_one_game_make_every_move_once() -> None:
    ann = tables.person()
    for _ in range(3):
        game = tables.with_bots(ann, 3)
        answers = together(*[partial(bots.move_bot_seats, game)] * 4)
        assert not any(isinstance(answer, Exception) for answer in answers), answers
        assert check.check_game(game) is None
        while bots.move_bot_seats(game):
            pass
        assert tables.table_of(game).turn == 0


@contextmanager
def answers_get_lost() -> Iterator[None]:
    """Break the connection right after every other commit of a command."""
    genuine, numbers = append._run, count()

    def cut_off(*arguments: Any) -> Any:
        done = genuine(*arguments)
        if done == (True,) and next(numbers) % 2 == 0:
            raise OperationalError("the connection is gone")
        return done

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(append, "_run", cut_off)
        yield


def until_done(piece: Callable[[], bool]) -> int:
    """Do a piece of work as the worker does, retrying after each failure; return the number of failures."""
    for failed in range(200):
        try:
            while piece():
                pass
        except OperationalError:
            continue
        return failed
    raise AssertionError("it never comes to an end")


def test_two_workers_whose_answers_get_lost_make_every_move_of_a_bot_once() -> None:
    people = [tables.person(), tables.person()]
    game = tables.timed(control(turn=3600), *people, bots=8)
    while tables.table_of(game).turn in {0, 1}:
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)
    with answers_get_lost():
        answers = together(*[partial(until_done, partial(bots.move_bot_seats, game))] * 2)
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert sum(answer for answer in answers if isinstance(answer, int)) > 0
    assert tables.table_of(game).turn in {0, 1}
    assert check.check_game(game) is None


def test_a_time_out_whose_answer_gets_lost_is_recorded_once() -> None:
    game = tables.timed(control(turn=3600), tables.person(), tables.person())

    def notice() -> bool:
        tables.later(3601)
        try:
            return commands.settle(game)
        except failures.Noted:
            return not commands.settle(game)  # again, as a worker does, which finds nothing left to do

    with answers_get_lost():
        answers = together(*[notice] * 4)
    assert not any(isinstance(answer, Exception) for answer in answers), answers
    assert True in answers
    assert [type(event) for event in tables.events_of(game)].count(e.TimedOut) == 1
    assert check.check_game(game) is None


def test_a_game_whose_row_stays_locked_answers_busy_and_the_others_go_on() -> None:
    ann, bob = tables.person(), tables.person()
    locked, free = tables.started(ann, bob), tables.started(ann, bob)

    def send(game: UUID) -> Outcome:
        tables.raw("SET lock_timeout = 200")
        seat, command = tables.legal(game)
        return tables.send(game, (ann, bob)[seat], command)

    connection.set_autocommit(autocommit=False)
    try:
        tables.raw("SELECT FROM game WHERE id = %s FOR UPDATE", locked)
        busy, fine = together(partial(send, locked), partial(send, free))
    finally:
        connection.rollback()
        connection.set_autocommit(autocommit=True)
    assert isinstance(busy, errors.StoreBusy)
    assert isinstance(fine, Outcome)
    assert isinstance(together(partial(send, locked))[0], Outcome)
