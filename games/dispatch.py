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
    from collections.abc import Iterable, Iterator, Sequence
    from uuid import UUID

    from kombu.connection import ConnectionPool

logger = logging.getLogger(__name__)

WAKE_TASK: Final = "games.wake"
SEND_TASK: Final = "games.send"
CARRY_TASK: Final = "games.carry"
CALL_TASK: Final = "games.call_webhooks"
CONNECT_SECONDS: Final = 0.3
PAUSE_SECONDS: Final = 5.0
GATHER_SECONDS: Final = 0.05
PER_MESSAGE: Final = 20
"""Games that one worker is woken for at a time."""
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


class Gatherer:
    """Hints that wait a moment for others of their kind: sending one costs as much as a look at a game."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting: dict[str, dict[str, None]] = {}
        self.pid = 0
        self.burst: threading.Timer | None = None

    def add(self, task: str, *arguments: str) -> None:
        """Have a hint sent soon, by a thread that lives for one burst of them."""
        with self.lock:
            begun = bool(self.waiting) and self.pid == os.getpid()
            self.waiting.setdefault(task, {}).update(dict.fromkeys(arguments))
            if not begun:
                self.pid = os.getpid()
                self.burst = threading.Timer(GATHER_SECONDS, self.flush)
                self.burst.daemon = True
                self.burst.start()

    def flush(self) -> None:
        """Send what waits."""
        with self.lock:
            waiting, self.waiting = self.waiting, {}
            if self.burst is not None:
                self.burst.cancel()
        for task, arguments in waiting.items():
            # A channel that hangs must not hold another one up; games are many and quick.
            for some in batched(arguments, PER_MESSAGE if task == WAKE_TASK else 1):
                _post(task, some)


_line = Line()
_gatherer = Gatherer()


def wake(game_id: UUID) -> None:
    """Tell a worker that the game waits for it. Never raises, never blocks."""
    _gatherer.add(WAKE_TASK, str(game_id))


def send(channel: str) -> None:
    """Tell a worker that messages are due on this channel. Never raises, never blocks."""
    _gatherer.add(SEND_TASK, channel)


def carry() -> None:
    """Tell a worker that messages wait to be looked after. Never raises, never blocks."""
    _gatherer.add(CARRY_TASK)


def call_webhooks() -> None:
    """Tell a worker that calls to webhooks are due. Never raises, never blocks."""
    _gatherer.add(CALL_TASK)


def flush() -> None:
    """Send the hints that wait for others now, and wait for the broker as long as ever."""
    _gatherer.flush()


def batched(arguments: Iterable[str], size: int) -> Iterator[list[str]]:
    """The arguments in lists of at most `size`; one empty list if there are none."""
    left = list(arguments)
    yield left[:size]
    for start in range(size, len(left), size):
        yield left[start : start + size]


def _post(task: str, arguments: Sequence[str]) -> None:
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
