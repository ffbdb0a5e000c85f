"""Hints to the worker: "this game has work for you", "these messages are due", sent after commit.

A hint only shortens latency. It may get lost, and it must not cost the player anything: no exception leaves this
module, a broker that does not answer is given a fraction of a second, and then left alone for a while.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from celery import current_app

if TYPE_CHECKING:
    from uuid import UUID

    from kombu.connection import ConnectionPool

logger = logging.getLogger(__name__)

WAKE_TASK: Final = "games.wake"
SEND_TASK: Final = "games.send"
CARRY_TASK: Final = "games.carry"
CALL_TASK: Final = "games.call_webhooks"
CONNECT_SECONDS: Final = 0.3
PAUSE_SECONDS: Final = 5.0
EXPIRES_SECONDS: Final = 60
"""Older hints are worthless: the sweep has been there."""

TRANSPORT: Final[dict[str, Any]] = {
    "socket_connect_timeout": CONNECT_SECONDS,
    "socket_timeout": CONNECT_SECONDS,
    # kombu would try again for ever.
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}


class Line:
    """This process's line to the broker: a few connections, and the memory of the last failure."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pid = 0
        self.silent_until = 0.0
        self.pool: ConnectionPool | None = None

    def connections(self) -> ConnectionPool:
        """The pool of this process; a forked child gets its own."""
        with self.lock:
            if self.pool is None or self.pid != os.getpid():
                connection = current_app.connection_for_write(
                    connect_timeout=CONNECT_SECONDS, transport_options=TRANSPORT
                )
                self.pool = connection.Pool(limit=16)
                self.pid = os.getpid()
            return self.pool

    def failed(self) -> None:
        """Leave the broker alone for a while."""
        with self.lock:
            self.silent_until = time.monotonic() + PAUSE_SECONDS
            if self.pool is not None and self.pid == os.getpid():
                self.pool.force_close_all()
            self.pool = None


_line = Line()


def wake(game_id: UUID) -> None:
    """Tell a worker that the game waits for it. Never raises, never blocks for long."""
    _hint(WAKE_TASK, str(game_id))


def send(channel: str) -> None:
    """Tell a worker that messages are due on this channel. Never raises, never blocks for long."""
    _hint(SEND_TASK, channel)


def carry() -> None:
    """Tell a worker that messages wait to be looked after. Never raises, never blocks for long."""
    _hint(CARRY_TASK)


def call_webhooks() -> None:
    """Tell a worker that calls to webhooks are due. Never raises, never blocks for long."""
    _hint(CALL_TASK)


def _hint(task: str, *arguments: str) -> None:
    if time.monotonic() < _line.silent_until:
        return
    try:
        with _line.connections().acquire(block=True, timeout=CONNECT_SECONDS) as connection:
            current_app.send_task(
                task,
                arguments,
                connection=connection,
                retry=False,
                ignore_result=True,
                expires=EXPIRES_SECONDS,
            )
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the broker, the command stands
        _line.failed()
        logger.warning("the broker takes no hints, the sweep will find the work: %s", error)
