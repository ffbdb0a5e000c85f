"""A circuit breaker for the database: while the server is silent, requests do not wait for it.

As soon as a statement has to wait, a thread of this process queries the server. If no answer comes, the breaker
opens: statements under way are given up and no connection is opened. Any answer closes it, an error as
well, because a server that refuses does so at once.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import TYPE_CHECKING, Any

from config.database.connection import SLICE, ServerSilent, WatchedConnection, give_up

if TYPE_CHECKING:
    from collections.abc import Mapping

logger = logging.getLogger(__name__)

RECONNECT_SECONDS = 2.0
"""Silence after which the thread uses a new connection: the address may lead to another server by now."""


class Breaker:
    """The state of the server as this process knows it."""

    def __init__(self) -> None:
        self.limit = 0.0
        """Seconds of silence that open the breaker; 0: it never opens."""
        self.parameters: Mapping[str, Any] = {}
        """Connection parameters for psycopg."""
        self.reset()

    def reset(self) -> None:
        """Reset all state; a child process does so after a fork, because it has no copy of the thread."""
        self.silent_for = 0.0
        self.suspected = threading.Event()
        self.starting = threading.Lock()
        self.started = False

    @property
    def is_open(self) -> bool:
        """Tell whether the server counts as away."""
        return 0 < self.limit <= self.silent_for

    def suspect(self) -> None:
        """Have the thread query the server, unless it is already doing so."""
        if not self.limit or self.suspected.is_set():
            return
        self.suspected.set()
        with self.starting:
            if not self.started:
                self.started = True
                threading.Thread(target=self._run, name="database-probe", daemon=True).start()

    def note_silence(self) -> None:
        """Record one more slice of silence."""
        was_open = self.is_open
        self.silent_for += SLICE
        if self.is_open and not was_open:
            logger.error("the database does not answer: requests that need it are refused until it does")

    def _run(self) -> None:
        connection: WatchedConnection | None = None
        while True:
            self.suspected.wait()
            answered = False
            while not answered:
                connection, answered = self._ask(connection)
            if self.is_open:
                logger.warning("the database answers again")
            self.silent_for = 0.0
            self.suspected.clear()

    def _ask(self, connection: WatchedConnection | None) -> tuple[WatchedConnection | None, bool]:
        """Return the connection for the next query, if it still works, and whether the server has answered."""
        try:
            connection = connection or Probe.connect(autocommit=True, **self.parameters)
            connection.execute("SELECT 1")
        except ServerSilent:
            return None, False
        except Exception:  # noqa: BLE001  any error at all is an answer
            return None, True
        return connection, True


breaker = Breaker()
os.register_at_fork(after_in_child=breaker.reset)


class Probe(WatchedConnection):
    """The connection of the breaker's thread."""

    @classmethod
    def on_silence(cls, seconds: float, patience: float | None) -> None:  # noqa: ARG003  questions have no other limit
        """Record the silence for the breaker, and stop waiting after a while."""
        breaker.note_silence()
        if seconds >= RECONNECT_SECONDS:
            give_up()


class Session(WatchedConnection):
    """A connection for all other work."""

    @classmethod
    def on_silence(cls, seconds: float, patience: float | None) -> None:
        """Stop waiting if the server is away or `patience` has passed."""
        if breaker.is_open or (patience is not None and seconds >= patience):
            give_up()
        breaker.suspect()
