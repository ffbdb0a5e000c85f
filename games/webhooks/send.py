"""The calls to webhooks: due deliveries are claimed, called in parallel, and completed or postponed.

One thread uses the database and hundreds call receivers. Any number of workers do this at a time, one process of each.
Receivers that let calls wait have places of their own, so that no number of them delays the others. If a process is
killed, its claims expire and another continues.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common import clock, sealing
from common.outbound.answer import CallFailed
from common.outbound.calls import Call, Calls, Places, SlowHosts
from common.outbound.client import post
from common.process_family import OnePerFamily
from engine import NewerCode
from games import errors, hints
from games.webhooks import batches, bodies, disable
from players.models import WebhookCursor
from players.webhooks import queue, signing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from common.outbound.answer import Answer
    from players.models import WebhookDelivery

logger = logging.getLogger(__name__)

PLACES: Final = 256
"""Calls at once to receivers that do not let calls wait."""
SLOW_PLACES: Final = 64
"""Calls at once to the others."""
MOST_CALLS: Final = 512
"""All calls at once, with those that turned out to be slow."""
CLAIMED: Final = 64
"""Most deliveries of a claim, so that the first is called soon."""
SECONDS: Final = 20.0
"""After this time nothing more is claimed. Calls under way are finished, and the rest is left to the next run."""
HELD: Final = timedelta(minutes=5)
"""How often deliveries of a quarantined game, and events that may not be sent yet, are tried again."""
NEWER_PAUSE: Final = timedelta(seconds=5)
"""The pause after which other processes have had time to take what only newer code can tell."""

_slow = SlowHosts()
_family = OnePerFamily()


def run(seconds: float = SECONDS) -> int:
    """Make the due calls until none is left or time is up, and return their number.

    0 if another process of this worker is at it: the worker's other processes are for other work.
    """
    calls: Calls[WebhookDelivery, Answer]
    with Calls.opened(Places(PLACES, SLOW_PLACES, MOST_CALLS, CLAIMED), _slow, "webhook") as calls:
        with _family.held() as mine:
            if not mine:
                return 0
            if not calls.make_due(seconds, partial(_claim, calls), _settle):
                return calls.made
        # Another process may begin while this one waits for its last calls.
        hints.call_webhooks()
        calls.make_last(_settle)
    return calls.made


def run_until_none_is_left() -> None:
    """Make the due calls until none is left, for a process that has a thread for it."""
    while run():
        pass


def _claim(calls: Calls[WebhookDelivery, Answer], room: int, slow: bool) -> int:  # noqa: FBT001 - as `Calls` has it
    """Claim at most `room` deliveries, and start their calls. Returns how many were claimed."""
    claimed = queue.claim(room, _slow.names, is_slow=slow)
    if claimed:
        now, ended = clock.now(), queue.ended(one.webhook for one in claimed)
        for delivery in claimed:
            _start(calls, delivery, now, slow=slow, ended=delivery.webhook_id in ended)
    return len(claimed)


def _start(
    calls: Calls[WebhookDelivery, Answer], delivery: WebhookDelivery, now: datetime, *, slow: bool, ended: bool
) -> None:
    webhook = delivery.webhook
    try:
        if delivery.expires_at is not None and delivery.expires_at <= now:
            queue.drop(delivery, "expired")
            return
        if ended:
            _switch_off(delivery, "token")
            return
        body = bodies.body_of(delivery)
        headers = signing.headers(webhook, delivery.id, body, now)
    except bodies.NotForThem:
        _not_for_them(delivery)
    except sealing.Unreadable:
        # The operator removed a key: only a new secret helps.
        logger.exception("webhook %s: its secret cannot be read", webhook.id)
        _switch_off(delivery, "secret")
    except (errors.GameQuarantined, bodies.NotYet):
        queue.put_off(delivery, HELD)
    except NewerCode as newer:
        logger.warning("webhook %s: delivery %s has to wait for newer code: %s", webhook.id, delivery.id, newer)
        queue.put_off(delivery, NEWER_PAUSE)
    except Exception:
        # One broken game must not stop the others. It is retried with growing pauses.
        logger.exception("webhook %s: delivery %s cannot be made", webhook.id, delivery.id)
        queue.failed(delivery, queue.INTERNAL, status=None)
    else:
        make = partial(post, webhook.url, body, headers)
        calls.begin(Call(delivery, queue.receiver(webhook), make, slow=slow))


def _not_for_them(delivery: WebhookDelivery) -> None:
    queue.drop(delivery, "access")
    WebhookCursor.objects.filter(delivery_id=delivery.id).delete()
    if delivery.webhook.game_id is not None:
        _switch_off(delivery, "access")


def _switch_off(delivery: WebhookDelivery, reason: str) -> None:
    with transaction.atomic():
        if queue.disable(delivery.webhook, reason):
            disable.tell(delivery.webhook, reason)


def _settle(ended: Sequence[Call[WebhookDelivery, Answer]]) -> None:
    """Record how calls ended, and cut the next batches of the games that were accepted."""
    accepted: dict[UUID, int] = {}
    games = set()
    for call in ended:
        status = _accepted(call)
        if status is not None:
            accepted[call.subject.id] = status
            if call.subject.game_id is not None:
                games.add(call.subject.game_id)
    queue.sent(accepted)
    if games:
        batches.cut_or_log(*games)


def _accepted(call: Call[WebhookDelivery, Answer]) -> int | None:
    """Return the status of an answer that accepts the call; else None, and the failure is recorded."""
    delivery = call.subject
    try:
        answer = call.result()
    except CallFailed as failure:
        _failed(delivery, failure.reason)
        return None
    except Exception:
        logger.exception("webhook %s: the call broke", delivery.webhook_id)
        _failed(delivery, queue.INTERNAL)
        return None
    if answer.ok:
        return answer.status
    _failed(delivery, "status", answer.status, answer.retry_after)
    return None


def _failed(delivery: WebhookDelivery, why: str, status: int | None = None, retry_after: float | None = None) -> None:
    with transaction.atomic():
        if queue.failed(delivery, why, status=status, retry_after=retry_after):
            delivery.webhook.refresh_from_db(fields=["reason"])
            disable.tell(delivery.webhook, delivery.webhook.reason)
