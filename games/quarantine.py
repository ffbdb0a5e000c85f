"""Games on hold: nothing changes in a game whose log is in doubt, and all others play on.

Only the column is written here; who obeys it are the one door, the sweep and the messages (operations.md). A
command that was under way in the moment of holding may still land.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from common.database import queries
from games.records import Status

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

HOLD: Final = """
UPDATE game SET quarantined_at = service_now(), quarantine = %s::text
WHERE id = %s::uuid AND quarantined_at IS NULL RETURNING quarantined_at
"""
LIFT: Final = """
UPDATE game g SET quarantined_at = NULL, quarantine = ''
FROM (SELECT id, quarantined_at FROM game WHERE id = %s::uuid AND quarantined_at IS NOT NULL FOR UPDATE) held
WHERE g.id = held.id RETURNING held.quarantined_at, service_now()
"""
HELD: Final = """
SELECT id, quarantined_at, quarantine, status, version FROM game WHERE quarantined_at IS NOT NULL
ORDER BY quarantined_at, id
"""
AMONG: Final = "SELECT id FROM game WHERE id = ANY(%s::uuid[]) AND quarantined_at IS NOT NULL"
SINCE: Final = """
SELECT count(*) FROM game WHERE quarantined_at > service_now() - make_interval(secs => %s::float8)
"""


class Held(NamedTuple):
    """A game on hold, since when and why."""

    game_id: UUID
    since: datetime
    reason: str
    status: Status
    version: int


class Lifted(NamedTuple):
    """From when to when a game was on hold."""

    since: datetime
    until: datetime


def hold(game_id: UUID, reason: str) -> bool:
    """Let nothing change in a game any more; False if it is on hold already, or there is no such game."""
    return bool(queries.rows(HOLD, reason, game_id))


def lift(game_id: UUID) -> Lifted | None:
    """Let a game go on; None if it was not on hold. For `services.releasing`, which gives the time back."""
    return next((Lifted(*row) for row in queries.rows(LIFT, game_id)), None)


def held() -> list[Held]:
    """All games on hold, the longest first."""
    found = queries.rows(HELD)
    return [Held(game_id, since, why, Status(status), version) for game_id, since, why, status, version in found]


def among(game_ids: Iterable[UUID]) -> set[UUID]:
    """Those of these games that are on hold."""
    return {row[0] for row in queries.rows(AMONG, list(game_ids))}


def held_within(seconds: float) -> int:
    """How many of the games on hold have been so for less than this."""
    count: int = queries.rows(SINCE, seconds)[0][0]
    return count
