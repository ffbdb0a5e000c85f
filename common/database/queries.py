"""SQL queries in one line."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction

from common import spans
from common.database.replica import alias

if TYPE_CHECKING:
    from collections.abc import Iterator


def rows(sql: str, *parameters: Any, **named: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, empty if it has none; its parameters all by position, or all by name."""
    with connections[alias()].cursor() as cursor:
        cursor.execute(sql, named or parameters)
        return cursor.fetchall() if cursor.description else []


def prepared(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement that each session prepares once, for what many commands cause.

    The server neither parses nor plans it again. Each parameter needs a cast, as for `Prepared`, which returns one row,
    costs less, and is for statements outside transactions.
    """
    database = connections[alias()]
    database.ensure_connection()
    if database.execute_wrappers or database.queries_logged:  # observed by a test
        return rows(sql, *parameters)
    database.validate_no_broken_transaction()
    with (
        database.wrap_database_errors,
        spans.span("statement", sql),
        psycopg.Cursor(database.connection) as cursor,
    ):
        cursor.execute(sql, parameters, prepare=True)
        return cursor.fetchall() if cursor.description else []


def unnest(*types: str) -> str:
    """Return a table function of array parameters of these types, for a statement that is `prepared`.

    The arrays come by sub-selects, which hide their lengths: PostgreSQL would plan anew each time, for that many rows.
    """
    return f"unnest({', '.join(f'(SELECT %s::{one}[])' for one in types)})"


@contextmanager
def long_statements(seconds: int) -> Iterator[None]:
    """Allow each statement this many seconds, for work that no request waits for. Not for use in a transaction.

    The server then ends a statement by itself, and we wait a little longer than it (`patience`: config.database).
    Behind a pooler all is one transaction, since the next one may get a session of the server with other limits.
    """
    pooled = settings.DATABASE_POOLER != "none"
    with transaction.atomic() if pooled else nullcontext():
        limits = ("statement_timeout", "idle_in_transaction_session_timeout") if pooled else ("statement_timeout",)
        for limit in limits:
            rows("SELECT set_config(%s::text, %s::text, %s::boolean)", limit, f"{seconds}s", pooled)
        session = connection.connection
        patience, session.patience = session.patience, seconds + 2
        try:
            yield
        finally:
            session.patience = patience
            if not pooled:
                with suppress(DatabaseError):  # a broken session is closed, and has no limits
                    rows("RESET statement_timeout")
