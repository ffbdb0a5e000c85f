"""Tells whether a request has changed any table of the database, with one small statement.

PostgreSQL counts the rows that a transaction writes, per table. Only tables with writes are hashed, before and after,
since a write may have been undone. Without any write there is nothing to roll back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_TABLES = """
SELECT array_agg(oid::regclass::text), array_agg(oid::text) FROM pg_class
WHERE relkind IN ('r', 'm') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
"""
_COUNTS = """
SELECT array_agg(pg_stat_get_xact_tuples_inserted(id) + pg_stat_get_xact_tuples_updated(id)
    + pg_stat_get_xact_tuples_deleted(id)) FROM unnest('{{{}}}'::oid[]) id
"""


class TableCounts:
    """Sends requests inside a transaction, rolls them back and tells which tables they changed."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_TABLES)
            self._tables, ids = cursor.fetchone()
        self._question = _COUNTS.format(",".join(ids))
        self._counts = self._count()
        self._hashes: dict[str, str] = {}
        self._made = -1
        self._mark("SAVEPOINT")

    def settle(self, made: int) -> None:
        """Start again if more objects have been `made` on purpose since the last time."""
        if made != self._made:
            self._made = made
            self._counts = self._count()
            self._hashes.clear()
            self._mark("RELEASE SAVEPOINT")
            self._mark("SAVEPOINT")

    def during(self, ask: Callable[[], Any]) -> tuple[Any, set[str]]:
        """Return the result of `ask` and the tables it changed, and roll its changes back."""
        try:
            answer = ask()
            counts = self._count()
            both = zip(self._tables, counts, self._counts, strict=True)
            touched = {table for table, count, before in both if count != before}
            after = {table: _hash(table) for table in touched}
        except BaseException:
            self._take_back()
            self._counts = self._count()
            raise
        if touched or connection.needs_rollback:
            self._take_back()
        # The transaction is never committed.
        connection.run_on_commit.clear()
        self._counts = counts
        return answer, {table for table in touched if after[table] != self._before(table)}

    def _take_back(self) -> None:
        self._mark("ROLLBACK TO SAVEPOINT")
        connection.needs_rollback = False

    def _before(self, table: str) -> str:
        if table not in self._hashes:
            self._hashes[table] = _hash(table)
        return self._hashes[table]

    def _count(self) -> list[int]:
        """Return the number of rows written, for each table."""
        with connection.cursor() as cursor:
            cursor.execute(self._question)
            counts: list[int] = cursor.fetchone()[0]
            return counts

    @staticmethod
    def _mark(what: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"{what} before_a_request")


def _hash(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) FROM {table} t")  # noqa: S608 - PostgreSQL's own name for it
        return str(cursor.fetchone()[0])
