"""The calls to webhooks: due deliveries are claimed, called in parallel, and completed or postponed.

One thread uses the database and hundreds call receivers. Any number of workers do this at a time, one process of each.
Receivers that let calls wait have places of their own, so that no number of them delays the others. If a process is
killed, its claims expire and another continues.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common import clock, sealing
from common.outbound.answer import CallFailed
from common.outbound.client import post
from common.process_family import OnePerFamily
from games import errors, hints
from games.webhooks import batches, bodies, disable
from players.models import WebhookCursor
from players.webhooks import queue, signing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future
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
SLOW_SECONDS: Final = 2.0
"""A receiver whose call takes longer lets calls wait, until one takes less."""
REMEMBERED: Final = 10_000
"""Most receivers that a process knows to let calls wait."""
CLAIM_EVERY: Final = 0.05
LOOK_EVERY: Final = 0.2
"""Seconds between claims while there is work, and between those that found none."""
SECONDS: Final = 20.0
"""After this time nothing more is claimed. Calls under way are finished, and the rest is left to the next run."""
SLOW_ENDS: Final = 10.0
"""Seconds before that after which no more calls to slow receivers are begun: so that few are left at the end."""
HELD: Final = timedelta(minutes=5)
"""How often deliveries of a quarantined game, and events that may not be sent yet, are tried again."""


class SlowReceivers:
    """The receivers that let the last call of this process wait; the oldest are forgotten first."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def note(self, receiver: str, seconds: float) -> None:
        """Note how long a call has taken, or has taken so far."""
        self.names.pop(receiver, None)
        if seconds >= SLOW_SECONDS:
            self.names[receiver] = None
            if len(self.names) > REMEMBERED:
                del self.names[next(iter(self.names))]


_slow = SlowReceivers()
_family = OnePerFamily()


@dataclass(slots=True)
class _Call:
    delivery: WebhookDelivery
    receiver: str
    slow: bool
    begun: float = field(default_factory=time.monotonic)
    took: float | None = None

    def make(self, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Make the call, in a thread of its own, and measure it: its end may be noticed later."""
        self.begun = time.monotonic()
        try:
            return post(self.delivery.webhook.url, body, headers)
        finally:
            self.took = time.monotonic() - self.begun


@dataclass(slots=True)
class _Run:
    """The calls that are under way, oldest first, and those that ended but are not recorded."""

    calls: dict[Future[Answer], _Call] = field(default_factory=dict)
    ended: SimpleQueue[Future[Answer]] = field(default_factory=SimpleQueue)
    slow: int = 0
    made: int = 0
    claim_at: float = 0.0

    def begin(self, future: Future[Answer], call: _Call) -> None:
        self.calls[future] = call
        self.slow += call.slow
        self.made += 1
        future.add_done_callback(self.ended.put)

    def room(self, *, slow: bool) -> int:
        places = SLOW_PLACES - self.slow if slow else PLACES - (len(self.calls) - self.slow)
        return max(0, min(places, MOST_CALLS - len(self.calls), CLAIMED))

    def finished(self, seconds: float) -> dict[Future[Answer], _Call]:
        """Wait for the end of a call, and return all that have ended by then."""
        found = {}
        try:
            future = self.ended.get(timeout=seconds)
            while True:
                found[future] = call = self.calls.pop(future)
                self.slow -= call.slow
                _slow.note(call.receiver, call.took or 0.0)
                future = self.ended.get_nowait()
        except Empty:
            return found

    def note_slow(self, now: float) -> None:
        """Give calls that take long another place, without waiting for their end."""
        for call in self.calls.values():
            if now - call.begun < SLOW_SECONDS:
                break  # the later ones are younger
            if call.took is None:
                self.slow += not call.slow
                call.slow = True
                _slow.note(call.receiver, now - call.begun)


def run(seconds: float = SECONDS) -> int:
    """Make the due calls until none is left or time is up, and return their number.

    0 if another process of this worker is at it: the worker's other processes are for other work.
    """
    state = _Run()
    with ThreadPoolExecutor(MOST_CALLS, thread_name_prefix="webhook") as pool:
        with _family.held() as mine:
            if not mine:
                return 0
            if not _call_until(pool, state, seconds):
                return state.made
        # Another process may begin while this one waits for its last calls.
        hints.call_webhooks()
        while state.calls:
            _settle(state.finished(LOOK_EVERY))
    return state.made


def run_until_none_is_left() -> None:
    """Make the due calls until none is left, for a process that has a thread for it."""
    while run():
        pass


def _call_until(pool: ThreadPoolExecutor, state: _Run, seconds: float) -> bool:
    """Make calls; return False if none is left, True if time is up."""
    begun = time.monotonic()
    end, slow_end = begun + seconds, begun + max(seconds - SLOW_ENDS, seconds / 2)
    while (now := time.monotonic()) < end:
        state.note_slow(now)
        if now >= state.claim_at:
            claimed = _claim(pool, state, slow=False)
            if now < slow_end:
                claimed += _claim(pool, state, slow=True)
            if not claimed and not state.calls:
                return now >= slow_end
            state.claim_at = now + (0 if claimed >= CLAIMED else CLAIM_EVERY if claimed else LOOK_EVERY)
        _settle(state.finished(max(0.0, min(state.claim_at, end) - time.monotonic())))
    return True


def _claim(pool: ThreadPoolExecutor, state: _Run, *, slow: bool) -> int:
    """Claim deliveries while there is room, and start their calls. Returns how many were claimed."""
    room = state.room(slow=slow)
    claimed = queue.claim(room, _slow.names, is_slow=slow) if room else []
    if claimed:
        now, ended = clock.now(), queue.ended(one.webhook for one in claimed)
        for delivery in claimed:
            _start(pool, state, delivery, now, slow=slow, ended=delivery.webhook_id in ended)
    return len(claimed)


def _start(
    pool: ThreadPoolExecutor, state: _Run, delivery: WebhookDelivery, now: datetime, *, slow: bool, ended: bool
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
    except Exception:
        # One broken game must not stop the others. It is retried with growing pauses.
        logger.exception("webhook %s: delivery %s cannot be made", webhook.id, delivery.id)
        queue.failed(delivery, queue.INTERNAL, status=None)
    else:
        call = _Call(delivery, queue.receiver(webhook), slow)
        state.begin(pool.submit(call.make, body, headers), call)


def _not_for_them(delivery: WebhookDelivery) -> None:
    queue.drop(delivery, "access")
    WebhookCursor.objects.filter(delivery_id=delivery.id).delete()
    if delivery.webhook.game_id is not None:
        _switch_off(delivery, "access")


def _switch_off(delivery: WebhookDelivery, reason: str) -> None:
    with transaction.atomic():
        if queue.disable(delivery.webhook, reason):
            disable.tell(delivery.webhook, reason)


def _settle(finished: dict[Future[Answer], _Call]) -> None:
    """Record how calls ended, and cut the next batches of the games that were accepted."""
    accepted: dict[UUID, int] = {}
    games = set()
    for future, call in finished.items():
        status = _accepted(future, call.delivery)
        if status is not None:
            accepted[call.delivery.id] = status
            if call.delivery.game_id is not None:
                games.add(call.delivery.game_id)
    queue.sent(accepted)
    if games:
        batches.cut_or_log(*games)


def _accepted(future: Future[Answer], delivery: WebhookDelivery) -> int | None:
    """Return the status of an answer that accepts the call; else None, and the failure is recorded."""
    try:
        answer = future.result()
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
