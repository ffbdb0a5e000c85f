"""The outbox: work promised in the transaction of an event and kept until it is done.

Entries are written by `append_command`, and here for work that was forgotten or has failed. A claim is a lease: it
pushes `available_at` forward, so that an entry whose worker dies becomes due again. The work is done outside any
transaction, and only then is the entry deleted. Every kind of work must be safe to repeat. Attempts are counted here
because a broker forgets them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import connection

from common.database import queries
from common.database.prepared import Prepared
from games.types import Status, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

LEASE_SECONDS: Final = 15
"""The first lease of a claimed entry: longer than any bounded piece of work takes."""

MAX_DOUBLINGS: Final = 8
"""The lease doubles with every attempt up to this limit (about an hour), so that entries that always fail do not
starve the rest."""

NO_SEAT: Final = -1
"""The recipient of work that belongs to no seat."""

MOVES: Final = (Work.WAKE_BOTS, Work.DEAL_NEXT_ROUND)
"""Work for the whole game, whichever event caused it: the commands that the service owes."""

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

# Webhooks follow a game that is marked so, or one with a player whose webhook follows all their games,
# also one to whom a seat is lent.
# A claim need not reach the disk: if PostgreSQL forgets it in a crash, the entry is due at once.
CLAIMED: Final = """
UPDATE outbox o SET
    available_at = lease_end(service_now(), %s::float8, o.attempts, %s::int),
    attempts = o.attempts + 1
FROM (
    SELECT seq, kind, recipient FROM outbox
    WHERE game_id = %s::uuid AND available_at <= service_now()
        AND NOT EXISTS (SELECT FROM game WHERE id = %s::uuid AND quarantined_at IS NOT NULL)
    FOR UPDATE SKIP LOCKED
) due
WHERE o.game_id = %s::uuid AND (o.seq, o.kind, o.recipient) = (due.seq, due.kind, due.recipient)
RETURNING o.game_id, o.seq, o.kind, o.recipient, o.attempts
"""
CLAIM: Final = f"""
WITH claimed AS ({CLAIMED})
SELECT o.seq, o.kind, o.recipient, o.attempts,
    g.followed OR EXISTS (
        SELECT FROM seat s JOIN players_webhook w ON w.player_id = s.player_id
        WHERE s.game_id = %s::uuid AND w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events))
    OR EXISTS (
        SELECT FROM loan l JOIN players_webhook w ON w.player_id = l.borrower_id
        WHERE l.game_id = %s::uuid AND l.until_at > service_now()
            AND w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)),
    {{columns}}
FROM claimed o CROSS JOIN set_config('synchronous_commit', 'off', TRUE) LEFT JOIN game g ON g.id = %s::uuid {{joins}}
"""  # noqa: S608 - constants only
# In a cluster of databases what belongs to players lies on another node than the game.
CLAIM_ON_NODE: Final = Prepared(CLAIMED)
FOLLOWERS: Final = Prepared("""
SELECT g.followed, ARRAY(
    SELECT s.player_id FROM seat s WHERE s.game_id = %s::uuid AND s.player_id IS NOT NULL
    UNION ALL SELECT l.borrower_id FROM loan l WHERE l.game_id = %s::uuid AND l.until_at > service_now())::text
FROM game g WHERE g.id = %s::uuid
""")
WEBHOOKS: Final = Prepared("""
SELECT EXISTS (SELECT FROM players_webhook w
    WHERE w.player_id = ANY(%s::uuid[]) AND w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events))
""")

# For a seat at a version of its game, due at a time.
SCHEDULE: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
VALUES (%s::uuid, %s::int, %s::smallint, %s::smallint, %s::timestamptz, 0) ON CONFLICT DO NOTHING
"""

# As `SCHEDULE`. With attempts set to 0 the entry outlives the `done` of a worker that has claimed it.
RESCHEDULE: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
VALUES (%s::uuid, %s::int, %s::smallint, %s::smallint, %s::timestamptz, 0)
ON CONFLICT (game_id, seq, kind, recipient) DO UPDATE SET available_at = excluded.available_at, attempts = 0
"""

# For the current version of the game. `attempts` is 0 if it was forgotten, 1 if it was tried and failed.
PROMISE: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
SELECT g.id, g.version, %s::smallint,
    coalesce((SELECT s.seat_no FROM seat s WHERE s.game_id = g.id AND s.player_id = %s::uuid), %s::smallint),
    service_now() + make_interval(secs => %s::float8), %s::smallint
FROM game g WHERE g.id = %s::uuid
ON CONFLICT DO NOTHING
"""

# An entry that a worker has claimed may be for the earlier state. With attempts set to 0 it outlives that worker's
# `done`.
PROMISE_SEATS: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
SELECT g.id, g.version, %s::smallint, s.seat_no, service_now(), 0
FROM seat s JOIN game g ON g.id = s.game_id WHERE s.player_id = %s::uuid AND g.status = %s::smallint
ON CONFLICT (game_id, seq, kind, recipient) DO UPDATE SET available_at = excluded.available_at, attempts = 0
"""

# Of a game's entries for moves that have failed, this one stays and waits as long as the one tried most often.
# Entries not tried yet are not touched: the game may have changed since.
GATHER: Final = """
WITH others AS (
    DELETE FROM outbox WHERE game_id = %s::uuid AND kind = ANY(%s::smallint[]) AND attempts > 0
        AND (seq, kind) <> (%s::int, %s::smallint) RETURNING attempts
), tried AS (SELECT least(max(attempts) + 1, 1000) AS often FROM others HAVING count(*) > 0)
UPDATE outbox o SET attempts = t.often,
    available_at = lease_end(service_now(), %s::float8, t.often - 1, %s::int)
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

LEAVE: Final = """
UPDATE outbox SET available_at = service_now() + make_interval(secs => %s::float8), attempts = greatest(attempts - 1, 0)
WHERE game_id = %s::uuid AND seq = %s::int AND kind = %s::int AND recipient = %s::int
"""
LEFT_SECONDS: Final = 2.0
"""How long after that no worker takes it, so that one who cannot do it does not try all the time."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A claimed piece of work. `attempt` counts from 1. `followed`: webhooks follow the game, or should.

    `row` has the columns that the claim was to read.
    """

    game_id: UUID
    seq: int
    kind: int
    recipient: int
    attempt: int
    followed: bool
    row: tuple[Any, ...] = field(repr=False)


def due(limit: int) -> list[UUID]:
    """Return at most `limit` games that have work due, the longest waiting first. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, (int(Work.VACATION), VACATIONS_YIELD, limit))
        return [row[0] for row in cursor.fetchall()]


def claim(game_id: UUID, columns: str = "NULL", joins: str = "") -> Sequence[Entry]:
    """Claim the due entries of one game, for `LEASE_SECONDS` at first, and read columns of the game `g` for each `o`.

    Each parameter in `columns` and `joins` is the id of the game.
    Skips entries that other workers hold, and all entries of a quarantined game: its work waits until the quarantine
    ends.
    In a cluster of databases `columns` are not read, and rows are empty.
    """
    if settings.DATABASE_SHARDED:
        return _claim_on_node(game_id)
    statement = _claim(columns, joins)
    ids = [game_id] * (statement.sql.count("%s") - 2)
    claimed = statement.all(LEASE_SECONDS, MAX_DOUBLINGS, *ids)
    return [
        Entry(game_id, seq, kind, recipient, attempts, followed, tuple(row))
        for seq, kind, recipient, attempts, followed, *row in claimed
    ]


def _claim_on_node(game_id: UUID) -> Sequence[Entry]:
    claimed = CLAIM_ON_NODE.all(LEASE_SECONDS, MAX_DOUBLINGS, *[game_id] * 3)
    found = FOLLOWERS.one(*[game_id] * 3) if claimed else None
    asks = None if found is None or found[0] else WEBHOOKS.one(found[1])
    followed = found is not None and (found[0] or asks == (True,))
    return [Entry(game_id, seq, kind, seat, attempts, followed, ()) for _, seq, kind, seat, attempts in claimed]


@lru_cache
def _claim(columns: str, joins: str) -> Prepared:
    return Prepared(CLAIM.format(columns=columns, joins=joins))


def promise(game_id: UUID, work: Work, player: UUID | None = None) -> None:
    """Promise due work, for the seat of a player or for the game. Does nothing if this version has an entry."""
    _promise(game_id, work, player, 0.0, 0)


def promise_seats(player: UUID, work: Work) -> None:
    """Promise work for the seats of a player in all running games."""
    with connection.cursor() as cursor:
        cursor.execute(PROMISE_SEATS, (int(work), player, int(Status.RUNNING)))


def schedule(game_id: UUID, seq: int, work: Work, seat: int, at: datetime) -> None:
    """Promise work for a seat at version `seq` of the game, due at `at`. Safe to repeat."""
    with connection.cursor() as cursor:
        cursor.execute(SCHEDULE, (game_id, seq, int(work), seat, at))


def reschedule(game_id: UUID, seq: int, work: Work, seat: int, at: datetime) -> None:
    """Do as `schedule`, and make an existing entry due at `at`."""
    with connection.cursor() as cursor:
        cursor.execute(RESCHEDULE, (game_id, seq, int(work), seat, at))


def postpone(game_id: UUID, work: Work, player: UUID | None = None) -> bool:
    """Postpone failed work, for the seat of a player or for the game. Returns False if it was postponed already."""
    return _promise(game_id, work, player, LEASE_SECONDS, 1)


def _promise(game_id: UUID, work: Work, player: UUID | None, seconds: float, attempts: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(PROMISE, (int(work), player, NO_SEAT, seconds, attempts, game_id))
        return bool(cursor.rowcount)


def gather(entry: Entry) -> None:
    """Let this entry, whose moves have failed, stand for all failed entries of its game.

    Otherwise each would be retried at times of its own. A player who can make a game promise work again and again
    could cause as many attempts, and hide that they fail.
    """
    moves = [int(work) for work in MOVES]
    with connection.cursor() as cursor:
        cursor.execute(
            GATHER,
            (entry.game_id, moves, entry.seq, entry.kind, LEASE_SECONDS, MAX_DOUBLINGS,
             entry.game_id, entry.seq, entry.kind, entry.recipient),
        )  # fmt: skip


def done(entry: Entry) -> None:
    """Delete an entry whose work is finished, unless it was promised again meanwhile."""
    queries.prepared(DONE, entry.game_id, entry.seq, entry.kind, entry.recipient)


def notified(game_id: UUID, seq: int) -> None:
    """Do as `done` for the notifications of the command that ended with event `seq`."""
    queries.prepared(DONE, game_id, seq, int(Work.NOTIFY), NO_SEAT)


def renew(entry: Entry) -> None:
    """Keep an entry and reset its attempts, because this one has made progress."""
    with connection.cursor() as cursor:
        cursor.execute(RENEW, (LEASE_SECONDS, entry.game_id, entry.seq, entry.kind, entry.recipient))


def release(entry: Entry) -> None:
    """Make an entry due at once, because its work made progress and has to continue."""
    _execute(RELEASE, entry)


def leave(entry: Entry) -> None:
    """Leave an entry that this worker cannot do to another one, soon, and do not count the attempt."""
    queries.rows(LEAVE, LEFT_SECONDS, entry.game_id, entry.seq, entry.kind, entry.recipient)


def _execute(sql: str, entry: Entry) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, (entry.game_id, entry.seq, entry.kind, entry.recipient))
