"""The worker is killed, starts late or gets no hints: the games go on."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

import engine
from games import hints
from games.audit import check
from games.models import OutboxEntry
from tests.faults.stack import Worker, eventually, happens
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path
    from uuid import UUID

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240), pytest.mark.slow]


def waits_for_ann(game: UUID) -> Callable[[], bool]:
    """Return a condition: only the one person at the table can move."""
    return lambda: tables.table_of(game).turn == 0


def nothing_promised(game: UUID) -> Callable[[], bool]:
    """Return a condition: the outbox has no work for a game."""
    return lambda: not OutboxEntry.objects.filter(game_id=game).exists()


def moved_on(game: UUID) -> Callable[[], bool]:
    """Return a condition: a game has moved on by several versions."""
    reached = tables.version_of(game) + 40
    return lambda: tables.version_of(game) > reached


def test_bots_answer_a_command_by_the_hint_without_any_sweep(tmp_path: Path) -> None:
    ann = tables.person()
    game = tables.with_bots(ann, 3)

    def answered() -> bool:
        return waits_for_ann(game)() and nothing_promised(game)()

    # A slow broker may lose a hint, which the sweep covers: then another command is tried.
    with Worker(tmp_path, beat=False):
        for _ in range(4):
            if happens(answered, 15):
                break
            game = tables.with_bots(ann, 3)
        assert answered()
    assert check.check_game(game) is None


def test_tasks_share_a_connection_until_it_breaks(tmp_path: Path) -> None:
    ann = tables.person()
    here = sessions()
    with Worker(tmp_path):

        def of_the_worker() -> set[int]:
            game = tables.with_bots(ann, 3)
            eventually(waits_for_ann(game), 60, "moves of the bots")
            return sessions() - here

        used = of_the_worker()
        assert all(of_the_worker() == used for _ in range(3))
        for session in used:
            tables.raw("SELECT pg_terminate_backend(%s)", session)
        assert of_the_worker().isdisjoint(used)


def sessions() -> set[int]:
    """Return the sessions of this test's database."""
    return {pid for (pid,) in tables.raw("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")}


def test_a_wake_up_that_got_lost_is_healed_by_the_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = tables.person()
    # A hint for a broker that does not exist.
    monkeypatch.setattr(hints, "_broker", hints.BrokerPool())
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", "redis://127.0.0.1:1/0")
    game = tables.with_bots(ann, 3)
    while tables.table_of(game).turn == 0:
        game = tables.with_bots(ann, 3)
    monkeypatch.undo()
    with Worker(tmp_path):
        eventually(waits_for_ann(game), 30, "the sweep")
    assert check.check_game(game) is None


def test_a_match_goes_on_though_the_worker_is_killed_again_and_again(tmp_path: Path) -> None:
    game = tables.bots_only(4)
    with Worker(tmp_path) as worker:
        for _ in range(4):
            eventually(moved_on(game), 60, "moves after a restart")
            worker.kill()
            assert check.check_game(game) is None
            # The lease of the dead worker expires.
            tables.raw("UPDATE outbox SET available_at = now() WHERE available_at > now()")
            worker.start()
        eventually(moved_on(game), 60, "moves after the last restart")
    assert check.check_game(game) is None


def test_rounds_end_when_their_time_is_up_though_nobody_moves_and_the_worker_is_killed(tmp_path: Path) -> None:
    game = tables.started(tables.person(), tables.person(), time_limit=2)
    with Worker(tmp_path) as worker:
        eventually(lambda: tables.table_of(game).round > 1, 60, "the second round")
        worker.kill()
        reached = tables.table_of(game).round
        worker.start()
        eventually(lambda: tables.table_of(game).round > reached, 60, "a round after the restart")
    times: dict[str, list[datetime]] = {"RoundStarted": [], "TimeExpired": []}
    for row in tables.rows_of(game):
        times.get(engine.EVENT_TYPES[row.type].__name__, []).append(row.recorded_at)
    lasted = [end - start for start, end in zip(times["RoundStarted"], times["TimeExpired"], strict=False)]
    assert lasted
    assert min(lasted) >= timedelta(seconds=2)
    assert check.check_game(game) is None
