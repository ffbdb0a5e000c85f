"""The queue of webhook deliveries: added, claimed for a while, sent, retried, and given up.

A claim is a lease, as in the outbox of games: it moves `next_at` forward, so that another worker takes over when one
dies, under the same id. Times are the database's.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import connection, transaction

from common import clock
from common.clock import ServiceNow
from players.models import Authorization, Token, Webhook, WebhookCursor, WebhookDelivery

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

LEASE_SECONDS: Final = 30
"""How long a claim keeps a delivery for its worker: longer than a call and all around it take."""
PAUSES: Final = (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 20 * 3600)
"""Seconds after the first, second, ... failure; together just under `PATIENCE`."""
PATIENCE: Final = timedelta(days=3)
LONGEST_PAUSE: Final = 24 * 3600.0
"""The longest wait, in seconds, that a receiver may ask for at once."""
SUSTAINED: Final = timedelta(days=1)
"""A webhook without a success for so long is disabled when a delivery is given up: a dead one after `PATIENCE`."""
KEPT: Final = timedelta(days=30)
"""How long the log is kept."""
AT_ONCE: Final = 2
"""Concurrent calls per player, so that one player's slow receivers do not delay others."""
GONE: Final = 410
INTERNAL: Final = "internal"
"""The reason for a delivery that cannot be sent at all."""

# The longest waiting first, but a limited number per owner. Closed accounts still get their last call.
CLAIM: Final = """
WITH waiting AS MATERIALIZED (
    SELECT d.id, d.next_at, w.player_id FROM players_webhookdelivery d
    JOIN players_webhook w ON w.id = d.webhook_id JOIN players_player p ON p.id = w.player_id
    WHERE d.state = 'pending' AND d.next_at <= service_now() AND w.state = 'active'
        AND (p.is_active OR d.type = 'player.erased') AND NOT w.player_id = ANY(%s::uuid[])
    ORDER BY d.next_at LIMIT 1000
), fair AS (
    SELECT id, next_at FROM (
        SELECT id, next_at, row_number() OVER (PARTITION BY player_id ORDER BY next_at) AS place FROM waiting
    ) ranked WHERE place <= %s::int ORDER BY next_at LIMIT %s::int
), free AS (
    SELECT d.id FROM players_webhookdelivery d JOIN fair ON fair.id = d.id
    WHERE d.state = 'pending' AND d.next_at <= service_now() FOR UPDATE OF d SKIP LOCKED
)
UPDATE players_webhookdelivery d SET
    next_at = service_now() + make_interval(secs => %s::float8), attempts = d.attempts + 1
FROM free WHERE d.id = free.id RETURNING d.id
"""


def add(
    delivery_id: UUID,
    *,
    webhook_id: UUID,
    kind: str,
    data: Mapping[str, Any] | None = None,
    game_id: UUID | None = None,
    versions: tuple[int, int] | None = None,
    expires_at: datetime | None = None,
) -> WebhookDelivery:
    """Add a delivery to the queue; an existing id stays as it is.

    `versions`: send the events of the game after the first up to the second; else send `data`.
    """
    after, upto = versions or (None, None)
    moment = clock.now()
    found, _ = WebhookDelivery.objects.get_or_create(
        id=delivery_id,
        defaults={
            "webhook_id": webhook_id, "type": kind, "data": data, "game_id": game_id, "after_version": after,
            "version": upto, "expires_at": expires_at, "next_at": moment, "gives_up_at": moment + PATIENCE,
        },
    )  # fmt: skip
    return found


def claim(limit: int, busy: Collection[UUID] = ()) -> list[WebhookDelivery]:
    """Claim at most `limit` due deliveries, none of `busy` players; with webhook and player loaded."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, (list(busy), AT_ONCE, limit, LEASE_SECONDS))
        taken = [row[0] for row in cursor.fetchall()]
    if not taken:
        return []
    return list(WebhookDelivery.objects.select_related("webhook").filter(id__in=taken).order_by("created", "id"))


def may_still_call(webhook: Webhook) -> bool:
    """Tell whether the token or authorization of a webhook is still valid, if it has one: see `Webhook.token_id`."""
    if webhook.token_id is None:
        return True
    lives = Token.objects.living().filter(id=webhook.token_id).exists()
    return lives or Authorization.objects.filter(id=webhook.token_id, expires__gt=ServiceNow()).exists()


def sent(delivery: WebhookDelivery, status: int) -> None:
    """Record a success; the cursor of its game moves on."""
    with transaction.atomic():
        WebhookDelivery.objects.filter(id=delivery.id).update(
            state=WebhookDelivery.State.SENT, status_code=status, error="", sent_at=ServiceNow()
        )
        WebhookCursor.objects.filter(delivery_id=delivery.id).update(version=delivery.version, delivery=None)
        Webhook.objects.filter(id=delivery.webhook_id, failing_since__isnull=False).update(failing_since=None)


def drop(delivery: WebhookDelivery, why: str) -> None:
    """Drop a delivery that must not be sent any more."""
    _mine(delivery).update(state=WebhookDelivery.State.DROPPED, error=why)


def put_off(delivery: WebhookDelivery, pause: timedelta) -> None:
    """Release a claim without an attempt; `gives_up_at` moves by the same pause."""
    _mine(delivery).update(
        next_at=clock.now() + pause, gives_up_at=delivery.gives_up_at + pause, attempts=max(0, delivery.attempts - 1)
    )


def failed(delivery: WebhookDelivery, why: str, *, status: int | None, retry_after: float | None = None) -> bool:
    """Record a failure, and when to try again; return True if it disabled the webhook.

    `why` is one word; `INTERNAL` is not the receiver's fault. The delivery is given up when the next attempt
    would come after `gives_up_at`.
    """
    with transaction.atomic():
        webhook = Webhook.objects.select_for_update().filter(id=delivery.webhook_id).first()
        if webhook is None:
            return False
        moment = clock.now()
        if why != INTERNAL:
            webhook.failing_since = webhook.failing_since or moment
        next_at = moment + timedelta(seconds=_pause(delivery.attempts, retry_after))
        gone = status == GONE
        dead = gone or next_at > delivery.gives_up_at
        _mine(delivery).update(
            state=WebhookDelivery.State.DEAD if dead else WebhookDelivery.State.PENDING,
            next_at=next_at, status_code=status, error=why,
        )  # fmt: skip
        since = webhook.failing_since
        off = gone or (dead and why != INTERNAL and since is not None and moment - since >= SUSTAINED)
        off = off and webhook.state == Webhook.State.ACTIVE
        if off:
            webhook.state, webhook.reason = Webhook.State.DISABLED, "gone" if gone else "failing"
        webhook.save(update_fields=["failing_since", "state", "reason"])
    return off


def disable(webhook: Webhook, reason: str) -> bool:
    """Disable a webhook; return False if it was disabled already."""
    active = Webhook.objects.filter(id=webhook.id, state=Webhook.State.ACTIVE)
    return bool(active.update(state=Webhook.State.DISABLED, reason=reason))


def again(deliveries: QuerySet[WebhookDelivery]) -> int:
    """Restart these deliveries at once."""
    moment = clock.now()
    return deliveries.update(
        state=WebhookDelivery.State.PENDING, attempts=0, next_at=moment, gives_up_at=moment + PATIENCE
    )


def revive(webhook_id: UUID) -> None:
    """Restart what a webhook missed while it was disabled: waiting deliveries and the batches of its games."""
    mine = WebhookDelivery.objects.filter(webhook_id=webhook_id)
    again(mine.filter(state=WebhookDelivery.State.PENDING))
    again(mine.filter(id__in=WebhookCursor.objects.filter(webhook_id=webhook_id).values("delivery_id")))


def forget() -> int:
    """Delete rows older than `KEPT`; return how many."""
    deleted, _ = WebhookDelivery.objects.filter(created__lt=clock.now() - KEPT).delete()
    return deleted


def _mine(delivery: WebhookDelivery) -> QuerySet[WebhookDelivery]:
    """Return the delivery, unless it was finished meanwhile."""
    return WebhookDelivery.objects.filter(id=delivery.id, state=WebhookDelivery.State.PENDING)


def _pause(attempt: int, asked: float | None) -> float:
    """Return the seconds until the attempt after `attempt` (from 1): our pause, or the receiver's if it is longer."""
    return max(PAUSES[min(attempt, len(PAUSES)) - 1], min(asked or 0.0, LONGEST_PAUSE))
