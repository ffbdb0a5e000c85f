"""What webhooks are sent: the log, a ping to try a receiver out, and sending something again.

A token needs the scope `webhooks`. Others' webhooks do not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from common.api.view import answer
from common.openapi.operation import operation
from games import clock as clocks
from games import errors, hints
from games.api.cursors import sign, unsign
from games.api.views.webhooks import WebhooksApiView
from games.wire import webhooks as wire
from players import errors as refused
from players.api.authentication import player_id
from players.webhooks import selectors as webhooks
from players.webhooks import services

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpResponse
    from rest_framework.request import Request

    from players.models import WebhookDelivery


class TestView(WebhooksApiView):
    """Trying a receiver out."""

    @operation(
        "test_webhook",
        tag="webhooks",
        summary="Send a test call",
        answers={202: wire.WebhookDelivery},
        refusals=[refused.WebhookNotFound, refused.WebhookDisabled, refused.SentTooOften],
    )
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Sends a test call. The webhook's log shows the result."""
        delivery = services.ping(player_id=player_id(request), webhook_id=webhook_id)
        hints.call_webhooks()
        return answer(_delivery(delivery), status=202)


class DeliveriesView(WebhooksApiView):
    """The log of a webhook."""

    query_type = wire.DeliveriesQuery

    @operation(
        "list_webhook_deliveries",
        tag="webhooks",
        summary="List the calls of a webhook",
        query=wire.DeliveriesQuery,
        answers={200: wire.WebhookDeliveryPage},
        refusals=[refused.WebhookNotFound, errors.BadCursor],
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Returns the calls of a webhook, latest first. Of the receiver's answer only the status is kept."""
        query: wire.DeliveriesQuery = self.query
        player = player_id(request)
        scope = f"deliveries|{player}|{webhook_id}"
        rows, more = webhooks.deliveries_of(
            player_id=player, webhook_id=webhook_id, before=_position(query.cursor, scope), limit=query.limit
        )
        following = sign([clocks.micros(rows[-1].created), str(rows[-1].id)], scope=scope) if more else None
        return answer(wire.WebhookDeliveryPage(deliveries=[_delivery(row) for row in rows], next=following))


class RedeliverView(WebhooksApiView):
    """Sending something again."""

    @operation(
        "redeliver_webhook",
        tag="webhooks",
        summary="Send a call again",
        answers={202: wire.WebhookDelivery},
        refusals=[
            refused.WebhookNotFound,
            refused.DeliveryNotFound,
            refused.WebhookDisabled,
            refused.SentTooOften,
        ],
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
        """Sends a call again, under the same `webhook-id`, with what you may see now."""
        delivery = services.redeliver(player_id=player_id(request), webhook_id=webhook_id, delivery_id=delivery_id)
        hints.call_webhooks()
        return answer(_delivery(delivery), status=202)


def _position(cursor: str | None, scope: str) -> tuple[datetime, UUID] | None:
    if cursor is None:
        return None
    micros, last = unsign(cursor, scope=scope)
    return clocks.as_time(int(str(micros))), UUID(str(last))


def _delivery(row: WebhookDelivery) -> wire.WebhookDelivery:
    waits = row.state == row.State.PENDING and row.webhook.state == row.webhook.State.ACTIVE
    return wire.WebhookDelivery(
        id=str(row.id),
        type=row.type,
        game=None if row.game_id is None else str(row.game_id),
        version_before=row.after_version,
        version=row.version,
        state=row.state,  # type: ignore[arg-type]  # the database sees to it
        attempts=row.attempts,
        next_at=row.next_at if waits else None,
        status=row.status_code,
        error=row.error or None,
        created_at=row.created,
        sent_at=row.sent_at,
    )
