"""Owners' reads of their webhooks. Other players' webhooks count as unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db.models import Q

from common.database import queries
from players.errors import DeliveryNotFound, WebhookNotFound
from players.models import Webhook, WebhookDelivery

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

PAGE: Final = 50

MESSAGED: Final = """
ARRAY(SELECT w.id FROM players_webhook w
    WHERE w.player_id = reader.id AND w.game_id IS NULL AND w.state = 'active' AND 'message' = ANY(w.events)
    ORDER BY w.created, w.id)
"""
"""The webhooks of the player `reader.id` that want messages, oldest first: an expression in SQL."""


def webhooks_of(*, player_id: UUID) -> list[Webhook]:
    """Return all webhooks of a player, oldest first."""
    return list(Webhook.objects.filter(player_id=player_id).order_by("created", "id"))


def webhook_of(*, player_id: UUID, webhook_id: UUID) -> Webhook:
    """Return one webhook. Raises `WebhookNotFound`."""
    webhook = Webhook.objects.filter(player_id=player_id, id=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    return webhook


def delivery_of(*, player_id: UUID, webhook_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Return one delivery, with its webhook. Raises `WebhookNotFound`, `DeliveryNotFound`."""
    webhook = webhook_of(player_id=player_id, webhook_id=webhook_id)
    delivery = WebhookDelivery.objects.select_related("webhook").filter(webhook=webhook, id=delivery_id).first()
    if delivery is None:
        raise DeliveryNotFound
    return delivery


def deliveries_of(
    *, player_id: UUID, webhook_id: UUID, before: tuple[datetime, UUID] | None = None, limit: int = PAGE
) -> tuple[list[WebhookDelivery], bool]:
    """Return a page of a webhook's log, latest first, and whether more follows. Raises `WebhookNotFound`."""
    webhook = webhook_of(player_id=player_id, webhook_id=webhook_id)
    found = WebhookDelivery.objects.select_related("webhook").filter(webhook=webhook).order_by("-created", "-id")
    if before is not None:
        created, last = before
        found = found.filter(Q(created__lt=created) | Q(created=created, id__lt=last))
    rows = list(found[: limit + 1])
    return rows[:limit], len(rows) > limit


def wants_messages(webhook_id: UUID, player_id: UUID) -> bool:
    """Return whether this webhook of the player wants messages."""
    ((wanting,),) = queries.rows(f"SELECT {MESSAGED} FROM (SELECT %s::uuid AS id) reader", player_id)  # noqa: S608 - a constant
    return webhook_id in wanting
