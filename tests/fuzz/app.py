"""The service as a WSGI application that forgets every request as soon as it is answered."""

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
"""Looking is noted, exports are counted, and what is asked for the first time is signed."""


class Forgetful:
    """Answers, takes back what was done, and notes whether something was done that should not have been.

    `found`: the tables in which the text `look_for` stands after a request, if there is one to look for.
    """

    def __init__(self) -> None:
        self.handler = WSGIHandler()
        self.stored = fingerprint()
        self.wrote: set[str] = set()
        self.look_for = ""
        self.found: set[str] = set()
        self.fault: BaseException | None = None
        # The connection is in a transaction of the caller's, and stays.
        request_started.disconnect(close_old_connections)
        request_finished.disconnect(close_old_connections)
        got_request_exception.connect(self._note)

    def close(self) -> None:
        """Leave Django as it was."""
        request_started.connect(close_old_connections)
        request_finished.connect(close_old_connections)
        got_request_exception.disconnect(self._note)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request. `wrote`: the tables that it changed, though it was refused or only looked."""
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
    """How far the server's log has come: as long as it stands, nothing has been written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn()")
        return cursor.fetchone()[0]


def fingerprint() -> dict[str, object]:
    """What all tables hold, hashed."""
    return dict(_of_all_tables("SELECT '{0}', md5(string_agg(t::text, ',' ORDER BY t::text)) FROM \"{0}\" t", ()))


def holding(text: str) -> set[str]:
    """The tables in which this text stands somewhere."""
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
