"""Statements of the hot path, prepared once per session and run without a cursor.

A cursor of Django examines the text and the types of every statement again and waits in Python: twice the worker's CPU
(performance.md), and a command is three statements. The statement must fix the type of every parameter by a cast,
because the values are sent as they are. A session with `prepare_threshold` None is one of a pooler, which may give the
next statement another session of the server: nothing is prepared then, and the server plans each statement anew.
"""

from __future__ import annotations

import re
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import connections
from psycopg import OperationalError, generators
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus, Format

from common import spans
from common.database.replica import alias

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.abc import Transformer as RowReader
    from psycopg.pq.abc import PGresult

Parameter = None | bool | int | str | bytes | UUID | datetime

_OK: Final = frozenset({ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK})
_BINARY: Final = frozenset({bytes, UUID})
_UNKNOWN_STATEMENT: Final = b"26000"

_numbers: Final = count(1)


class Prepared:
    """A statement with `%s::type` for each parameter."""

    def __init__(self, sql: str) -> None:
        self.sql = sql
        places = count(1)
        self._query: Final = re.sub("%s", lambda _: f"${next(places)}", sql).encode()
        self._name: Final = b"flipside_%d" % next(_numbers)

    def along(self, other: Prepared) -> Prepared:
        """Return one statement for both: a row of this one, then one of `other`, all NULL if that finds none.

        It finds no row if this one finds none. Takes the parameters of this one, then those of `other`.
        """
        return Prepared(f"SELECT * FROM ({self.sql}) AS this LEFT JOIN ({other.sql}) AS other ON true")  # noqa: S608 - two statements of ours

    def one(self, *parameters: Parameter) -> tuple[Any, ...] | None:
        """Run it and return its first row, None without one. Raises Django's errors."""
        rows = self._rows(parameters, 1)
        return rows[0] if rows else None

    def all(self, *parameters: Parameter) -> list[tuple[Any, ...]]:
        """Run it and return its rows. Raises Django's errors."""
        return self._rows(parameters, None)

    def _rows(self, parameters: tuple[Parameter, ...], most: int | None) -> list[tuple[Any, ...]]:
        database = connections[alias()]  # once: every access looks up the thread's connection
        if database.connection is None:
            database.ensure_connection()
        if database.in_atomic_block or database.execute_wrappers or database.queries_logged:
            # Rare, or observed by a test: Django's handling of transactions and statements applies.
            with database.cursor() as cursor:
                cursor.execute(self.sql, parameters)
                rows: list[tuple[Any, ...]] = cursor.fetchall()
                return rows[:most]
        with database.wrap_database_errors, spans.span("statement", self.sql):
            return self._run(database.connection, parameters, most)

    def _run(
        self, session: Connection[Any], parameters: tuple[Parameter, ...], most: int | None
    ) -> list[tuple[Any, ...]]:
        values, formats = _bound(parameters)
        if session.prepare_threshold is None:
            session.pgconn.send_query_params(self._query, values, param_formats=formats, result_format=Format.BINARY)
            result, reader = _answer(session), Transformer(session)
        else:
            result = self._executed(session, values, formats)
            if self._forgotten(session, result):
                result = self._executed(session, values, formats)
            reader = _statements(session)[self._name]
        _check(session, result)
        if result.ntuples == 0:
            return []
        reader.set_pgresult(result)
        return reader.load_rows(0, result.ntuples if most is None else most, tuple)

    def _executed(self, session: Connection[Any], values: Any, formats: list[Format]) -> PGresult:
        self._prepare(session)
        session.pgconn.send_query_prepared(self._name, values, formats, Format.BINARY)
        return _answer(session)

    def _forgotten(self, session: Connection[Any], result: PGresult) -> bool:
        """Tell whether the session no longer knew the statement, so that nothing has run; prepare it again then.

        psycopg forgets every statement of the session after a ROLLBACK, ours too. Each statement finds that out for
        itself: others may have been prepared since, and to prepare those again would be an error.
        """
        if result.error_field(DiagnosticField.SQLSTATE) != _UNKNOWN_STATEMENT:
            return False
        del _statements(session)[self._name]
        return True

    def _prepare(self, session: Connection[Any]) -> None:
        prepared = _statements(session)
        if self._name not in prepared:
            session.pgconn.send_prepare(self._name, self._query)
            _check(session, _answer(session))
            prepared[self._name] = Transformer(session)


def _statements(session: Connection[Any]) -> dict[bytes, RowReader]:
    """Return the statements that the session has prepared, each with its reader, which knows the types of its rows."""
    found: dict[bytes, RowReader] = vars(session).setdefault("prepared_statements", {})
    return found


def _bound(parameters: tuple[Parameter, ...]) -> tuple[Any, list[Format]]:
    """Return values and formats; psycopg's types forget that None is a value."""
    return (
        [_sent(value) for value in parameters],
        [Format.BINARY if type(value) in _BINARY else Format.TEXT for value in parameters],
    )


def _sent(value: Parameter) -> bytes | None:
    match value:
        case None | bytes():
            return value
        case bool():
            return b"t" if value else b"f"
        case int():
            return b"%d" % value
        case str():
            return value.encode()
        case UUID():
            return value.bytes
        case datetime():
            return value.isoformat().encode()


def _answer(session: Connection[Any]) -> PGresult:
    """Return the server's answer. The session waits outside the GIL, within its own deadline."""
    results: list[PGresult] = session.wait(generators.execute(session.pgconn))
    return results[-1]


def _check(session: Connection[Any], result: PGresult) -> None:
    if result.status in _OK:
        return
    if session.pgconn.status != ConnStatus.OK:
        raise OperationalError("the server closed the connection")
    raise error_from_result(result, session.info.encoding)
