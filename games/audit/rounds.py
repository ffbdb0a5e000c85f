"""Rounds of the auditor: they go on where they were left, whichever process was killed in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries

if TYPE_CHECKING:
    from uuid import UUID

MOVES: Final = "moves"
"""The round over what has moved."""
CYCLE: Final = "cycle"
"""The round over all there is, from the first event on."""
ANCHORS: Final = "anchors"
"""The round over the log of anchors."""

BEGIN: Final = """
INSERT INTO audit_round (name, begun_at) VALUES (%s::text, service_now()) ON CONFLICT (name) DO NOTHING
"""
CURSOR: Final = "SELECT cursor FROM audit_round WHERE name = %s::text"
ADVANCE: Final = """
UPDATE audit_round SET cursor = %s::uuid, games = games + %s::int, events = events + %s::int WHERE name = %s::text
"""
# What happens from now on is the next round's.
COMPLETE: Final = """
UPDATE audit_round SET since = begun_at, ended_at = service_now(), begun_at = service_now(),
    cursor = '00000000-0000-0000-0000-000000000000'
WHERE name = %s::text
"""
RESTART: Final = """
UPDATE audit_round SET begun_at = service_now(), cursor = '00000000-0000-0000-0000-000000000000' WHERE name = %s::text
"""
RESTED: Final = """
SELECT ended_at IS NULL OR cursor <> '00000000-0000-0000-0000-000000000000'
    OR ended_at < service_now() - make_interval(secs => %s::float8)
FROM audit_round WHERE name = %s::text
"""


def cursor(name: str) -> UUID:
    """The game, or place in the log of anchors, the round has come to; begins the first one."""
    queries.rows(BEGIN, name)
    found: UUID = queries.rows(CURSOR, name)[0][0]
    return found


def advance(name: str, to: UUID, games: int, events: int) -> None:
    """The round has come to this game or place; so many more were looked at: games and events, or days and leaves."""
    queries.rows(ADVANCE, to, games, events, name)


def restart(name: str) -> None:
    """Begin the round anew."""
    queries.rows(BEGIN, name)
    queries.rows(RESTART, name)


def complete(name: str) -> None:
    """The round is at its end; the next one begins."""
    queries.rows(COMPLETE, name)


def is_due(name: str, rest: float) -> bool:
    """Whether the round is under way, or the last one ended `rest` seconds ago or more."""
    return any(found[0] for found in queries.rows(RESTED, rest, name))
