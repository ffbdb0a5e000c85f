"""Whose time is up, and whether anybody was there to notice. All times are the database's.

The sweep leaves a heartbeat. When it comes back after a long silence it notes the outage: that time counts against no
player, whatever has stopped the service.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection, transaction

from games.clock import as_time, micros

if TYPE_CHECKING:
    from uuid import UUID

OUTAGE: Final = "outage"
SWEEP: Final = "sweep"

OVERDUE: Final = """
SELECT id FROM game WHERE status = 1 AND deadline_at <= service_now() AND quarantined_at IS NULL
ORDER BY deadline_at LIMIT %s::int
"""

FORMER_BEAT: Final = "SELECT beat_at FROM heartbeat WHERE name = %s::text FOR UPDATE"
NOTE_OUTAGE: Final = """
INSERT INTO outage (since, until)
SELECT beat_at, service_now() FROM heartbeat
WHERE name = %s::text AND beat_at < service_now() - make_interval(secs => %s::float8)
ON CONFLICT (since) DO NOTHING
"""
BEAT: Final = """
INSERT INTO heartbeat (name, beat_at) VALUES (%s::text, service_now())
ON CONFLICT (name) DO UPDATE SET beat_at = greatest(heartbeat.beat_at, EXCLUDED.beat_at)
"""

LAST_BEAT: Final = "SELECT extract(epoch FROM service_now() - beat_at)::float8 FROM heartbeat WHERE name = %s::text"

OUTAGES: Final = """
SELECT since, until FROM outage WHERE until > %s::timestamptz AND since < %s::timestamptz ORDER BY since
"""


@dataclass(frozen=True, slots=True)
class Watch:
    """How long ago, in seconds, the sweep was last seen; None: it never was."""

    silent_for: float | None

    @property
    def is_blind(self) -> bool:
        """Whether an outage is under way: nobody knows yet how much time is to be given back."""
        return self.silent_for is not None and self.silent_for > settings.OUTAGE_GRACE_SECONDS


def overdue(limit: int) -> list[UUID]:
    """At most `limit` games in which time has run out, the longest first. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(OVERDUE, (limit,))
        return [row[0] for row in cursor.fetchall()]


def beat() -> None:
    """The sweep is here; if it was away for longer than the grace, note since when."""
    with transaction.atomic(), connection.cursor() as cursor:
        # Of two sweeps that come back together the second waits here, and finds the heartbeat of the first.
        cursor.execute(FORMER_BEAT, (SWEEP,))
        cursor.execute(NOTE_OUTAGE, (SWEEP, settings.OUTAGE_GRACE_SECONDS))
        cursor.execute(BEAT, (SWEEP,))


def watch() -> Watch:
    """When the sweep was last here."""
    with connection.cursor() as cursor:
        cursor.execute(LAST_BEAT, (SWEEP,))
        row = cursor.fetchone()
        return Watch(None if row is None else row[0])


def outages(since: int, until: int) -> list[tuple[int, int]]:
    """The outages that overlap a span, all in microseconds, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(OUTAGES, (as_time(since), as_time(until)))
        return [(micros(start), micros(end)) for start, end in cursor.fetchall()]
