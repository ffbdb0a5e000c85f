"""Quarantine: nothing changes in a game whose log is in doubt, and all others play on.

Only the columns are written here; `submit`, the sweep and the messages obey them (docs/operations.md). A command that
was under way when the game was quarantined may still land.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from common.database import queries
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

ADD: Final = """
UPDATE game SET quarantined_at = service_now(), quarantine = %s::text
WHERE id = %s::uuid AND quarantined_at IS NULL RETURNING quarantined_at
"""
LIFT: Final = """
UPDATE game g SET quarantined_at = NULL, quarantine = ''
FROM (SELECT id, quarantined_at FROM game WHERE id = %s::uuid AND quarantined_at IS NOT NULL FOR UPDATE) held
WHERE g.id = held.id RETURNING held.quarantined_at, service_now()
"""
ENTRIES: Final = """
SELECT id, quarantined_at, quarantine, status, version FROM game WHERE quarantined_at IS NOT NULL
ORDER BY quarantined_at, id
"""
AMONG: Final = "SELECT id FROM game WHERE id = ANY(%s::uuid[]) AND quarantined_at IS NOT NULL"
SINCE: Final = """
SELECT count(*) FROM game WHERE quarantined_at > service_now() - make_interval(secs => %s::float8)
"""


class Entry(NamedTuple):
    """A quarantined game, with the time and the reason."""

    game_id: UUID
    since: datetime
    reason: str
    status: Status
    version: int


class Lifted(NamedTuple):
    """The time that a game was quarantined."""

    since: datetime
    until: datetime


def add(game_id: UUID, reason: str) -> bool:
    """Quarantine a game; False if it is quarantined already, or there is no such game."""
    return bool(queries.rows(ADD, reason, game_id))


def lift(game_id: UUID) -> Lifted | None:
    """End the quarantine; None if there is none. For `services.unquarantine`, which gives the time back."""
    return next((Lifted(*row) for row in queries.rows(LIFT, game_id)), None)


def entries() -> list[Entry]:
    """All quarantined games, the longest first."""
    found = queries.rows(ENTRIES)
    return [Entry(game_id, since, why, Status(status), version) for game_id, since, why, status, version in found]


def among(game_ids: Iterable[UUID]) -> set[UUID]:
    """The quarantined ones of these games."""
    return {row[0] for row in queries.rows(AMONG, list(game_ids))}


def added_within(seconds: float) -> int:
    """The number of games quarantined within so many seconds."""
    count: int = queries.rows(SINCE, seconds)[0][0]
    return count
