"""Metrics of games for operators, without naming a game or a player.

They are read from the database, and from the file of the ledger of anchors, so they are right for any number of
processes. Each statement reads an index or at most `MOST` rows; if that many are found there may be more.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection

from games.proofs import anchors as anchor_log
from games.store import deadlines
from games.types import FAILING, Status, Work

if TYPE_CHECKING:
    from collections.abc import Mapping

logger = logging.getLogger(__name__)

MOST: Final = 100_000
EXACT: Final = 10_000
"""Up to this number games are counted. For more, PostgreSQL's own statistics are good enough."""

OVERDUE: Final = """
SELECT count(*), coalesce(extract(epoch FROM service_now() - min(deadline_at)), 0)::float8 FROM (
    SELECT deadline_at FROM game
    WHERE status = 1 AND deadline_at <= service_now() AND quarantined_at IS NULL ORDER BY deadline_at LIMIT %s::int
) late
"""

WAITING: Final = (
    "SELECT count(*) FROM (SELECT FROM game WHERE worker_due AND quarantined_at IS NULL LIMIT %s::int) waiting"
)

OUTBOX: Final = """
SELECT kind, count(*), count(*) FILTER (WHERE is_due), count(*) FILTER (WHERE attempts >= %s::int),
    coalesce(extract(epoch FROM service_now() - min(available_at) FILTER (WHERE is_due)), 0)::float8
FROM (
    SELECT kind, attempts, available_at, available_at <= service_now() AS is_due
    FROM outbox o WHERE NOT EXISTS (SELECT FROM game g WHERE g.id = o.game_id AND g.quarantined_at IS NOT NULL)
    ORDER BY available_at LIMIT %s::int
) entries
GROUP BY kind
"""

OUTAGES: Final = "SELECT count(*), coalesce(extract(epoch FROM sum(until - since)), 0)::float8 FROM outage"

# Seconds since the last anchor, its leaves, the number of unpublished anchors and the age of the oldest.
ANCHORS: Final = """
SELECT (SELECT extract(epoch FROM service_now() - max(made_at))::float8 FROM anchor),
    (SELECT size FROM anchor ORDER BY date DESC LIMIT 1),
    count(*), coalesce(extract(epoch FROM service_now() - min(made_at)), 0)::float8
FROM anchor WHERE published_at IS NULL AND %s::boolean
"""

COUNTED: Final = "SELECT status, count(*) FROM (SELECT status FROM game LIMIT %s::int) sample GROUP BY status"

# Three values, so that all of them are among the most common ones.
ESTIMATED: Final = """
SELECT status, round(reltuples * share)::bigint
FROM pg_class, pg_stats s, unnest(s.most_common_vals::text::smallint[], s.most_common_freqs) AS common (status, share)
WHERE pg_class.oid = 'game'::regclass AND reltuples > 0
    AND s.schemaname = relnamespace::regnamespace::text AND s.tablename = 'game' AND s.attname = 'status'
"""


@dataclass(frozen=True, slots=True)
class Promised:
    """Entries of one kind in the outbox. `oldest_due` is the longest time in seconds that a due one has waited."""

    kind: str
    waiting: int = 0
    due: int = 0
    failing: int = 0
    oldest_due: float = 0.0


@dataclass(frozen=True, slots=True)
class Anchors:
    """`age` of the newest in seconds, None without anchors; its `leaves`; number and age of unpublished ones."""

    age: float | None
    leaves: int | None
    unpublished: int
    oldest_unpublished: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All metrics. Times are in seconds. `sweep_lag` is None if no sweep ever ran.

    `ledger` tells how far the ledger of anchors and the database are apart; None without a readable ledger.
    """

    sweep_lag: float | None
    overdue: int
    oldest_overdue: float
    waiting_for_worker: int
    outbox: tuple[Promised, ...]
    outages: int
    outage_seconds: float
    games: Mapping[str, int]
    anchors: Anchors
    ledger: anchor_log.Apart | None


def figures() -> Figures:
    """Return the current metrics."""
    with connection.cursor() as cursor:
        cursor.execute(OVERDUE, (MOST,))
        overdue, oldest_overdue = cursor.fetchone()
        cursor.execute(WAITING, (MOST,))
        (waiting,) = cursor.fetchone()
        cursor.execute(OUTBOX, (FAILING, MOST))
        promised = {row[0]: row[1:] for row in cursor.fetchall()}
        cursor.execute(OUTAGES)
        outages, outage_seconds = cursor.fetchone()
        cursor.execute(ANCHORS, (bool(settings.ANCHOR_PUBLISH_URL),))
        anchors = Anchors(*cursor.fetchone())
    return Figures(
        sweep_lag=deadlines.silent_for(),
        overdue=overdue,
        oldest_overdue=oldest_overdue,
        waiting_for_worker=waiting,
        outbox=tuple(Promised(kind.word, *promised.get(kind, ())) for kind in Work),
        outages=outages,
        outage_seconds=outage_seconds,
        games=_games(),
        anchors=anchors,
        ledger=_ledger(),
    )


def _ledger() -> anchor_log.Apart | None:
    try:
        return anchor_log.apart()
    except (anchor_log.UnreadableLedger, ValueError):  # the latter for an invalid checkpoint
        logger.exception("the ledger of anchors cannot be compared")
        return None


def _games() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(COUNTED, (EXACT + 1,))
        found = dict(cursor.fetchall())
        if sum(found.values()) > EXACT:
            cursor.execute(ESTIMATED)
            found |= dict(cursor.fetchall())
    return {status.word: found.get(status, 0) for status in Status}
