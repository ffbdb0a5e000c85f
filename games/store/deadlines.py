"""Overdue games and outages of the sweep. All times are the database's.

The sweep writes a heartbeat. When it returns after a long silence it records an outage. The time of an outage counts
against no player, whatever stopped the service.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection, transaction

from games import leases
from games.clock import SECOND, micros
from games.types import Work

if TYPE_CHECKING:
    from uuid import UUID

OUTAGE: Final = "outage"
SWEEP: Final = "sweep"

# A deadline that could not be settled at this version is left to the outbox, which retries at growing intervals.
OVERDUE: Final = f"""
SELECT g.id FROM game g WHERE g.status = 1 AND g.deadline_at <= service_now() AND g.quarantined_at IS NULL
    AND g.id > %s::uuid AND g.id <= %s::uuid
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.game_id = g.id AND o.seq = g.version AND o.kind = {int(Work.SETTLE)})
ORDER BY g.deadline_at LIMIT %s::int
"""  # noqa: S608 - a constant

FORMER_BEAT: Final = "SELECT beat_at FROM heartbeat WHERE name = %s::text FOR UPDATE"
NOTE_OUTAGE: Final = """
INSERT INTO outage (since, until)
SELECT beat_at, service_now() FROM heartbeat
WHERE name = %s::text AND beat_at < service_now() - make_interval(secs => %s::float8)
ON CONFLICT (since) DO NOTHING
"""
# Written even if the former heartbeat is later: the clock was ahead and was put right, and until it catches up no
# outage would be noticed.
BEAT: Final = """
INSERT INTO heartbeat (name, beat_at) VALUES (%s::text, service_now())
ON CONFLICT (name) DO UPDATE SET beat_at = EXCLUDED.beat_at
"""

LAST_BEAT: Final = "SELECT extract(epoch FROM service_now() - beat_at)::float8 FROM heartbeat WHERE name = %s::text"

# One statement, so that the heartbeat and the outages are of the same moment. There are a few outages a year.
WATCH: Final = """
SELECT (SELECT beat_at FROM heartbeat WHERE name = %s::text),
    ARRAY(SELECT since FROM outage ORDER BY since), ARRAY(SELECT until FROM outage ORDER BY since)
"""


@dataclass(frozen=True, slots=True)
class Watch:
    """The last heartbeat of the sweep and all outages, in microseconds, oldest first.

    `beat_at` is None if the sweep never ran. One object may serve many games: `is_blind` tells how long it can be
    trusted.
    """

    beat_at: int | None
    outages: tuple[tuple[int, int], ...]

    def is_blind(self, now: int) -> bool:
        """Return whether `outages` may lack an outage before `now`.

        Such an outage begins with this heartbeat or a later one, and is longer than the grace period. So nothing is
        missing until the grace period has passed, even if other processes have recorded outages since.
        """
        return self.beat_at is not None and now - self.beat_at > settings.OUTAGE_GRACE_SECONDS * SECOND

    def outages_within(self, since: int, until: int) -> list[tuple[int, int]]:
        """Return the outages that overlap a span, oldest first."""
        return [(start, end) for start, end in self.outages if end > since and start < until]


def overdue(limit: int, number: int | None = None) -> list[UUID]:
    """Return at most `limit` overdue games, the longest overdue first; of one slice if `number` is given.

    Locks nothing.
    """
    first, last = (0, leases.SLICES) if number is None else (number, number + 1)
    with connection.cursor() as cursor:
        cursor.execute(OVERDUE, (leases.before(first), leases.before(last), limit))
        return [row[0] for row in cursor.fetchall()]


def beat() -> None:
    """Write the heartbeat of the sweep. Record an outage if the last one is older than the grace period."""
    with transaction.atomic(), connection.cursor() as cursor:
        # If two sweeps return together, the second waits here and finds the heartbeat of the first.
        cursor.execute(FORMER_BEAT, (SWEEP,))
        cursor.execute(NOTE_OUTAGE, (SWEEP, settings.OUTAGE_GRACE_SECONDS))
        cursor.execute(BEAT, (SWEEP,))


def watch() -> Watch:
    """Return the current heartbeat and the outages."""
    with connection.cursor() as cursor:
        cursor.execute(WATCH, (SWEEP,))
        beat_at, since, until = cursor.fetchone()
    outages = zip(map(micros, since), map(micros, until), strict=True)
    return Watch(None if beat_at is None else micros(beat_at), tuple(outages))


def silent_for() -> float | None:
    """Return the seconds since the last sweep; None if it never ran."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_BEAT, (SWEEP,))
        row = cursor.fetchone()
        return None if row is None else row[0]
