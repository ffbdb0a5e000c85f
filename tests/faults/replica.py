"""A streaming replica of a database server, which can be paused, frozen and killed."""

from __future__ import annotations

import contextlib
import signal
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

import psycopg
from psycopg.conninfo import conninfo_to_dict

from devtools.drills import servers

if TYPE_CHECKING:
    from types import TracebackType

LATEST = 60.0
"""Seconds in which it must catch up, or pause."""
CATCH_UP = """
SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn
"""


class Replica:
    """Streams from the server at `primary`, an address with a password. A context: leaves nothing behind."""

    def __init__(self, primary: str) -> None:
        self._primary = primary
        self._running = contextlib.ExitStack()
        self._postgres = self._running.enter_context(servers.replica(primary))

    @property
    def address(self) -> dict[str, Any]:
        """Return host, port and name as Django's settings call them."""
        at: dict[str, Any] = conninfo_to_dict(self._postgres.url)
        return {"HOST": at["host"], "PORT": at["port"], "NAME": at["dbname"]}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._postgres.child.process.send_signal(signal.SIGCONT)
        self._running.close()

    def pause(self) -> None:
        """Have it stay as it is now, with everything that is committed."""
        self.catch_up()
        self._run("SELECT pg_wal_replay_pause()")
        deadline = monotonic() + LATEST
        while self._run("SELECT pg_get_wal_replay_pause_state()") != "paused":
            assert monotonic() < deadline, "the replica does not pause"

    def resume(self) -> None:
        self._run("SELECT pg_wal_replay_resume()")
        self.catch_up()

    def catch_up(self) -> None:
        """Wait until it has everything that is committed now."""
        with psycopg.connect(self._primary, autocommit=True) as session:
            session.execute("SELECT pg_switch_wal()")  # it sends the last commit to the replica
            found = session.execute("SELECT pg_current_wal_insert_lsn()").fetchone()
        assert found is not None
        deadline = monotonic() + LATEST
        while not self._run(CATCH_UP, found[0]):
            assert monotonic() < deadline, "the replica does not catch up"

    def freeze(self) -> None:
        """Have it accept connections and never answer."""
        self._postgres.child.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._postgres.child.process.send_signal(signal.SIGCONT)

    def _run(self, sql: str, *parameters: Any) -> Any:
        with psycopg.connect(self._postgres.url, autocommit=True) as session:
            cursor = session.execute(sql, parameters)
            return (cursor.fetchone() or (None,))[0]
