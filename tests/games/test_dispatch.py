"""Hints to the worker do not slow a player down, least of all when there is no broker."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from celery import current_app
from django.conf import settings

from games import hints
from games.types import Work
from tests.faults.stack import eventually
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _a_line_of_its_own(monkeypatch: pytest.MonkeyPatch, patient_broker: None) -> None:  # noqa: ARG001 - none is lost
    """Reset connections, failures and hints of other tests; hints are sent only when a test says so."""
    burst = hints._buffer.burst
    hints.flush()
    if burst is not None:
        burst.join()
    monkeypatch.setattr(hints, "_buffer", hints.HintBuffer())
    monkeypatch.setattr(hints, "GATHER_SECONDS", 3600.0)


def waiting_messages(queue: str = "") -> int:
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        count: int = channel.queue_declare(queue or current_app.conf.task_default_queue).message_count
        return count


@pytest.fixture
def broker_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point the broker's address at a closed port."""
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", "redis://127.0.0.1:1/0")


@pytest.fixture
def broker_silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Accept connections at the broker's address and never answer."""
    for limit in ("socket_connect_timeout", "socket_timeout"):
        monkeypatch.setitem(hints.TRANSPORT, limit, 0.3)
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        port = listener.getsockname()[1]
        monkeypatch.setenv("CELERY_BROKER_WRITE_URL", f"redis://127.0.0.1:{port}/0")
        yield


def test_a_command_that_leaves_work_sends_one_hint() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann).game.id
    hints.flush()
    before = waiting_messages()
    tables.sit(game, bob)
    hints.flush()
    assert waiting_messages() == before + 1


@pytest.mark.parametrize(("job", "long"), [("sweep", 0), ("archive", 1), ("anchor", 1), ("audit", 1)])
def test_long_tasks_wait_in_a_queue_of_their_own(job: str, long: int) -> None:
    queues = (settings.CELERY_TASK_DEFAULT_QUEUE, settings.LONG_TASKS_QUEUE)
    before = [waiting_messages(queue) for queue in queues]
    current_app.send_task(f"games.{job}", ignore_result=True, expires=1)
    assert [waiting_messages(queue) for queue in queues] == [before[0] + 1 - long, before[1] + long]


def test_hints_of_one_moment_are_sent_together() -> None:
    before = waiting_messages()
    for _ in range(3):
        for number in range(30):
            hints.wake(UUID(int=number))
    hints.flush()
    assert waiting_messages() == before + 2


def test_a_hint_is_sent_soon_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "GATHER_SECONDS", 0.01)
    before = waiting_messages()
    hints.wake(UUID(int=1))
    eventually(lambda: waiting_messages() == before + 1, 60, "the hint")


def test_a_hint_goes_to_the_next_address_if_a_broker_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    before = waiting_messages()
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", f"redis://127.0.0.1:1/0;{settings.BROKER_URL}")
    for number in range(3):
        hints.wake(UUID(int=number))
        hints.flush()
    monkeypatch.delenv("CELERY_BROKER_WRITE_URL")
    assert waiting_messages() == before + 3


@pytest.mark.usefixtures("broker_down")
def test_without_a_broker_commands_are_accepted_and_the_work_is_kept() -> None:
    host = tables.person()
    games = [tables.with_bots(host, 3) for _ in range(5)]
    waiting = [game for game in games if tables.table_of(game).turn != 0]
    assert [tables.promised(game) for game in waiting] == [[Work.WAKE_BOTS]] * len(waiting)


@pytest.mark.parametrize("trouble", ["broker_down", "broker_silent"])
def test_a_broker_in_trouble_is_asked_once_and_then_left_alone(
    trouble: str,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    request.getfixturevalue(trouble)
    monkeypatch.setattr(hints, "PAUSE_SECONDS", 3600.0)
    game = tables.lobby_of(tables.person()).game.id
    hints.wake(game)
    start = time.monotonic()
    hints.flush()
    assert time.monotonic() - start < 10, "the client waits for ever"
    for _ in range(100):
        hints._post(hints.WAKE_TASK, [str(game)])
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "the broker takes no hints, the sweep will find the work"
    ]


def test_a_broker_that_comes_back_gets_hints_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.lobby_of(tables.person()).game.id
    hints.flush()
    before = waiting_messages()
    with monkeypatch.context() as outage:
        outage.setattr(hints, "_broker", hints.BrokerPool())
        outage.setenv("CELERY_BROKER_WRITE_URL", "redis://127.0.0.1:1/0")
        hints.wake(game)
        hints.flush()
    monkeypatch.setattr(hints, "PAUSE_SECONDS", 0.0)
    hints._broker.failed(hints._broker.pool)
    hints.wake(game)
    hints.flush()
    assert waiting_messages() == before + 1
