"""The outbox: work promised in the transaction of an event, kept until it is done.

Entries are written by `append_command` only. A claim is a lease: it pushes `available_at` forward, so that an entry
whose worker dies comes back by itself; the work is done outside any transaction, and only then is the entry deleted.
Every kind of work must bear being done twice. Attempts are counted here because a broker forgets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

LEASE_SECONDS: Final = 15
"""How long a claimed entry is left to its worker: longer than any bounded piece of work takes."""

MAX_DOUBLINGS: Final = 8
"""The lease doubles with every attempt up to here (about an hour), so that poison does not starve the rest."""

# Two phases, so that it also works where games live on several nodes: candidates without a lock, then game by game.
DUE: Final = """
SELECT game_id FROM outbox o WHERE available_at <= service_now() AND NOT EXISTS (
    SELECT FROM game g WHERE g.id = o.game_id AND g.quarantined_at IS NOT NULL)
GROUP BY game_id ORDER BY min(available_at) LIMIT %s::int
"""

CLAIM: Final = """
UPDATE outbox o SET
    available_at = service_now() + make_interval(secs => %s::float8 * 2 ^ least(o.attempts, %s::int)),
    attempts = o.attempts + 1
FROM (
    SELECT seq, kind, recipient FROM outbox
    WHERE game_id = %s::uuid AND available_at <= service_now()
        AND NOT EXISTS (SELECT FROM game WHERE id = %s::uuid AND quarantined_at IS NOT NULL)
    FOR UPDATE SKIP LOCKED
) due
WHERE o.game_id = %s::uuid AND (o.seq, o.kind, o.recipient) = (due.seq, due.kind, due.recipient)
RETURNING o.seq, o.kind, o.recipient, o.attempts
"""

DONE: Final = "DELETE FROM outbox WHERE game_id = %s::uuid AND seq = %s::int AND kind = %s::int AND recipient = %s::int"

RELEASE: Final = """
UPDATE outbox SET available_at = service_now(), attempts = 0
WHERE game_id = %s::uuid AND seq = %s::int AND kind = %s::int AND recipient = %s::int
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A claimed piece of work. `attempt` counts from 1."""

    game_id: UUID
    seq: int
    kind: int
    recipient: int
    attempt: int


def due(limit: int) -> list[UUID]:
    """At most `limit` games that have work due, the longest waiting first. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, (limit,))
        return [row[0] for row in cursor.fetchall()]


def claim(game_id: UUID) -> Sequence[Entry]:
    """Take the due entries of one game, for `LEASE_SECONDS` at first; what others hold is left out.

    None of a game on hold: its work waits until it goes on.
    """
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, (LEASE_SECONDS, MAX_DOUBLINGS, game_id, game_id, game_id))
        return [Entry(game_id, *row) for row in cursor.fetchall()]


def done(entry: Entry) -> None:
    """Delete an entry whose work is finished."""
    _execute(DONE, entry)


def release(entry: Entry) -> None:
    """Give an entry back whose work made progress and is to go on at once."""
    _execute(RELEASE, entry)


def _execute(sql: str, entry: Entry) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, (entry.game_id, entry.seq, entry.kind, entry.recipient))
