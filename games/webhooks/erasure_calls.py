"""Last calls about an erased player: to their own webhooks, and to those that may know their name.

The owner of a webhook for games with this player could look up their name, and is told which seat of which game to
forget (GDPR, article 19). Each seat is a call of its own, so that the calls do not reveal which seats were the same
person's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid5

from django.db import connection

from common import clock
from common.clock import ServiceNow
from players.models import WebhookDelivery
from players.webhooks import queue
from players.webhooks.services import ERASED

if TYPE_CHECKING:
    from collections.abc import Iterator

CALLS: Final = UUID("7f0a7c52-9f5e-5b0f-8d6a-2c4b1e9a6d33")
"""Namespace of the ids of these calls, so that promising one twice has no effect."""

OWN: Final = "SELECT id FROM players_webhook WHERE player_id = %s::uuid AND state = 'active'"

# Players at the same tables, those to whom a seat there is or was lent, followers of those games, and players they
# invited. Games that ended long ago are left out.
OTHERS: Final = """
WITH theirs AS (
    SELECT s.game_id, s.seat_no, g.updated_at FROM seat s JOIN game g ON g.id = s.game_id
    WHERE s.player_id = %(player)s::uuid
        AND (g.status < 2 OR g.updated_at > service_now() - interval '90 days')
)
SELECT w.id, h.game_id, h.seat_no FROM theirs h
    JOIN seat o ON o.game_id = h.game_id JOIN players_webhook w ON w.player_id = o.player_id
    WHERE w.player_id <> %(player)s::uuid AND w.state = 'active' AND w.game_id IS NULL AND h.updated_at >= w.since
UNION
SELECT w.id, h.game_id, h.seat_no FROM theirs h
    JOIN loan l ON l.game_id = h.game_id JOIN players_webhook w ON w.player_id = l.borrower_id
    WHERE w.player_id <> %(player)s::uuid AND w.state = 'active' AND w.game_id IS NULL AND h.updated_at >= w.since
UNION
SELECT w.id, h.game_id, h.seat_no FROM theirs h
    JOIN players_webhookcursor c ON c.game_id = h.game_id JOIN players_webhook w ON w.id = c.webhook_id
    WHERE w.player_id <> %(player)s::uuid AND w.state = 'active'
UNION
SELECT w.id, n.game_id, (n.data ->> 'by')::smallint FROM players_notification n
    JOIN players_webhook w ON w.player_id = n.player_id
    WHERE n.about_id = %(player)s::uuid AND w.state = 'active' AND w.game_id IS NULL AND 'message' = ANY(w.events)
"""


def promise(player_id: UUID) -> int:
    """Queue the calls once and return their number. Call it in the transaction that closes the account."""
    calls = list(_calls(player_id))
    WebhookDelivery.objects.bulk_create(calls, ignore_conflicts=True)
    return len(calls)


def _calls(player_id: UUID) -> Iterator[WebhookDelivery]:
    with connection.cursor() as cursor:
        cursor.execute(OWN, (player_id,))
        own: list[Any] = cursor.fetchall()
        cursor.execute(OTHERS, {"player": player_id})
        others: list[Any] = cursor.fetchall()
    for (webhook_id,) in own:
        yield _call(webhook_id, uuid5(CALLS, f"{webhook_id}"), {"you": True, "game": None, "seat": None})
    for webhook_id, game_id, seat in others:
        name = uuid5(CALLS, f"{webhook_id}/{game_id}/{seat}/{player_id}")
        yield _call(webhook_id, name, {"you": False, "game": str(game_id), "seat": seat})


def _call(webhook_id: UUID, delivery_id: UUID, data: dict[str, Any]) -> WebhookDelivery:
    return WebhookDelivery(
        id=delivery_id,
        webhook_id=webhook_id,
        type=ERASED,
        data=data,
        next_at=ServiceNow(),
        gives_up_at=clock.now() + queue.PATIENCE,
    )
