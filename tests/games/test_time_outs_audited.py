"""The audit of time-outs: the auditor derives every deadline again, independently of what the service computed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games import clock as clocks
from games import tasks
from games.audit import check
from games.clock.control import control
from games.services import commands
from games.services.envelope import WORKER, Decision, Envelope
from games.types import SYSTEM
from tests.games import tables
from tests.games.audits import found, held, watch

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_log")]
HOUR = 3600


@pytest.fixture
def game(empty_log: None) -> UUID:  # noqa: ARG001  deletes logs, so it comes first
    """Return a game in which the current player has an hour for the turn."""
    return tables.timed(control(turn=HOUR), tables.person(), tables.person())


def due(game: UUID) -> int:
    ends = clocks.deadline(tables.state_of(game).clock, tables.table_of(game))
    assert ends
    return ends.at


def on_turn(game: UUID) -> int:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn


def done(game: UUID, command: engine.Command, seat: int | None = None) -> None:
    """Let the service do this at any time."""
    request = Envelope(game, WORKER, uuid4(), tables.ASKED, settles=True)
    commands.submit(request, lambda _loaded: Decision(SYSTEM, seat, command))


def test_a_time_out_by_a_wrong_cached_clock_is_found(game: UUID) -> None:
    since = due(game) - HOUR * clocks.SECOND
    earlier = str(since - 2 * HOUR * clocks.SECOND)
    tables.raw(
        "UPDATE game SET clock_cache = replace(encode(clock_cache, 'escape'), %s, %s)::bytea", str(since), earlier
    )
    tables.raw("UPDATE game SET deadline_at = deadline_at - interval '2 hours'")
    at = tables.version_of(game) + 1
    tasks.sweep()
    assert isinstance(tables.events_of(game)[at - 1], engine.TimedOut)
    watch()
    assert found() == [("deadline", at, "open")]
    assert held() == [game]
    fault = check.check_game(game)
    assert fault
    assert "by the log there was time until" in fault.message


def test_a_time_out_before_the_time_it_names_is_found(game: UUID) -> None:
    done(game, engine.TimeOut(due(game)), on_turn(game))
    fault = check.check_game(game)
    assert fault
    assert (fault.kind, "it was recorded before" in fault.message) == ("deadline", True)


def test_a_second_time_out_for_the_same_deadline_is_found(game: UUID) -> None:
    at = due(game)
    tables.later(HOUR + 1)
    done(game, engine.TimeOut(at), on_turn(game))
    assert check.check_game(game) is None
    done(game, engine.TimeOut(at), on_turn(game))
    fault = check.check_game(game)
    assert fault
    assert fault.kind == "deadline"


def test_the_end_of_a_round_that_has_no_limit_is_found(game: UUID) -> None:
    done(game, engine.Expire())
    fault = check.check_game(game)
    assert fault
    assert fault.message == "time ran out that was not running"


def test_a_round_that_was_ended_early_is_found() -> None:
    game = tables.started(tables.person(), tables.person(), time_limit=600)
    done(game, engine.Expire())
    fault = check.check_game(game)
    assert fault
    assert fault.kind == "deadline"


def test_a_log_by_a_clock_that_gave_more_time_stays_sound(game: UUID) -> None:
    tables.later(HOUR + 60)
    done(game, engine.TimeOut(due(game) + 30 * clocks.SECOND), on_turn(game))
    assert check.check_game(game) is None


def test_a_game_under_way_when_the_clock_is_changed_keeps_the_deadline_that_was_shown(game: UUID) -> None:
    tables.raw("UPDATE game SET clock_cache = '[1,0,false,0]', deadline_at = deadline_at + interval '1 minute'")
    shown = tables.state_of(game).game.deadline_at
    watch()
    assert found() == []
    assert tables.state_of(game).game.deadline_at == shown
    assert shown
    tables.later(HOUR + 30)
    tasks.sweep()
    assert not tables.table_of(game).is_over
    assert tables.state_of(game).game.deadline_at == shown
    tables.later(31)
    tasks.sweep()
    assert any(isinstance(event, engine.TimedOut) for event in tables.events_of(game))
    assert check.check_game(game) is None
