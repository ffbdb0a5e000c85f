"""Sweeping messages: without hints, without a broker, and with one channel down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import hints
from games.notifications import create_for_command, sweep
from games.services import worker
from players.models import Notification
from tests.faults.stack import Worker, eventually
from tests.games import tables
from tests.games.notifications import notifications
from tests.games.notifications.fakes import HttpChannel, only

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from tests.games.notifications.fakes import Sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point the broker's address at a closed port."""
    monkeypatch.setattr(hints, "_broker", hints.BrokerPool())
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", "redis://127.0.0.1:1/0")


def started() -> UUID:
    """Return a match of two that has just started."""
    return tables.started(tables.person(), tables.person())


@pytest.mark.usefixtures("no_broker")
def test_without_a_broker_everything_is_told_and_sent_by_the_sweep(sink: Sink) -> None:
    with only(HttpChannel(sink.port), HttpChannel(sink.port, "webhook", for_people=False)):
        started()
        worker.sweep()
        sweep.run_here()
        wanted = {str(one) for one in Notification.objects.values_list("id", flat=True)}
        assert wanted
        assert set(sink.ids()) == wanted


@pytest.mark.usefixtures("no_broker")
def test_a_channel_that_is_down_holds_up_no_other(sink: Sink) -> None:
    down = HttpChannel(1, "email")
    with only(down, HttpChannel(sink.port, "webhook", for_people=False)):
        game = started()
        create_for_command(game, tables.version_of(game))
        sweep.run_here()
        assert set(sink.ids()) == {str(one) for one in Notification.objects.values_list("id", flat=True)}
        player = Notification.objects.all()[0].player_id
        assert {state for _, state, _ in notifications.states(player)} == {"sent", "pending"}


@pytest.mark.slow
def test_a_real_worker_tells_what_a_command_calls_for_killed_or_not(tmp_path: Path) -> None:
    def told(game: UUID) -> bool:
        return Notification.objects.filter(game_id=game, kind="started").exists()

    with Worker(tmp_path) as worker:
        first = started()
        eventually(lambda: told(first), 60, "the inbox")
        second = started()
        worker.kill()
        # The lease of the dead worker expires.
        tables.raw("UPDATE outbox SET available_at = now() WHERE available_at > now()")
        worker.start()
        eventually(lambda: told(second), 60, "the inbox after a kill")
