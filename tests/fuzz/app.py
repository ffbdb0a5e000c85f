"""The service as a WSGI application that rolls back each request after its answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections, connection, transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

REFUSED = 400
SAFE = ("GET", "HEAD", "OPTIONS")
BY_LOOKING = {"players_seen", "players_allowance", "transcript_signature", "signing_key"}
"""Operations that write although they only read: they note a look, count an export, or sign on first use."""


class Forgetful:
    """Answers, rolls back, and reports changes that a request should not have made.

    `found`: the tables that contain the text `look_for` after a request, if one is given.
    """

    def __init__(self) -> None:
        self.handler = WSGIHandler()
        self.stored = fingerprint()
        self.wrote: set[str] = set()
        self.look_for = ""
        self.found: set[str] = set()
        self.fault: BaseException | None = None
        # The connection is in a transaction of the caller and stays open.
        request_started.disconnect(close_old_connections)
        request_finished.disconnect(close_old_connections)
        got_request_exception.connect(self._note)

    def close(self) -> None:
        """Restore Django's settings."""
        request_started.connect(close_old_connections)
        request_finished.connect(close_old_connections)
        got_request_exception.disconnect(self._note)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request. `wrote`: the tables that it changed although it was refused or a read."""
        self.fault = None
        environ.setdefault("REMOTE_ADDR", "127.0.0.1")
        seen: list[str] = []

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            seen.append(status)
            return start_response(status, headers, *rest)

        with transaction.atomic():
            before = _written()
            answer = self.handler(environ, start)
            body = b"".join(answer)
            answer.close()
            harmless = int(seen[0][:3]) >= REFUSED or environ["REQUEST_METHOD"] in SAFE
            self.wrote = self._changed() if harmless and _written() != before else set()
            self.found = holding(self.look_for) if self.look_for else set()
            transaction.set_rollback(True)
        return [body]

    def _changed(self) -> set[str]:
        found = fingerprint()
        return {table for table in found if found[table] != self.stored.get(table)} - BY_LOOKING

    def _note(self, **_kwargs: Any) -> None:
        self.fault = sys.exc_info()[1]


def _written() -> object:
    """Return the position of the server's log, which moves with every write."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()")
        return cursor.fetchone()[0]


def fingerprint() -> dict[str, object]:
    """Return a hash of each table."""
    return dict(_of_all_tables("SELECT '{0}', md5(string_agg(t::text, ',' ORDER BY t::text)) FROM \"{0}\" t", ()))


def holding(text: str) -> set[str]:
    """Return the tables that contain this text."""
    rows = _of_all_tables("SELECT '{0}', count(*) FROM \"{0}\" t WHERE position(%s in t::text) > 0", (text,))
    return {table for table, count in rows if count}


def _of_all_tables(one: str, given: tuple[str, ...]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition"
            " AND relnamespace = 'public'::regnamespace ORDER BY 1"
        )
        tables = [name for (name,) in cursor.fetchall()]
        cursor.execute(" UNION ALL ".join(one.format(name) for name in tables), given * len(tables) or None)
        return cursor.fetchall()
