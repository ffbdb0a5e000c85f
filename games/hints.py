"""Hints sent after commit: to the worker, "this game has work for you"; to streams, "this game has moved".

A hint only shortens latency. It may get lost, and it must not cost the player anything: no exception leaves this
module, and a broker that does not answer gets a fraction of a second, and is then left alone for a while.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from celery import current_app
from django.conf import settings

from common import cache_server
from common.cache_server import FAULTS
from common.http import request_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from kombu.connection import ConnectionPool

logger = logging.getLogger(__name__)

WAKE_TASK: Final = "games.wake"
SEND_TASK: Final = "games.send"
CARRY_TASK: Final = "games.carry"
CALL_TASK: Final = "games.call_webhooks"
MOVED: Final = "moved"
"""Not a task: it is published to the streams."""
CAUSES: Final = "causes"
"""The header of a hint to a worker: by game, the id of the request that caused its work."""
CONNECT_SECONDS: Final = 0.3
CONFIRM_SECONDS: Final = 2.0
ELECTION_SECONDS: Final = (0.0, 0.3, 1.0)
"""Pauses before each round of tries at several addresses: a quorum queue takes no hints until it has another leader."""
PAUSE_SECONDS: Final = 5.0
GATHER_SECONDS: Final = 0.05
PER_MESSAGE: Final = {WAKE_TASK: 20, MOVED: 200}
"""Most games in one message to a worker, and in one hint to streams."""
EXPIRES_SECONDS: Final = 60
"""Older hints are useless: the sweep has found the work by then."""

TRANSPORT: Final[dict[str, Any]] = {
    "socket_connect_timeout": CONNECT_SECONDS,
    "socket_timeout": CONNECT_SECONDS,
    # RabbitMQ confirms each hint: otherwise those for a node that has just died would be lost.
    "read_timeout": CONFIRM_SECONDS,
    "write_timeout": CONFIRM_SECONDS,
    "confirm_publish": True,
    # By default kombu retries for ever.
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}


class BrokerPool:
    """The connections of this process to one address of the broker, and the time of the last failure of all."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pid = 0
        self.silent_until = 0.0
        self.pool: ConnectionPool | None = None
        self.place = 0

    def connections(self) -> ConnectionPool:
        """Return the pool of this process; a forked child gets its own."""
        with self.lock:
            if self.pool is None or self.pid != os.getpid():
                addresses = broker_addresses()
                connection = current_app.connection_for_write(
                    addresses[self.place % len(addresses)],
                    connect_timeout=CONNECT_SECONDS,
                    transport_options=TRANSPORT,
                )
                self.pool = connection.Pool(limit=16)
                self.pid = os.getpid()
            return self.pool

    def failed(self, pool: ConnectionPool | None) -> None:
        """Use the next address from now on, unless another thread has seen to that."""
        with self.lock:
            if pool is self.pool:
                self.place += 1
                self.pool = None
        if pool is not None and self.pid == os.getpid():
            pool.force_close_all()

    def rest(self) -> None:
        """Send nothing to the broker for a while."""
        self.silent_until = time.monotonic() + PAUSE_SECONDS


def broker_addresses() -> list[str]:
    """Return the addresses of the broker; those of Sentinels are one, since the client asks them all."""
    together: str = current_app.conf.broker_write_url
    return [together] if cache_server.is_sentinel(together) else together.split(";")


class HintBuffer:
    """Collects hints of one kind for a moment: sending one costs as much as a read of a game."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting: dict[str, dict[str, str | None]] = {}
        self.pid = 0
        self.burst: threading.Timer | None = None

    def add(self, task: str, *arguments: str) -> None:
        """Have a hint sent soon, by a thread that lives for one burst of hints."""
        cause = request_ids.current.get()
        with self.lock:
            begun = bool(self.waiting) and self.pid == os.getpid()
            self.waiting.setdefault(task, {}).update(dict.fromkeys(arguments, cause))
            if not begun:
                self.pid = os.getpid()
                self.burst = threading.Timer(GATHER_SECONDS, self.flush)
                self.burst.daemon = True
                self.burst.start()

    def flush(self) -> None:
        """Send the collected hints."""
        with self.lock:
            waiting, self.waiting = self.waiting, {}
            if self.burst is not None:
                self.burst.cancel()
        for task, arguments in waiting.items():
            # Channels get single messages, so that one that hangs delays no other. Games are many and quick.
            for some in batched(arguments, PER_MESSAGE.get(task, 1)):
                if task == MOVED:
                    _publish(some)
                else:
                    _post(task, some, _causes(task, some, arguments))


class Publisher:
    """The connection of this process to the cache server, for hints to streams."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pid = 0
        self.silent_until = 0.0
        self.client: cache_server.Client = None

    def say(self, text: str) -> None:
        """Publish to all listeners. Raises FAULTS."""
        with self.lock:
            if self.client is None or self.pid != os.getpid():
                self.client = cache_server.client(settings.CACHES["default"]["LOCATION"], CONNECT_SECONDS)
                self.pid = os.getpid()
            client = self.client
        client.publish(moved_channel(), text)


_broker = BrokerPool()
_publisher = Publisher()
_buffer = HintBuffer()


def wake(game_id: UUID) -> None:
    """Tell a worker that the game has work. Never raises, never blocks."""
    _buffer.add(WAKE_TASK, str(game_id))


def moved(game_id: UUID) -> None:
    """Tell streams that a game has new events. Never raises, never blocks."""
    _buffer.add(MOVED, str(game_id))


def told(player_id: UUID) -> None:
    """Tell streams that a player's offers to play again have changed. Never raises, never blocks."""
    _buffer.add(MOVED, str(player_id))


def moved_channel() -> str:
    """Return the channel for hints to streams."""
    return f"{settings.CACHES['default']['KEY_PREFIX']}:{MOVED}"


def send(channel: str) -> None:
    """Tell a worker that messages are due on this channel. Never raises, never blocks."""
    _buffer.add(SEND_TASK, channel)


def carry() -> None:
    """Tell a worker that messages wait for the sweep. Never raises, never blocks."""
    _buffer.add(CARRY_TASK)


def call_webhooks() -> None:
    """Tell a worker that calls to webhooks are due. Never raises, never blocks."""
    _buffer.add(CALL_TASK)


def flush() -> None:
    """Send the collected hints now, with the normal time limit of the broker."""
    _buffer.flush()


def batched(arguments: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield the arguments in lists of at most `size`; one empty list if there are none."""
    left = list(arguments)
    yield left[:size]
    for start in range(size, len(left), size):
        yield left[start : start + size]


def _causes(task: str, some: Sequence[str], causes: Mapping[str, str | None]) -> dict[str, str]:
    """Return the requests that caused the work of these games. Other tasks do the work of many requests."""
    return {game: cause for game in some if (cause := causes[game]) is not None} if task == WAKE_TASK else {}


def _post(task: str, arguments: Sequence[str], causes: Mapping[str, str] | None = None) -> None:
    if time.monotonic() < _broker.silent_until:
        return
    error: Exception | None = None
    for pause in _pauses(broker_addresses()):
        time.sleep(pause)
        pool = None
        try:
            pool = _broker.connections()
            _send(pool, task, arguments, causes)
        except Exception as failure:  # noqa: BLE001 - whatever is wrong with the broker, the command stands
            error = failure
            _broker.failed(pool)
        else:
            return
    _broker.rest()
    logger.warning("the broker takes no hints, the sweep will find the work: %s", error)


def _pauses(addresses: Sequence[str]) -> list[float]:
    """Return the seconds before each try to send a hint: one try for each address, and for several three rounds."""
    rounds = ELECTION_SECONDS if len(addresses) > 1 else ELECTION_SECONDS[:1]
    return [pause for first in rounds for pause in (first, *[0.0] * (len(addresses) - 1))]


def _send(pool: ConnectionPool, task: str, arguments: Sequence[str], causes: Mapping[str, str] | None) -> None:
    with pool.acquire(block=True, timeout=CONNECT_SECONDS) as connection:
        current_app.send_task(
            task,
            arguments,
            connection=connection,
            retry=False,
            ignore_result=True,
            expires=EXPIRES_SECONDS,
            headers={CAUSES: causes},
        )


def _publish(games: Sequence[str]) -> None:
    if time.monotonic() < _publisher.silent_until:
        return
    try:
        _publisher.say(",".join(games))
    except FAULTS as error:
        _publisher.silent_until = time.monotonic() + PAUSE_SECONDS
        logger.warning("the cache server takes no hints, streams will look for themselves: %s", error)
