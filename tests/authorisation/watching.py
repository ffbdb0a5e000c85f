"""Whether a request has changed the database: every table, at the price of one small statement.

PostgreSQL counts what a transaction writes. Tables that were written are hashed as they are and as they were, since
what was written may have been taken back; all others cannot have changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_COUNTS = """
SELECT relid::regclass::text, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables
WHERE n_tup_ins + n_tup_upd + n_tup_del > 0
"""


class Watch:
    """Sends requests inside a transaction, takes back what they did and tells which tables were different."""

    def __init__(self) -> None:
        self._counts = self._count()
        self._hashes: dict[str, str] = {}
        self._made = -1

    def settle(self, made: int) -> None:
        """Begin anew if something has been `made` on purpose since the last time."""
        if made != self._made:
            self._made = made
            self._counts = self._count()
            self._hashes.clear()

    def during(self, ask: Callable[[], Any]) -> tuple[Any, set[str]]:
        """What `ask` returns, and the tables it changed; none of it is left."""
        with transaction.atomic():
            answer = ask()
            counts = self._count()
            touched = {table for table, count in counts.items() if count != self._counts.get(table)}
            after = {table: _hash(table) for table in touched}
            transaction.set_rollback(True)
        self._counts = counts
        return answer, {table for table in touched if after[table] != self._before(table)}

    def _before(self, table: str) -> str:
        if table not in self._hashes:
            self._hashes[table] = _hash(table)
        return self._hashes[table]

    @staticmethod
    def _count() -> dict[str, int]:
        with connection.cursor() as cursor:
            cursor.execute(_COUNTS)
            return dict(cursor.fetchall())


def _hash(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) FROM {table} t")  # noqa: S608 - PostgreSQL's own name for it
        return str(cursor.fetchone()[0])
