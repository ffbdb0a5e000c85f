"""The outbox: work promised in the transaction of an event, kept until it is done.

Entries are written by `append_command`, and here for work that was forgotten or has failed. A claim is a lease: it
pushes `available_at` forward, so that an entry whose worker dies comes back by itself; the work is done outside any
transaction, and only then is the entry deleted. Every kind of work must bear being done twice. Attempts are counted
here because a broker forgets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import connection

from games.types import Status, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

LEASE_SECONDS: Final = 15
"""How long a claimed entry is left to its worker: longer than any bounded piece of work takes."""

MAX_DOUBLINGS: Final = 8
"""The lease doubles with every attempt up to here (about an hour), so that poison does not starve the rest."""

NO_SEAT: Final = -1
"""The recipient of work that is for no seat."""

MOVES: Final = (Work.WAKE_BOTS, Work.DEAL_NEXT_ROUND)
"""Work that is the game's, whichever event has called for it: whatever commands the service owes."""

VACATIONS_YIELD: Final = 10.0
"""Seconds by which other work may be younger and still come first: one vacation can be work in thousands of games."""

# Two phases, so that it also works where games live on several nodes: candidates without a lock, then game by game.
DUE: Final = """
SELECT game_id FROM outbox o WHERE available_at <= service_now() AND NOT EXISTS (
    SELECT FROM game g WHERE g.id = o.game_id AND g.quarantined_at IS NOT NULL)
GROUP BY game_id
ORDER BY min(available_at + CASE WHEN kind = %s::smallint THEN make_interval(secs => %s::float8) ELSE '0' END)
LIMIT %s::int
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

# For the version that the game has now. `attempts` 0: it was forgotten; 1: it has been tried and has failed.
PROMISE: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
SELECT g.id, g.version, %s::smallint,
    coalesce((SELECT s.seat_no FROM seat s WHERE s.game_id = g.id AND s.player_id = %s::uuid), %s::smallint),
    service_now() + make_interval(secs => %s::float8), %s::smallint
FROM game g WHERE g.id = %s::uuid
ON CONFLICT DO NOTHING
"""

# An entry that a worker is at may be for what was wanted before: with no attempts it outlives that worker's `done`.
PROMISE_SEATS: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
SELECT g.id, g.version, %s::smallint, s.seat_no, service_now(), 0
FROM seat s JOIN game g ON g.id = s.game_id WHERE s.player_id = %s::uuid AND g.status = %s::smallint
ON CONFLICT (game_id, seq, kind, recipient) DO UPDATE SET available_at = service_now(), attempts = 0
"""

# Of all entries for moves of a game the one that has failed now stays, and waits as long as the one tried most often.
# Those that nobody has tried yet are not touched: the game may be another one by then.
GATHER: Final = """
WITH others AS (
    DELETE FROM outbox WHERE game_id = %s::uuid AND kind = ANY(%s::smallint[]) AND attempts > 0
        AND (seq, kind) <> (%s::int, %s::smallint) RETURNING attempts
), tried AS (SELECT least(max(attempts) + 1, 1000) AS often FROM others HAVING count(*) > 0)
UPDATE outbox o SET attempts = t.often,
    available_at = service_now() + make_interval(secs => %s::float8 * 2 ^ least(t.often - 1, %s::int))
FROM tried t
WHERE o.game_id = %s::uuid AND o.seq = %s::int AND o.kind = %s::int AND o.recipient = %s::int AND t.often > o.attempts
"""

DONE: Final = """
DELETE FROM outbox
WHERE game_id = %s::uuid AND seq = %s::int AND kind = %s::int AND recipient = %s::int AND attempts > 0
"""

RENEW: Final = """
UPDATE outbox SET available_at = service_now() + make_interval(secs => %s::float8), attempts = 1
WHERE game_id = %s::uuid AND seq = %s::int AND kind = %s::int AND recipient = %s::int
"""

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
        cursor.execute(DUE, (int(Work.VACATION), VACATIONS_YIELD, limit))
        return [row[0] for row in cursor.fetchall()]


def claim(game_id: UUID) -> Sequence[Entry]:
    """Take the due entries of one game, for `LEASE_SECONDS` at first; what others hold is left out.

    None of a quarantined game: its work waits until it goes on.
    """
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, (LEASE_SECONDS, MAX_DOUBLINGS, game_id, game_id, game_id))
        return [Entry(game_id, *row) for row in cursor.fetchall()]


def promise(game_id: UUID, work: Work, player: UUID | None = None) -> None:
    """Promise work that is due, for the seat of a player or for none; nothing if there is an entry for this version."""
    _promise(game_id, work, player, 0.0, 0)


def promise_seats(player: UUID, work: Work) -> None:
    """Promise work for the seats of a player in all running games."""
    with connection.cursor() as cursor:
        cursor.execute(PROMISE_SEATS, (int(work), player, int(Status.RUNNING)))


def postpone(game_id: UUID, work: Work, player: UUID | None = None) -> bool:
    """Leave work that has failed for later, for the seat of a player or for none; False if it was left already."""
    return _promise(game_id, work, player, LEASE_SECONDS, 1)


def _promise(game_id: UUID, work: Work, player: UUID | None, seconds: float, attempts: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(PROMISE, (int(work), player, NO_SEAT, seconds, attempts, game_id))
        return bool(cursor.rowcount)


def gather(entry: Entry) -> None:
    """Let this entry, whose moves have failed, stand for all of its game, or each would be tried at times of its own.

    Else who can make a game promise work time and again could have it tried as often, and hide that it fails.
    """
    moves = [int(work) for work in MOVES]
    with connection.cursor() as cursor:
        cursor.execute(
            GATHER,
            (entry.game_id, moves, entry.seq, entry.kind, LEASE_SECONDS, MAX_DOUBLINGS,
             entry.game_id, entry.seq, entry.kind, entry.recipient),
        )  # fmt: skip


def done(entry: Entry) -> None:
    """Delete an entry whose work is finished, unless it was promised anew meanwhile."""
    _execute(DONE, entry)


def renew(entry: Entry) -> None:
    """Count the attempts at an entry anew, because this one has made progress, and keep it."""
    with connection.cursor() as cursor:
        cursor.execute(RENEW, (LEASE_SECONDS, entry.game_id, entry.seq, entry.kind, entry.recipient))


def release(entry: Entry) -> None:
    """Give an entry back whose work made progress and is to go on at once."""
    _execute(RELEASE, entry)


def _execute(sql: str, entry: Entry) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, (entry.game_id, entry.seq, entry.kind, entry.recipient))
