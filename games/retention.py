"""Deletes personal data when its time is over: that of `players`, and that kept for games."""

from __future__ import annotations

from typing import Final

from django.db import connection

from games.sandbox import people
from games.services import erasure
from players.privacy import retention

SEEN: Final = "players_seen s JOIN game g ON g.id = s.game_id WHERE g.status = 2"
FORGET_SEEN: Final = f"""
DELETE FROM players_seen WHERE ctid IN (SELECT s.ctid FROM {SEEN} LIMIT %s::int FOR UPDATE OF s SKIP LOCKED)
"""  # noqa: S608 - constants only
REMOVALS: Final = "players_removal r JOIN game g ON g.id = r.game_id WHERE g.status > 0"
FORGET_REMOVALS: Final = f"""
DELETE FROM players_removal WHERE ctid IN (SELECT r.ctid FROM {REMOVALS} LIMIT %s::int FOR UPDATE OF r SKIP LOCKED)
"""  # noqa: S608 - constants only
LATE: Final = f"""
SELECT 'seen', coalesce(extract(epoch FROM service_now() - min(g.updated_at)), 0)::float8 FROM {SEEN}
UNION ALL
SELECT 'leaving', coalesce(greatest(0, extract(epoch FROM service_now() - min(due_at))), 0)::float8
FROM players_leaving
"""  # noqa: S608 - constants only


def run() -> int:
    """Delete what is over, and erased players that a restored backup has brought back. Returns the number of rows."""
    erasure.replay_if_behind()
    return _forget(FORGET_SEEN) + _forget(FORGET_REMOVALS) + people.erase_over() + retention.run()


def overdue() -> dict[str, float]:
    """Return by how many seconds the oldest row of each kind is overdue."""
    with connection.cursor() as cursor:
        cursor.execute(LATE)
        return {**dict(cursor.fetchall()), **retention.overdue()}


def _forget(statement: str) -> int:
    count = 0
    with connection.cursor() as cursor:
        while True:
            cursor.execute(statement, (retention.BATCH,))
            if not cursor.rowcount:
                return count
            count += cursor.rowcount
