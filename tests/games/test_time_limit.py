"""Rounds end when their time limit is over: never early, once, whatever process is killed (SPEC 8.2 time_limit)."""

from __future__ import annotations

from datetime import timedelta
from threading import Thread
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from django.db import connection

import engine
from engine import events as e
from games import errors, tasks
from games.audit import check
from games.services import commands, envelope
from games.store import deadlines
from games.types import SYSTEM, Work
from tests.games import tables

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db
LIMIT = 600


def timed(*people: UUID, **options: object) -> UUID:
    """Return a started game of these people whose rounds take ten minutes."""
    return tables.started(*people, **({"time_limit": LIMIT} | options))


def deadline_of(game: UUID) -> datetime | None:
    return tables.state_of(game).game.deadline_at


def let_time_pass(_game: UUID, seconds: float = LIMIT) -> None:
    """Move the service's time forward."""
    tables.later(seconds)


def happened(game: UUID, kind: type[engine.Event]) -> list[int]:
    """Return the actor of each event of this kind."""
    number = next(number for number, known in engine.EVENT_TYPES.items() if known is kind)
    return [row.actor for row in tables.rows_of(game) if row.type == number]


def move(game: UUID, *people: UUID) -> None:
    """Let the current player act."""
    seat, command = tables.legal(game)
    tables.send(game, people[seat], command)


def test_a_round_has_its_deadline_from_the_moment_it_is_dealt() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, time_limit=LIMIT).game.id
    tables.sit(game, bob)
    assert deadline_of(game) is None
    started = commands.submit(
        envelope.Envelope(game, envelope.Actor(ann), uuid4(), tables.ASKED),
        lambda _: envelope.Decision(SYSTEM, None, engine.Start()),
    )
    assert started.game.deadline_at == started.events[0].recorded_at + timedelta(seconds=LIMIT)
    move(game, ann, bob)
    assert deadline_of(game) == started.game.deadline_at


def test_without_the_house_rule_no_clock_runs() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    assert deadline_of(game) is None
    assert deadlines.overdue(100) == []


def test_an_outage_is_given_back_to_a_round_without_a_clock() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    tasks.sweep()
    tables.later(26 * 3600, swept=False)
    tasks.sweep()  # finds out how long no sweep ran
    tasks.sweep()
    assert happened(game, e.ClockExtended) == [SYSTEM]
    assert happened(game, e.TimeExpired) == []
    assert check.check_game(game) is None
    let_time_pass(game)
    tasks.sweep()
    assert happened(game, e.TimeExpired) == [SYSTEM]


def test_the_sweep_ends_an_overdue_round_and_the_next_one_gets_its_own_time() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    let_time_pass(game)
    assert deadlines.overdue(100) == [game]
    commands.settle(game)
    assert tables.table_of(game).phase is engine.Phase.ROUND_OVER
    assert deadline_of(game) is None
    assert happened(game, e.TimeExpired) == [SYSTEM]
    assert tables.promised(game) == [Work.DEAL_NEXT_ROUND]
    tables.let_bots_move(game)
    assert tables.table_of(game).round == 2
    again = deadline_of(game)
    assert again is not None
    assert again == tables.rows_of(game)[-1].recorded_at + timedelta(seconds=LIMIT)
    assert check.check_game(game) is None


def test_no_round_ends_early() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    let_time_pass(game, LIMIT - 30)
    version = tables.version_of(game)
    assert deadlines.overdue(100) == []
    commands.settle(game)
    tasks.sweep()
    assert tables.version_of(game) == version


def test_a_round_ends_once_however_often_it_is_noticed() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    let_time_pass(game)
    commands.settle(game)
    version = tables.version_of(game)
    commands.settle(game)
    commands.settle(game)
    assert tables.version_of(game) == version
    tables.let_bots_move(game)
    version = tables.version_of(game)
    commands.settle(game)
    assert tables.version_of(game) == version
    assert tables.table_of(game).round == 2


def test_a_command_that_comes_too_late_finds_the_round_over() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    seat, command = tables.legal(game)
    let_time_pass(game)
    with pytest.raises(engine.RuleViolation) as refused:
        tables.send(game, (ann, bob)[seat], command)
    assert refused.value.code == "round_over"
    assert happened(game, e.TimeExpired) == [SYSTEM]


def test_a_late_command_for_a_version_learns_what_it_has_missed() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    seat, command = tables.legal(game)
    let_time_pass(game)
    with pytest.raises(errors.StaleVersion) as refused:
        tables.send(game, (ann, bob)[seat], command, expected_version=tables.version_of(game))
    assert any(isinstance(missed.event, e.TimeExpired) for missed in refused.value.missed)


def test_a_retry_of_a_command_made_in_time_gets_its_answer_when_time_is_up() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)
    seat, command = tables.legal(game)
    first = tables.send(game, (ann, bob)[seat], command, command_id=(sent := uuid4()))
    let_time_pass(game)
    again = tables.send(game, (ann, bob)[seat], command, command_id=sent)
    assert again.replayed
    assert [event.seq for event in again.events] == [event.seq for event in first.events]


def test_the_clock_of_a_match_that_ends_with_the_time_stops() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob, scoring="single_round")
    let_time_pass(game)
    commands.settle(game)
    assert tables.table_of(game).is_over
    assert deadline_of(game) is None
    assert check.check_game(game) is None


def test_a_game_that_is_gone_does_not_stop_the_sweep() -> None:
    commands.settle(uuid4())


@pytest.mark.django_db(transaction=True)
def test_ten_that_notice_at_the_same_time_end_the_round_once() -> None:
    ann, bob = tables.person(), tables.person()
    game = timed(ann, bob)

    def notice() -> None:
        try:
            tables.later(LIMIT)
            commands.settle(game)
        finally:
            connection.close()

    threads = [Thread(target=notice) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert happened(game, e.TimeExpired) == [SYSTEM]
    assert check.check_game(game) is None
