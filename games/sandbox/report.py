"""What happened to an author and their throw-away players while the clock moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import engine
from common.database import queries

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime
    from uuid import UUID

GAMES: Final = """
SELECT e.game_id, e.type, count(*) FROM game g JOIN event e ON e.game_id = g.id
WHERE g.updated_at >= %s::timestamptz AND e.recorded_at >= %s::timestamptz AND e.recorded_at <= %s::timestamptz
    AND EXISTS (SELECT FROM seat s WHERE s.game_id = g.id AND s.player_id = ANY(%s::uuid[]))
GROUP BY e.game_id, e.type ORDER BY e.game_id, min(e.recorded_at), e.type
"""
TOLD: Final = """
SELECT kind, count(*) FROM players_notification
WHERE player_id = ANY(%s::uuid[]) AND created_at >= %s::timestamptz AND created_at <= %s::timestamptz
GROUP BY kind ORDER BY kind
"""
SENT: Final = """
SELECT d.channel, n.kind, count(*) FROM players_delivery d JOIN players_notification n ON n.id = d.notification_id
WHERE d.player_id = ANY(%s::uuid[]) AND d.sent_at >= %s::timestamptz AND d.sent_at <= %s::timestamptz
GROUP BY d.channel, n.kind ORDER BY d.channel, n.kind
"""
CALLS: Final = """
SELECT d.webhook_id, d.type, count(*) FILTER (WHERE d.sent_at BETWEEN %s::timestamptz AND %s::timestamptz),
    count(*) FILTER (WHERE d.state = 'pending' AND d.attempts > 0), count(*) FILTER (WHERE d.state = 'dead')
FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
WHERE w.player_id = ANY(%s::uuid[]) GROUP BY d.webhook_id, d.type ORDER BY d.webhook_id, d.type
"""
INBOX: Final = "inbox"
NAMES: Final = {number: engine.TAGS[event] for number, event in engine.EVENT_TYPES.items()}


@dataclass(frozen=True, slots=True)
class GameNews:
    """The number of new events of a game by type, in the order in which the types first occurred."""

    game: UUID
    events: tuple[tuple[str, int], ...]


class Calls(NamedTuple):
    """Calls to a webhook: accepted meanwhile, failed so far, given up."""

    webhook: UUID
    type: str
    sent: int
    pending: int
    dead: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that happened. `messages` are channel, kind and number."""

    games: tuple[GameNews, ...]
    messages: tuple[tuple[str, str, int], ...]
    calls: tuple[Calls, ...]


def between(since: datetime, until: datetime, players: Collection[UUID]) -> Report:
    """Return what happened to these players and in their games between two moments of the service's time."""
    people = list(players)
    told = [(INBOX, *row) for row in queries.rows(TOLD, people, since, until)]
    return Report(
        tuple(_games(queries.rows(GAMES, since, since, until, people))),
        (*told, *queries.rows(SENT, people, since, until)),
        tuple(Calls(*row) for row in queries.rows(CALLS, since, until, people)),
    )


def _games(rows: list[Any]) -> list[GameNews]:
    found: dict[UUID, list[tuple[str, int]]] = {}
    for game, kind, count in rows:
        found.setdefault(game, []).append((NAMES[kind], count))
    return [GameNews(game, tuple(events)) for game, events in found.items()]
