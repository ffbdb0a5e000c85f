"""Deletes personal data when its time is over: that of `players`, and that kept for games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection

from common.database import queries
from games.sandbox import people
from games.services import erasure
from games.types import Status
from players.privacy import retention

if TYPE_CHECKING:
    from collections.abc import Iterator

SEEN: Final = "players_seen s JOIN game g ON g.id = s.game_id WHERE g.status = 2"
FORGET_SEEN: Final = f"""
DELETE FROM players_seen WHERE ctid IN (SELECT s.ctid FROM {SEEN} LIMIT %s::int FOR UPDATE OF s SKIP LOCKED)
"""  # noqa: S608 - constants only
REMOVALS: Final = "players_removal r JOIN game g ON g.id = r.game_id WHERE g.status > 0"
FORGET_REMOVALS: Final = f"""
DELETE FROM players_removal WHERE ctid IN (SELECT r.ctid FROM {REMOVALS} LIMIT %s::int FOR UPDATE OF r SKIP LOCKED)
"""  # noqa: S608 - constants only
# Offers that came to nothing (docs/players/rematch.md).
OFFERS: Final = "rematch r WHERE r.next_id IS NULL AND r.expires_at < service_now() - interval '30 days'"
FORGET_OFFERS: Final = f"""
DELETE FROM rematch WHERE ctid IN (SELECT r.ctid FROM {OFFERS} LIMIT %s::int FOR UPDATE OF r SKIP LOCKED)
"""  # noqa: S608 - constants only
# The start of a match ends its invitations (`games.services.lobby`). This ends what it missed, and those out of time.
END_INVITATIONS: Final = """
UPDATE players_invitation SET state = 'expired', email = '', next_at = NULL, mail_at = NULL
WHERE id IN (
    SELECT i.id FROM players_invitation i JOIN game g ON g.id = i.game_id
    WHERE i.state = 'open' AND (i.expires_at <= service_now() OR g.status <> 0) FOR UPDATE OF i SKIP LOCKED)
"""
SEEKS: Final = "seek WHERE ended_at < service_now() - interval '1 day'"
FORGET_SEEKS: Final = f"""
DELETE FROM seek WHERE ctid IN (SELECT ctid FROM {SEEKS} LIMIT %s::int FOR UPDATE SKIP LOCKED)
"""  # noqa: S608 - constants only
# They are void already, if they have expired, the seat has another holder, or the match is over.
FORGET_ORDERS: Final = """
DELETE FROM standing_orders WHERE ctid IN (
    SELECT o.ctid FROM standing_orders o JOIN game g ON g.id = o.game_id
    JOIN seat s ON s.game_id = o.game_id AND s.seat_no = o.seat
    WHERE o.expires_at <= service_now() OR g.status = 2 OR s.seat_uid <> o.seat_uid
    LIMIT %s::int FOR UPDATE OF o SKIP LOCKED)
"""
# In a cluster of databases these rows lie on another node than the games: they are asked for in parts.
OF_GAMES: Final = "SELECT DISTINCT game_id FROM {table} WHERE game_id > %s::uuid ORDER BY game_id LIMIT %s::int"
AT_STATUS: Final = "SELECT id FROM game WHERE id = ANY(%s::uuid[]) AND status >= %s::smallint"
FORGET_OF_GAMES: Final = "DELETE FROM {table} WHERE game_id = ANY(%s::uuid[])"
INVITATIONS: Final = "(SELECT game_id FROM players_invitation WHERE state = 'open') i"
END_OUT_OF_TIME: Final = """
UPDATE players_invitation SET state = 'expired', email = '', next_at = NULL, mail_at = NULL
WHERE state = 'open' AND (expires_at <= service_now() OR game_id = ANY(%s::uuid[]))
"""
FORGET_ORDERS_ON_NODES: Final = """
DELETE FROM standing_orders o USING game g, seat s
WHERE g.id = o.game_id AND s.game_id = o.game_id AND s.seat_no = o.seat
    AND (o.expires_at <= service_now() OR g.status = 2 OR s.seat_uid <> o.seat_uid)
"""
FORGET_LOCAL: Final = (FORGET_SEEKS, FORGET_OFFERS)
LATE: Final = f"""
SELECT 'seen', coalesce(extract(epoch FROM service_now() - min(g.updated_at)), 0)::float8 FROM {SEEN}
UNION ALL
SELECT 'leaving', coalesce(greatest(0, extract(epoch FROM service_now() - min(due_at))), 0)::float8
FROM players_leaving
UNION ALL
SELECT 'orders', coalesce(extract(epoch FROM service_now() - min(expires_at)), 0)::float8
FROM standing_orders WHERE expires_at <= service_now()
UNION ALL
SELECT 'ended_invitations', coalesce(extract(epoch FROM service_now() - min(expires_at)), 0)::float8
FROM players_invitation WHERE state = 'open' AND expires_at <= service_now()
UNION ALL
SELECT 'seeks', coalesce(extract(epoch FROM service_now() - interval '1 day' - min(ended_at)), 0)::float8
FROM {SEEKS}
"""  # noqa: S608 - constants only


def run() -> int:
    """Delete what is over, and erased players that a restored backup has brought back. Returns the number of rows."""
    erasure.replay_if_behind()
    if settings.DATABASE_SHARDED:
        return _run_on_nodes() + people.erase_over() + retention.run()
    over = (FORGET_SEEN, FORGET_REMOVALS, FORGET_SEEKS, FORGET_ORDERS, FORGET_OFFERS)
    forgotten = sum(map(_forget, over)) + _end_invitations()
    return forgotten + people.erase_over() + retention.run()


def _run_on_nodes() -> int:
    forgotten = sum(map(_forget, FORGET_LOCAL))
    for table, status in (("players_seen", Status.FINISHED), ("players_removal", Status.RUNNING)):
        for games in _of_games(table, status):
            forgotten += _count(FORGET_OF_GAMES.format(table=table), games)
    begun = [game for games in _of_games(INVITATIONS, Status.RUNNING) for game in games]
    return forgotten + _count(END_OUT_OF_TIME, begun) + _count(FORGET_ORDERS_ON_NODES)


def _of_games(table: str, status: Status) -> Iterator[list[UUID]]:
    """Yield the games with rows in a table that have at least this status, in parts."""
    last = UUID(int=0)
    while found := [game for (game,) in queries.rows(OF_GAMES.format(table=table), last, retention.BATCH)]:
        last = found[-1]
        yield [game for (game,) in queries.rows(AT_STATUS, found, int(status))]


def _count(statement: str, *parameters: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        count: int = cursor.rowcount
        return max(0, count)


def overdue() -> dict[str, float]:
    """Return by how many seconds the oldest row of each kind is overdue."""
    with connection.cursor() as cursor:
        cursor.execute(LATE)
        return {**dict(cursor.fetchall()), **retention.overdue()}


def _end_invitations() -> int:
    with connection.cursor() as cursor:
        cursor.execute(END_INVITATIONS)
        count: int = cursor.rowcount
        return count


def _forget(statement: str) -> int:
    count = 0
    with connection.cursor() as cursor:
        while True:
            cursor.execute(statement, (retention.BATCH,))
            if not cursor.rowcount:
                return count
            count += cursor.rowcount
