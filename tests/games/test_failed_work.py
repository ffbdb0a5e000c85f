"""A fault of ours in one game delays no other game, is retried at growing intervals and is shown to operators."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

import engine
from common import clock as player_clock
from engine import events as e
from games import errors, metrics, tasks
from games.audit import check
from games.clock.control import control
from games.models import OutboxEntry
from games.services import bots, commands, erasure, get_game, timeouts, vacations
from games.store import outbox
from games.types import FAILING, Work
from players import vacations as planned
from players.models import Leaving, Player, Vacation
from players.vacations import Wish
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID


pytestmark = pytest.mark.django_db

HOUR = 3600


class Fault:
    """A function of ours that raises while it is broken, and counts its calls."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.real = getattr(module, name)
        self.broken = True
        self.calls = 0
        self.error: Exception = RuntimeError("a fault of ours")
        self.only: object = None
        monkeypatch.setattr(module, name, self)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        if self.broken and (self.only is None or self.only == arguments[0]):
            raise self.error
        return self.real(*arguments, **named)


@pytest.fixture
def settling(monkeypatch: pytest.MonkeyPatch) -> Fault:
    """Make settling fail."""
    return Fault(monkeypatch, timeouts, "due_command")


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> Fault:
    """Make moving bots fail."""
    return Fault(monkeypatch, bots, "due_decision")


def overdue(**clock: Any) -> tuple[UUID, list[UUID], int]:
    """Return a game whose time has run out, its two players, and the late seat."""
    people = [tables.person(), tables.person()]
    game = tables.timed(control(turn=HOUR, **clock), *people)
    late = tables.table_of(game).turn
    assert late is not None
    tables.later(HOUR + 60)
    return game, people, late


def left_to_the_outbox(game: UUID, work: Work) -> list[int]:
    """Return the number of attempts at this work, for each row."""
    return list(OutboxEntry.objects.filter(game_id=game, kind=work).values_list("attempts", flat=True))


def time_passes(game: UUID) -> None:
    """Let leases and pauses expire."""
    tables.raw("UPDATE outbox SET available_at = service_now() WHERE game_id = %s", game)


def test_everybody_is_shown_a_game_that_cannot_be_settled(settling: Fault) -> None:
    game, people, late = overdue()
    for player in (*people, tables.person(), None):
        seen = get_game.get_game(game, player)
        assert seen.game.turn_seat == (late if seen.seat is not None else None)
    assert settling.calls >= 3
    assert left_to_the_outbox(game, Work.SETTLE) == [1]


def test_a_look_does_not_wait_for_a_row_that_stays_locked(settling: Fault, caplog: pytest.LogCaptureFixture) -> None:
    game, people, late = overdue()
    settling.error = errors.StoreBusy()
    assert get_game.get_game(game, people[1 - late]).game.turn_seat == late
    assert "has to wait" in caplog.text
    assert left_to_the_outbox(game, Work.SETTLE) == []
    settling.broken = False
    get_game.get_game(game, people[1 - late])
    assert e.TimedOut in map(type, tables.events_of(game))


@pytest.mark.usefixtures("settling")
def test_votes_and_resignations_are_taken_in_a_game_that_cannot_be_settled() -> None:
    game, people, late = overdue(late="strict")
    for seat in (1 - late, late):
        tables.send(game, people[seat], engine.Vote("abort"))
        tables.send(game, people[seat], engine.Vote("abort", yes=False))
    tables.send(game, people[1 - late], engine.Resign())
    assert tables.table_of(game).is_over
    assert check.check_game(game) is None


@pytest.mark.usefixtures("settling")
def test_a_late_move_waits_until_the_game_can_be_settled() -> None:
    game, people, late = overdue(late="strict")
    version = tables.version_of(game)
    with pytest.raises(errors.StoreBusy):
        tables.send(game, people[late], engine.Draw())
    assert tables.version_of(game) == version


def test_the_traceback_of_a_fault_is_logged_once(settling: Fault, caplog: pytest.LogCaptureFixture) -> None:
    game, people, _ = overdue()
    for _ in range(5):
        get_game.get_game(game, people[0])
        get_game.get_game(game, people[1])
    assert settling.calls >= 5
    assert len([record for record in caplog.records if record.exc_info and record.levelname == "ERROR"]) == 1


def test_a_game_that_cannot_be_settled_is_tried_at_growing_intervals_and_settled_once(settling: Fault) -> None:
    game, _, _ = overdue()
    for attempts in range(1, 8):
        for _ in range(5):
            tasks.sweep()
            tasks.wake(str(game))
        assert settling.calls == attempts
        assert left_to_the_outbox(game, Work.SETTLE) == [attempts]
        [[wait]] = tables.raw("SELECT extract(epoch FROM available_at - service_now()) FROM outbox WHERE kind = 5")
        assert float(str(wait)) > outbox.LEASE_SECONDS * 2 ** (attempts - 2)
        time_passes(game)
    settling.broken = False
    tasks.sweep()
    assert [type(event) for event in tables.events_of(game)].count(e.TimedOut) == 1
    assert left_to_the_outbox(game, Work.SETTLE) == []
    assert check.check_game(game) is None


def test_the_next_time_out_of_a_game_that_once_failed_is_in_time(settling: Fault) -> None:
    game, people, late = overdue()
    tasks.sweep()
    settling.broken = False
    get_game.get_game(game, people[1 - late])
    tables.later(HOUR + 1)
    tables.raw("UPDATE outbox SET available_at = service_now() + interval '1 hour' WHERE kind = 5")
    tasks.sweep()
    assert [type(event) for event in tables.events_of(game)].count(e.TimedOut) == 2


@pytest.mark.usefixtures("settling")
def test_games_beside_one_that_cannot_be_settled_are_settled(settling: Fault) -> None:
    broken, _, _ = overdue()
    people = [tables.person(), tables.person()]
    fine = tables.timed(control(turn=HOUR), *people)
    tables.later(HOUR + 60)
    real, settling.real = settling.real, settling.real
    settling.broken = False

    def settlement(loaded: Any, *watch: Any) -> Any:
        if loaded.game.id == broken:
            raise RuntimeError("a fault of ours")
        return real(loaded, *watch)

    settling.real = settlement
    tasks.sweep()
    assert e.TimedOut in map(type, tables.events_of(fine))
    assert e.TimedOut not in map(type, tables.events_of(broken))


def waiting_for_bots() -> tuple[UUID, list[UUID]]:
    """Return a game in which a bot must act, and its people."""
    people = [tables.person(), tables.person()]
    game = tables.timed(control(turn=HOUR), *people, bots=2)
    while tables.table_of(game).turn in {0, 1}:
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)
    return game, people


def test_a_bot_that_cannot_move_is_not_tried_again_and_again(moving: Fault) -> None:
    game, _ = waiting_for_bots()
    tables.raw("UPDATE game SET updated_at = updated_at - interval '1 minute' WHERE id = %s", game)
    for _ in range(20):
        tasks.wake(str(game))
        tasks.sweep()
    assert moving.calls == 1


def test_a_bot_that_was_forgotten_and_cannot_move_is_not_tried_again_and_again(moving: Fault) -> None:
    game, _ = waiting_for_bots()
    OutboxEntry.objects.all().delete()
    tables.raw("UPDATE game SET updated_at = updated_at - interval '1 minute' WHERE id = %s", game)
    for _ in range(20):
        tasks.sweep()
    assert moving.calls == 1
    assert left_to_the_outbox(game, Work.WAKE_BOTS) == [1]
    time_passes(game)
    moving.broken = False
    tasks.sweep()
    assert tables.table_of(game).turn in {0, 1}
    assert tables.promised(game) == []


def test_attempts_count_anew_when_one_has_made_progress(moving: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """The death of a worker in the middle of its work must not make the next one wait for an hour."""
    game, _ = waiting_for_bots()
    for _ in range(4):
        tasks.wake(str(game))
        time_passes(game)
    assert left_to_the_outbox(game, Work.WAKE_BOTS) == [4]
    moving.broken, submit = False, commands.submit

    def once(*arguments: Any) -> Any:
        moving.broken = True
        return submit(*arguments)

    monkeypatch.setattr(commands, "submit", once)
    version = tables.version_of(game)
    tasks.wake(str(game))
    assert tables.version_of(game) > version
    assert left_to_the_outbox(game, Work.WAKE_BOTS) == [1]


def test_a_player_who_keeps_voting_neither_hurries_a_broken_bot_nor_hides_it(moving: Fault) -> None:
    game, people = waiting_for_bots()
    for number in range(FAILING + 3):
        tables.send(game, people[0], engine.Vote("abort", yes=number % 2 == 0))
        for _ in range(3):
            tasks.wake(str(game))
    assert moving.calls == FAILING + 3  # once for each command
    [attempts] = left_to_the_outbox(game, Work.WAKE_BOTS)
    assert attempts >= FAILING
    for _ in range(5):
        tasks.sweep()
    assert moving.calls == FAILING + 3
    moving.broken = False
    time_passes(game)
    tasks.wake(str(game))
    assert tables.table_of(game).turn in {0, 1}
    assert tables.promised(game) == []
    assert check.check_game(game) is None


@pytest.mark.parametrize(("fault", "work"), [("settling", Work.SETTLE), ("moving", Work.WAKE_BOTS)])
def test_work_that_keeps_failing_is_counted_and_called_by_name(
    fault: str, work: Work, request: pytest.FixtureRequest
) -> None:
    game = overdue()[0] if work is Work.SETTLE else waiting_for_bots()[0]
    request.getfixturevalue(fault)

    def counted() -> int:
        return next(one.failing for one in metrics.figures().outbox if one.kind == work.name.lower())

    for _ in range(FAILING - 1):
        with capture_logs() as lines:
            tasks.sweep()
        assert (counted(), lines) == (0, [])
        time_passes(game)
    with capture_logs() as lines:
        tasks.sweep()
    assert counted() == 1
    [line] = lines
    said = {"event": "work_failing", "game": str(game), "kind": work.name.lower(), "attempts": FAILING}
    assert said.items() <= line.items()


def test_a_vacation_that_fails_in_one_game_holds_in_the_others_and_comes_to_that_one_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = tables.person()
    broken, fine = sorted(tables.timed(control(turn=HOUR), away, tables.person()) for _ in range(2))
    now = player_clock.now()
    planned.plan(player_id=away, wish=Wish(starts_at=None, ends_at=now + timedelta(days=3)), now=now)
    fault = Fault(monkeypatch, vacations, "load_active")
    fault.only = broken
    for _ in range(5):
        tasks.sweep()
        Vacation.objects.filter(due_at__lte=now + timedelta(hours=1)).update(due_at=player_clock.now())
    assert e.ClockPaused in map(type, tables.events_of(fine))
    assert left_to_the_outbox(broken, Work.VACATION) == [1]
    assert Vacation.objects.get().due_at == Vacation.objects.get().ends_at
    fault.broken = False
    time_passes(broken)
    tasks.sweep()
    assert e.ClockPaused in map(type, tables.events_of(broken))
    assert left_to_the_outbox(broken, Work.VACATION) == []


def test_an_erasure_that_fails_is_tried_ever_more_rarely_and_made_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    player, now = tables.person(), player_clock.now()
    Leaving.objects.create(player_id=player, asked_at=now, due_at=now, next_at=now)
    tasks.sweep()
    fault = Fault(monkeypatch, erasure, "erase")
    tables.later(600)
    for _ in range(24 * 6):
        tasks.sweep()
        tables.later(600)
    assert 24 <= fault.calls <= 24 * 3
    fault.broken = False
    tables.later(HOUR)
    tasks.sweep()
    assert not Player.objects.filter(id=player).exists()
