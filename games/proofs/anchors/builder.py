"""Makes the anchor of a day in one transaction. A killed process leaves nothing, and the next one does it all."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction

import engine
from common.database import queries
from common.database.advisory_locks import try_until_commit
from games.advisory_locks import Lock
from games.proofs import signing
from games.proofs.anchors import ledger, names, tree
from games.store import reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date, datetime
    from uuid import UUID

    from django.db.backends.utils import CursorWrapper

logger = logging.getLogger(__name__)

BATCH: Final = 5000
SECONDS: Final = 1800
"""The time limit of one statement: longer than for other statements, because no request waits for it."""
MARGIN: Final = "1 day"
"""A command is recorded with the time at which it was read, and may have waited this long before it was written."""

LIMITS: Final = (
    f"SET LOCAL idle_in_transaction_session_timeout = '{SECONDS}s'",
    # The leaf of each game is looked up while leaves are added. With a plan for the few leaves of the beginning,
    # which reads all of them for every game, the first anchor of 100,000 games took minutes.
    "SET LOCAL enable_seqscan = off",
)
DAYS: Final = """
SELECT (service_now() AT TIME ZONE 'UTC')::date, last.date, last.size, last.made_at - %s::interval
FROM (SELECT) one LEFT JOIN (SELECT date, size, made_at FROM anchor ORDER BY date DESC LIMIT 1) last ON true
"""
MOVED: Final = f"""
SELECT g.id, g.version, g.chain FROM game g
WHERE (%s::timestamptz IS NULL OR g.id IN ({reader.GAMES_SINCE}))
    AND g.version > coalesce((SELECT max(l.version) FROM anchor_leaf l WHERE l.game_id = g.id), 0)
    AND NOT EXISTS (SELECT FROM imported_game i WHERE i.game_id = g.id)
ORDER BY g.id
"""  # noqa: S608 - constants only
# In a cluster of databases anchors lie on another node than the games.
ALL_HEADS: Final = "SELECT g.id, g.version, g.chain FROM game g ORDER BY g.id"
HEADS_SINCE: Final = """
SELECT g.id, g.version, g.chain FROM game g WHERE g.id IN (
    SELECT e.game_id FROM event e WHERE e.recorded_at >= %s::timestamptz
    UNION ALL SELECT a.game_id FROM game_archive a WHERE a.moved_at >= %s::timestamptz) ORDER BY g.id
"""
NOT_ANCHORED: Final = """
SELECT g.id, g.version, g.chain FROM unnest(%s::uuid[], %s::int[], %s::bytea[]) AS g (id, version, chain)
WHERE g.version > coalesce((SELECT max(l.version) FROM anchor_leaf l WHERE l.game_id = g.id), 0)
    AND NOT EXISTS (SELECT FROM imported_game i WHERE i.game_id = g.id)
ORDER BY g.id
"""
ADD_LEAVES: Final = """
INSERT INTO anchor_leaf (place, date, game_id, version, chain)
SELECT row.place, %s::date, row.game_id, row.version, row.chain
FROM unnest(%s::bigint[], %s::uuid[], %s::int[], %s::bytea[]) AS row (place, game_id, version, chain)
"""
ADD_NODES: Final = """
INSERT INTO anchor_node (level, place, hash) SELECT * FROM unnest(%s::smallint[], %s::bigint[], %s::bytea[])
"""
ADD_ANCHOR: Final = """
INSERT INTO anchor (date, first, size, root, checkpoint, key_id, made_at, attempts, next_at)
VALUES (%s::date, %s::bigint, %s::bigint, %s::bytea, %s::text, %s::text, service_now(), 0, service_now())
"""


class NotYet(Exception):
    """The day has not come, or is not over for what is wanted."""


class Made(NamedTuple):
    """An anchor that was made: the number of moved games, and the number of all leaves."""

    date: date
    games: int
    size: int


def make(day: date | None = None, *, every_game: bool = False) -> Made | None:
    """Anchor the head of every game that has moved since the last anchor, as of `day` (default: yesterday).

    Returns None if that day or a later one has its anchor, or if another process is making it. Days without an anchor
    are not filled in: their changes are under the next one. `every_game` reads all games, not only those that have
    moved. Raises `NotYet` for a future day, `AnchorsLost` if the ledger has anchors that the database lacks.
    """
    ledger.check()
    with queries.long_statements(SECONDS), transaction.atomic(), connection.cursor() as cursor:
        if not _is_ours(cursor):
            return None
        cursor.execute(DAYS, (MARGIN,))
        today, last, size, since = cursor.fetchone()
        if day is not None and day > today:
            raise NotYet(f"{day} is still to come")
        day = day or today.fromordinal(today.toordinal() - 1)
        if last is not None and last >= day:
            return None
        return _make(day, size or 0, None if every_game else since, names.current())


def make_anew(newest: date | None) -> Made | None:
    """Continue under another name after a restore that has lost anchors, the newest of them that of `newest`.

    Anchors today instead of yesterday, so that no day gets a second anchor. Reads all games, because restored rows
    may be older than their times suggest. Returns None if another process is making an anchor. Raises `NotYet` if
    today has an anchor already, lost or not.
    """
    with queries.long_statements(SECONDS), transaction.atomic(), connection.cursor() as cursor:
        if not _is_ours(cursor):
            return None
        cursor.execute(DAYS, (MARGIN,))
        today, last, size, _ = cursor.fetchone()
        if any(day is not None and day >= today for day in (last, newest)):
            raise NotYet(f"{today} has had its anchor: wait for the next day, UTC")
        return _make(today, size or 0, None, names.anew(today))


def _is_ours(cursor: CursorWrapper) -> bool:
    """Take the lock until the end of the transaction. Returns False if another process has it."""
    for limit in LIMITS:
        cursor.execute(limit)
    return try_until_commit(Lock.ANCHORS)


def _make(day: date, first: int, since: datetime | None, name: str) -> Made:
    size = first
    for heads in _moved(since):
        _append(day, size, heads)
        size += len(heads)
    root = tree.ask(lambda node: engine.merkle.root(size, node))
    key = signing.current()
    note = checkpoint(size, root, key, name)
    _execute(ADD_ANCHOR, day, first, size, root, note, key.id)
    made = Made(day, size - first, size)
    transaction.on_commit(lambda: logger.info("anchored %s: %s games have moved, %s leaves", *made))
    return made


def _moved(since: datetime | None) -> Iterator[Sequence[tuple[UUID, int, bytes]]]:
    with connection.chunked_cursor() as cursor:
        if not settings.DATABASE_SHARDED:
            cursor.execute(MOVED, (since, since))
        elif since is None:
            cursor.execute(ALL_HEADS)
        else:
            cursor.execute(HEADS_SINCE, (since, since))
        while heads := cursor.fetchmany(BATCH):
            found = _not_anchored(heads) if settings.DATABASE_SHARDED else heads
            if found:
                yield found


def _not_anchored(heads: Sequence[tuple[UUID, int, bytes]]) -> Sequence[tuple[UUID, int, bytes]]:
    games, versions, chains = (list(column) for column in zip(*heads, strict=True))
    return queries.rows(NOT_ANCHORED, games, versions, chains)


def _append(day: date, size: int, heads: Sequence[tuple[UUID, int, bytes]]) -> None:
    games, versions, chains = (list(column) for column in zip(*heads, strict=True))
    places = list(range(size, size + len(heads)))
    hashes = [tree.leaf(*head) for head in heads]
    nodes = [new for new in engine.merkle.appended(size, hashes, tree.node) if new.level > 0]
    _execute(ADD_LEAVES, day, places, games, versions, chains)
    _execute(ADD_NODES, [new.level for new in nodes], [new.index for new in nodes], [new.hash for new in nodes])


def checkpoint(size: int, root: bytes, key: signing.Key, origin: str) -> str:
    """Return the signed note that states the log, under its name."""
    text = engine.write_checkpoint(engine.Checkpoint(origin, size, root))
    signature = engine.NoteSignature(origin, engine.key_hash(origin, key.public), key.private.sign(text.encode()))
    return engine.write_note(engine.Note(text, (signature,)))


def _execute(sql: str, *parameters: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
