"""Hourly limits on actions of a player that notify others, each counted in one statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import connection

if TYPE_CHECKING:
    from uuid import UUID

# One statement counts and decides, so parallel requests cannot all take the last free place.
_COUNT: Final = """
    INSERT INTO players_allowance AS a (player_id, what, hour, made)
         VALUES (%s::uuid, %s, date_trunc('hour', service_now()), 1)
    ON CONFLICT (player_id, what) DO UPDATE
            SET made = CASE WHEN a.hour = EXCLUDED.hour THEN a.made + 1 ELSE 1 END, hour = EXCLUDED.hour
      RETURNING made, 3600 - extract(epoch FROM service_now() - date_trunc('hour', service_now()))::int
"""


def use(*, player_id: UUID, what: str, per_hour: int) -> int | None:
    """Count one use; return None if it is allowed, else the seconds until the next one is."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, (player_id, what))
        made, seconds_left = cursor.fetchone()
    return None if made <= per_hour else max(1, seconds_left)
