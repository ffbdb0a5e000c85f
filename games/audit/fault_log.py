"""The log of faults: each is entered once, and stays open until it is dealt with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from common.database import queries
from games.audit.faults import LOG_OF_ANCHORS, Fault

if TYPE_CHECKING:
    from uuid import UUID

OPEN: Final = "open"
MENDED: Final = "mended"
GONE: Final = "gone"
ACCEPTED: Final = "accepted"

ENTER: Final = """
INSERT INTO audit_found (game_id, seq, kind, message, state, found_at)
VALUES (%s::uuid, %s::int, %s::text, %s::text, %s::text, service_now())
ON CONFLICT (game_id, kind, seq) WHERE state IN ('open', 'accepted') DO NOTHING RETURNING id
"""
STATE: Final = """
SELECT state FROM audit_found
WHERE game_id = %s::uuid AND kind = %s::text AND seq = %s::int AND state IN ('open', 'accepted')
"""
OPEN_ONES: Final = "SELECT DISTINCT game_id FROM audit_found WHERE state = 'open'"
OPEN_FAULTS: Final = "SELECT id, game_id, seq, kind, message FROM audit_found WHERE state = 'open' ORDER BY id"
CLOSE_DAY: Final = """
UPDATE audit_found SET state = 'gone' WHERE game_id = %s::uuid AND seq = %s::int AND state = 'open'
"""
# An anchor that is not there any more has no faults.
CLOSE_OTHERS: Final = """
UPDATE audit_found SET state = 'gone' WHERE game_id = %s::uuid AND state = 'open'
    AND NOT EXISTS (SELECT FROM anchor WHERE to_char(date, 'YYYYMMDD')::int = seq)
"""
CLOSE: Final = "UPDATE audit_found SET state = %s::text WHERE game_id = %s::uuid AND state = 'open'"

UNTOLD: Final = """
SELECT id, game_id, seq, kind, message FROM audit_found
WHERE mailed_at IS NULL AND found_at > service_now() - interval '7 days' ORDER BY id LIMIT %s::int
"""
LAST_TOLD: Final = """
SELECT EXISTS (SELECT FROM audit_found WHERE mailed_at > service_now() - make_interval(secs => %s::float8))
"""
TOLD: Final = "UPDATE audit_found SET mailed_at = service_now() WHERE id = ANY(%s::bigint[])"


def enter(fault: Fault, state: str) -> bool:
    """Enter a fault; False if it is there already."""
    return bool(queries.rows(ENTER, fault.game_id, fault.seq or 0, fault.kind, fault.message, state))


def is_accepted(fault: Fault) -> bool:
    """Whether an operator lets the game go on with this fault."""
    return queries.rows(STATE, fault.game_id, fault.kind, fault.seq or 0) == [(ACCEPTED,)]


def open_games() -> set[UUID]:
    """Games with a fault that nobody has dealt with."""
    return {row[0] for row in queries.rows(OPEN_ONES)}


def open_faults() -> list[tuple[int, Fault]]:
    """Faults that nobody has dealt with, with their numbers, in the order in which they were found."""
    return [(number, _fault(*row)) for number, *row in queries.rows(OPEN_FAULTS)]


def close(game_id: UUID, state: str = GONE) -> None:
    """The open faults of a game are gone, or accepted."""
    queries.rows(CLOSE, state, game_id)


def close_day(day: int) -> None:
    """The open faults of the anchor of a day, given as YYYYMMDD, are gone."""
    queries.rows(CLOSE_DAY, LOG_OF_ANCHORS, day)


def close_other_days() -> None:
    """The open faults of anchors that are not there any more are gone."""
    queries.rows(CLOSE_OTHERS, LOG_OF_ANCHORS)


def untold(limit: int) -> list[tuple[int, Fault]]:
    """Faults that nobody was told of by mail, with their numbers."""
    return [(number, _fault(*row)) for number, *row in queries.rows(UNTOLD, limit)]


def told_within(seconds: float) -> bool:
    """Whether a mail went out so lately."""
    return bool(queries.rows(LAST_TOLD, seconds)[0][0])


def told(numbers: list[int]) -> None:
    """Operators were told of these by mail."""
    queries.rows(TOLD, numbers)


def _fault(game_id: UUID, seq: int, *words: Any) -> Fault:
    return Fault(game_id, seq or None, *words)
