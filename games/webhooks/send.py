"""The calls to webhooks: due deliveries are claimed, called in parallel, and completed or postponed.

One thread uses the database and many call receivers, so that a slow one delays only itself. One process of the
installation does this at a time. If it is killed, its claims expire and the next one continues.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common import clock, sealing
from common.database.advisory_locks import held
from common.outbound.answer import CallFailed
from common.outbound.client import post
from games import errors
from games.advisory_locks import Lock
from games.webhooks import batches, bodies, disable
from players.models import WebhookCursor
from players.webhooks import queue, signing

if TYPE_CHECKING:
    from concurrent.futures import Future
    from uuid import UUID

    from common.outbound.answer import Answer
    from players.models import WebhookDelivery

logger = logging.getLogger(__name__)

CALLS_AT_ONCE: Final = 32
LOOK_EVERY: Final = 0.2
"""Seconds between checks for more work while calls are under way."""
SECONDS: Final = 20.0
"""After this time nothing more is claimed. Calls under way are finished, and the rest is left to the next run."""
HELD: Final = timedelta(minutes=5)
"""How often deliveries of a quarantined game, and events that may not be sent yet, are tried again."""


@dataclass(slots=True)
class _Run:
    calls: dict[Future[Answer], WebhookDelivery] = field(default_factory=dict)
    players: dict[UUID, int] = field(default_factory=dict)
    made: int = 0

    def begin(self, call: Future[Answer], delivery: WebhookDelivery) -> None:
        player = delivery.webhook.player_id
        self.calls[call] = delivery
        self.players[player] = self.players.get(player, 0) + 1
        self.made += 1

    def end(self, call: Future[Answer]) -> WebhookDelivery:
        delivery = self.calls.pop(call)
        self.players[delivery.webhook.player_id] -= 1
        return delivery

    def busy(self) -> list[UUID]:
        return [player for player, calls in self.players.items() if calls >= queue.AT_ONCE]


def run(seconds: float = SECONDS) -> int:
    """Make the due calls until none is left or time is up, and return their number. 0 if another process is sending."""
    with held(Lock.WEBHOOK_CALLS) as mine:
        if not mine:
            return 0
        with ThreadPoolExecutor(CALLS_AT_ONCE, thread_name_prefix="webhook") as pool:
            return _run(pool, time.monotonic() + seconds)


def _run(pool: ThreadPoolExecutor, end: float) -> int:
    state = _Run()
    while True:
        if time.monotonic() < end:
            _claim(pool, state)
        if not state.calls:
            return state.made
        finished, _ = wait(state.calls, LOOK_EVERY, FIRST_COMPLETED)
        for call in finished:
            _settle(state.end(call), call)


def _claim(pool: ThreadPoolExecutor, state: _Run) -> None:
    """Start calls while there is room. A delivery that may not be sent makes room for the next one."""
    while (room := CALLS_AT_ONCE - len(state.calls)) > 0:
        claimed = queue.claim(room, state.busy())
        for delivery in claimed:
            _start(pool, state, delivery)
        if not claimed:
            return


def _start(pool: ThreadPoolExecutor, state: _Run, delivery: WebhookDelivery) -> None:
    webhook = delivery.webhook
    try:
        if not _may_go(delivery):
            return
        body = bodies.body_of(delivery)
        headers = signing.headers(webhook, delivery.id, body, clock.now())
    except bodies.NotForThem:
        _not_for_them(delivery)
    except sealing.Unreadable:
        # The operator removed a key: only a new secret helps.
        logger.exception("webhook %s: its secret cannot be read", webhook.id)
        _switch_off(delivery, "secret")
    except (errors.GameQuarantined, bodies.NotYet):
        queue.put_off(delivery, HELD)
    except Exception:
        # One broken game must not stop the others. It is retried with growing pauses.
        logger.exception("webhook %s: delivery %s cannot be made", webhook.id, delivery.id)
        queue.failed(delivery, queue.INTERNAL, status=None)
    else:
        state.begin(pool.submit(post, webhook.url, body, headers), delivery)


def _may_go(delivery: WebhookDelivery) -> bool:
    if delivery.expires_at is not None and delivery.expires_at <= clock.now():
        queue.drop(delivery, "expired")
        return False
    if not queue.may_still_call(delivery.webhook):
        _switch_off(delivery, "token")
        return False
    return True


def _not_for_them(delivery: WebhookDelivery) -> None:
    queue.drop(delivery, "access")
    WebhookCursor.objects.filter(delivery_id=delivery.id).delete()
    if delivery.webhook.game_id is not None:
        _switch_off(delivery, "access")


def _switch_off(delivery: WebhookDelivery, reason: str) -> None:
    with transaction.atomic():
        if queue.disable(delivery.webhook, reason):
            disable.tell(delivery.webhook, reason)


def _settle(delivery: WebhookDelivery, call: Future[Answer]) -> None:
    try:
        answer = call.result()
    except CallFailed as failure:
        _failed(delivery, failure.reason)
        return
    except Exception:
        logger.exception("webhook %s: the call broke", delivery.webhook_id)
        _failed(delivery, queue.INTERNAL)
        return
    if answer.ok:
        queue.sent(delivery, answer.status)
        if delivery.game_id is not None:
            batches.cut(delivery.game_id)
    else:
        _failed(delivery, "status", answer.status, answer.retry_after)


def _failed(delivery: WebhookDelivery, why: str, status: int | None = None, retry_after: float | None = None) -> None:
    with transaction.atomic():
        if queue.failed(delivery, why, status=status, retry_after=retry_after):
            delivery.webhook.refresh_from_db(fields=["reason"])
            disable.tell(delivery.webhook, delivery.webhook.reason)
