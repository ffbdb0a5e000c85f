"""Metrics of messages for operators, without players, addresses or games.

They are read from the database, so they cover all processes. Each statement reads an index, and at most `MOST`
rows of it; where it finds that many there may be more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST: Final = 100_000

DELIVERIES: Final = """
SELECT channel,
    (SELECT count(*) FROM (
        SELECT FROM players_delivery d WHERE d.channel = c.channel AND d.state = 'pending' LIMIT %s::int) x),
    (SELECT count(*) FROM (
        SELECT FROM players_delivery d WHERE d.channel = c.channel AND d.state = 'pending'
        AND d.next_at <= service_now() LIMIT %s::int) x),
    (SELECT count(*) FROM (
        SELECT FROM players_delivery d WHERE d.channel = c.channel AND d.state = 'failed' LIMIT %s::int) x),
    (SELECT count(*) FROM (
        SELECT FROM players_delivery d WHERE d.channel = c.channel AND d.state = 'dead' LIMIT %s::int) x),
    (SELECT coalesce(extract(epoch FROM service_now() - min(d.next_at)), 0)::float8 FROM players_delivery d
        WHERE d.channel = c.channel AND d.state = 'pending' AND d.next_at <= service_now())
FROM unnest(%s::text[]) AS c (channel)
"""

CALLS: Final = """
WITH due AS (
    SELECT d.next_at FROM players_webhookdelivery d
    JOIN players_webhook w ON w.id = d.webhook_id JOIN players_player p ON p.id = w.player_id
    WHERE d.state = 'pending' AND d.next_at <= service_now() AND w.state = 'active' AND p.is_active
    ORDER BY d.next_at LIMIT %s::int
)
SELECT
    (SELECT count(*) FROM (SELECT FROM players_webhookdelivery WHERE state = 'pending' LIMIT %s::int) x),
    (SELECT count(*) FROM due),
    (SELECT count(*) FROM (SELECT FROM players_webhookdelivery WHERE state = 'dead' LIMIT %s::int) x),
    (SELECT coalesce(extract(epoch FROM service_now() - min(next_at)), 0)::float8 FROM due)
"""


@dataclass(frozen=True, slots=True)
class Depth:
    """Deliveries of a channel by state. `oldest_due`: for how many seconds the longest due delivery has waited."""

    channel: str
    waiting: int
    due: int
    failed: int
    dead: int
    oldest_due: float


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls to webhooks by state, as `Depth`. Calls to a disabled webhook are not due."""

    waiting: int
    due: int
    dead: int
    oldest_due: float


def deliveries(channels: Sequence[str]) -> list[Depth]:
    """Return the state of the ledger by channel."""
    with connection.cursor() as cursor:
        cursor.execute(DELIVERIES, (*[MOST] * 4, list(channels)))
        return [Depth(*row) for row in cursor.fetchall()]


def calls() -> Calls:
    """Return the state of the queue of webhooks."""
    with connection.cursor() as cursor:
        cursor.execute(CALLS, [MOST] * 3)
        return Calls(*cursor.fetchone())
