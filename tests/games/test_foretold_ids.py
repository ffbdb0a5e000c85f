"""Knowing the source and the game does not let a player take the ids of the service's commands in advance."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

import engine
from common import clock as player_clock
from engine import events as e
from games import errors, tasks
from games.audit import check
from games.clock.control import control
from games.reads import one_game
from games.services import commands, empty_seats, lobby, unquarantine, vacations
from games.store import quarantine
from games.types import SYSTEM
from players.vacations import Wish
from tests.games import tables
from tests.verifier import node

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.django_db

HOUR = 3600
GAME_ID = lobby._game_id
"""The service's function; the deals of a test replace it."""


class UndoneError(Exception):
    """Rolls a transaction back."""


def foretold(game: UUID, attacker: UUID, act: Callable[[], object]) -> set[UUID]:
    """Return the ids under which the service would act after a vote of the attacker, without any effect."""
    ids = set()
    with suppress(UndoneError), transaction.atomic():
        tables.send(game, attacker, engine.Vote("abort"))
        version = tables.version_of(game)
        act()
        ids = {row.command_id for row in tables.rows_of(game)[version:]}
        raise UndoneError
    assert ids
    return ids


def claimed(game: UUID, attacker: UUID, act: Callable[[], object]) -> int:
    """Let the attacker vote under the id that the service is about to use; return the version then."""
    first, *_ = foretold(game, attacker, act)
    tables.send(game, attacker, engine.Vote("abort"), first)
    return tables.version_of(game)


def two(**clock: object) -> tuple[UUID, list[UUID]]:
    people = [tables.person(), tables.person()]
    return tables.timed(control(turn=HOUR, **clock), *people), people  # type: ignore[arg-type]


def late_and_other(game: UUID) -> tuple[int, int]:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn, 1 - turn


def kinds_since(game: UUID, version: int) -> list[type[engine.Event]]:
    return [type(logged.event) for logged in tables.log_of(game)[version:]]


def test_a_time_out_is_recorded_whatever_its_player_has_claimed() -> None:
    game, people = two()
    late, _ = late_and_other(game)
    tables.later(HOUR - 60)

    def run_out() -> None:
        with tables.travelled(120):
            assert commands.settle(game)

    version = claimed(game, people[late], run_out)
    tables.later(120)
    tasks.sweep()
    assert e.TimedOut in kinds_since(game, version)
    assert check.check_game(game) is None


def test_a_command_of_the_nil_id_is_one_like_any_other() -> None:
    game, people = two()
    tables.send(game, people[0], engine.Vote("abort"), UUID(int=0))
    tables.later(HOUR + 60)
    assert commands.settle(game)
    assert e.TimedOut in kinds_since(game, 0)


def test_bots_move_whatever_a_player_has_claimed() -> None:
    people = [tables.person(), tables.person()]
    game = tables.timed(control(turn=HOUR), *people, bots=2)
    while tables.table_of(game).turn in {0, 1}:
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)
    version = claimed(game, people[0], lambda: tasks.wake(str(game)))
    tasks.wake(str(game))
    assert tables.version_of(game) > version
    assert tables.table_of(game).turn in {0, 1}
    assert check.check_game(game) is None


def test_the_next_round_is_dealt_whatever_a_player_has_claimed() -> None:
    people = [tables.person(), tables.person()]
    game = tables.started(*people)
    while (table := tables.table_of(game)).phase is not engine.Phase.ROUND_OVER:
        legal = engine.legal_commands(table, table.turn or 0)
        plays = [command for command in legal if isinstance(command, engine.Play)]
        tables.send(game, people[table.turn or 0], (plays or legal)[0])
    version = claimed(game, people[0], lambda: tasks.wake(str(game)))
    tasks.wake(str(game))
    assert e.RoundStarted in kinds_since(game, version)


def test_a_vacation_begins_whatever_an_opponent_has_claimed() -> None:
    game, people = two()
    late, other = late_and_other(game)
    now = player_clock.now()
    vacations.plan(people[late], Wish(starts_at=None, ends_at=now + timedelta(days=3)))
    version = claimed(game, people[other], lambda: vacations.bring_into_step(game, people[late]))
    vacations.bring_into_step(game, people[late])
    assert e.ClockPaused in kinds_since(game, version)


def test_an_empty_seat_is_played_on_whatever_an_opponent_has_claimed() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    empty_seats.vacate(people[1])
    version = claimed(game, people[0], lambda: empty_seats.look_after(game, 1))
    empty_seats.look_after(game, 1)
    assert e.AutopilotEngaged in kinds_since(game, version)


def test_time_on_hold_is_given_back_whatever_a_player_has_claimed() -> None:
    game, people = two()
    late, _ = late_and_other(game)

    def go_on() -> None:
        quarantine.add(game, "a drill")
        released = unquarantine.release(game)
        assert released is not None
        assert released.given_back

    version = claimed(game, people[late], go_on)
    go_on()
    assert e.ClockExtended in kinds_since(game, version)


def test_the_id_of_a_table_is_the_same_for_a_retry_and_nobody_works_it_out_from_its_player(settings: Any) -> None:
    """Otherwise a log, which is permanent, would show who created its table to anybody who knows the ids of players."""
    player, command = uuid4(), uuid4()
    found = GAME_ID(player, command)
    assert found == GAME_ID(player, command)
    assert found not in {GAME_ID(player, uuid4()), GAME_ID(uuid4(), command)}
    settings.SECRET_KEY = "of another installation " * 3
    assert found != GAME_ID(player, command)


def test_a_player_who_takes_the_id_of_the_command_before_is_refused_and_the_match_still_verifies(
    tmp_path: Path,
) -> None:
    """Two commands with one id side by side would look like one to every reader of the log."""
    game, people = two()
    tables.later(HOUR + 1)
    assert commands.settle(game)
    last = tables.rows_of(game)[-1]
    assert last.actor == SYSTEM
    for player in people:
        with pytest.raises(errors.CommandIdReused):
            tables.send(game, player, engine.Vote("abort"), last.command_id)
    assert tables.rows_of(game)[-1] == last
    for player in people:
        tables.send(game, player, engine.Vote("abort"))
    assert check.check_game(game) is None
    file = b"".join(one_game.transcript(game, None)[0].chunks())
    findings = list(engine.check_transcript(engine.Case(engine.read_transcript(file))))
    assert [found for found in findings if found.verdict is engine.Verdict.BROKEN] == []
    assert node.report(tmp_path, file).ok
