"""A psycopg connection that notices when the server is silent. Nothing here is about Django."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn, Self

from psycopg import Connection
from psycopg.errors import OperationalError, _WaitTimeout

if TYPE_CHECKING:
    from psycopg.abc import PQGen, PQGenConn

SLICE = 0.1  # seconds; psycopg itself wakes up as often while it connects


class ServerSilent(OperationalError):
    """The server did not answer in time. Whether it has executed the statement is unknown."""


def give_up() -> NoReturn:
    """Raise `ServerSilent`."""
    raise ServerSilent("the database does not answer")


class WatchedConnection(Connection[Any]):
    """Calls `on_silence` after every slice of time in which the server sent nothing.

    It counts slices instead of reading a clock: a process that was itself suspended has waited for one slice only.
    """

    patience: float | None = None
    """Seconds that one exchange with the server may take; None: no limit."""

    @classmethod
    def on_silence(cls, seconds: float, patience: float | None) -> None:
        """Raise `ServerSilent` to stop waiting. While connecting, `patience` is None and `connect_timeout` holds."""

    def wait(self, gen: PQGen[Any], interval: float = SLICE, timeout: float | None = None) -> Any:
        """Wait for the server, as every statement does. Closes the connection when `on_silence` stops the wait."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        for slices in count(1):
            try:
                return super().wait(gen, SLICE, SLICE)
            except _WaitTimeout:
                try:
                    self.on_silence(slices * SLICE, self.patience)
                except ServerSilent:
                    self.close()
                    raise
        raise AssertionError  # `count` is endless

    def _deallocate(self, name: bytes | None) -> PQGen[None]:
        """Drop a prepared statement as psycopg does; with None all of them, so ours too (`common.database.prepared`).

        psycopg drops all after a ROLLBACK. A pooler that keeps track of statements closes the connection of a client
        who uses one that is gone.
        """
        if name is None:
            vars(self).pop("prepared_statements", None)
        return super()._deallocate(name)

    @classmethod
    def _connect_gen(cls, conninfo: str = "") -> PQGenConn[Self]:
        """Connect as psycopg does, which sends 0 for every slice in which nothing came.

        psycopg has no public hook here: `connect_timeout` is whole seconds, and an open breaker does not end it.
        """
        connecting = super()._connect_gen(conninfo)
        silent = count(1)
        ready = None
        while True:
            try:
                wanted = next(connecting) if ready is None else connecting.send(ready)
            except StopIteration as done:
                connection: Self = done.value
                return connection
            ready = yield wanted
            if not ready:
                cls.on_silence(next(silent) * SLICE, None)
