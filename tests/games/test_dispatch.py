"""Hints to the worker cost a player nothing, least of all when there is no broker."""

from __future__ import annotations

import socket
import time
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from celery import current_app

from games import dispatch
from games.records import Work
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget connections, failures and hints of other tests; none is sent before a test says so."""
    monkeypatch.setattr(dispatch, "_line", dispatch.Line())
    monkeypatch.setattr(dispatch, "_gatherer", dispatch.Gatherer())
    monkeypatch.setattr(dispatch, "GATHER_SECONDS", 3600.0)


def waiting_messages() -> int:
    """How many messages the test queue holds."""
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        count: int = channel.queue_declare(current_app.conf.task_default_queue).message_count
        return count


def wait_for(reached: Callable[[], bool], seconds: float = 10.0) -> None:
    """Look until something is so."""
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def broker_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens at the broker's address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", f"redis://127.0.0.1:{port}/0")


@pytest.fixture
def broker_silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somebody listens at the broker's address and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        port = listener.getsockname()[1]
        monkeypatch.setenv("CELERY_BROKER_WRITE_URL", f"redis://127.0.0.1:{port}/0")
        yield


def test_a_command_that_leaves_work_sends_one_hint() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann).header.id
    dispatch.flush()
    before = waiting_messages()
    tables.sit(game, bob)
    dispatch.flush()
    assert waiting_messages() == before + 1


def test_hints_of_one_moment_are_sent_together() -> None:
    before = waiting_messages()
    for _ in range(3):
        for number in range(30):
            dispatch.wake(UUID(int=number))
    dispatch.flush()
    assert waiting_messages() == before + 2


def test_a_hint_is_sent_soon_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "GATHER_SECONDS", 0.01)
    before = waiting_messages()
    dispatch.wake(UUID(int=1))
    wait_for(lambda: waiting_messages() == before + 1)


@pytest.mark.usefixtures("broker_down")
def test_without_a_broker_commands_are_accepted_and_the_work_is_kept() -> None:
    host = tables.person()
    games = [tables.with_bots(host, 3) for _ in range(5)]
    waiting = [game for game in games if tables.table_of(game).turn != 0]
    assert [tables.promised(game) for game in waiting] == [[Work.WAKE_BOTS]] * len(waiting)


@pytest.mark.parametrize("trouble", ["broker_down", "broker_silent"])
def test_a_broker_in_trouble_is_asked_once_and_then_left_alone(trouble: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(trouble)
    game = tables.lobby_of(tables.person()).header.id
    dispatch.wake(game)
    start = time.monotonic()
    dispatch.flush()
    first = time.monotonic() - start
    start = time.monotonic()
    for _ in range(100):
        dispatch._post(dispatch.WAKE_TASK, [str(game)])
    assert first < 1.0
    assert time.monotonic() - start < 0.1


def test_a_broker_that_comes_back_gets_hints_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tables.lobby_of(tables.person()).header.id
    dispatch.flush()
    before = waiting_messages()
    with monkeypatch.context() as outage:
        outage.setattr(dispatch, "_line", dispatch.Line())
        outage.setenv("CELERY_BROKER_WRITE_URL", "redis://127.0.0.1:1/0")
        dispatch.wake(game)
        dispatch.flush()
    monkeypatch.setattr(dispatch, "PAUSE_SECONDS", 0.0)
    dispatch._line.failed()
    dispatch.wake(game)
    dispatch.flush()
    assert waiting_messages() == before + 1
