"""Receivers that fail: how long they are retried, how order is kept meanwhile, and when retrying ends."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common import clock
from games.advisory_locks import Lock
from games.store import quarantine
from games.webhooks import batches, send
from players.models import Notification, Webhook, WebhookCursor, WebhookDelivery
from players.webhooks import queue, services
from tests.faults.stack import eventually, happens
from tests.games import tables, tampering
from tests.games.webhooks.factories import Listener, deliver, hook, pass_time
from tests.players.receivers import Receiver, Reply

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db

DAY = 86400.0


def only() -> WebhookDelivery:
    return WebhookDelivery.objects.select_related("webhook").get()


def waits() -> float:
    """Return the seconds until the only delivery is retried."""
    return (only().next_at - clock.now()).total_seconds()


@settings(suppress_health_check=list(HealthCheck), max_examples=12)
@given(failures=st.lists(st.sampled_from([500, 503, 302, 400, 429]), max_size=8), together=st.integers(1, 4))
def test_however_a_receiver_fails_it_gets_every_event_once_and_in_order(failures: list[int], together: int) -> None:
    ada = tables.person()
    script = iter(failures)
    with Listener(lambda _: next(script, 204)) as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada, seats=8).game.id
        people = [tables.person() for _ in range(7)]
        for number, player in enumerate(people):
            tables.sit(game, player)
            if number % together == 0:
                deliver(game)
                WebhookDelivery.objects.update(next_at=clock.now())
        while WebhookCursor.objects.get(game_id=game).version < tables.version_of(game):
            deliver(game)
            WebhookDelivery.objects.update(next_at=clock.now())
    assert listener.seqs() == list(range(1, tables.version_of(game) + 1))
    by_id: dict[str, list[int]] = {}
    for call in listener.calls:
        seqs = [entry["seq"] for entry in call.data["events"]]
        assert by_id.setdefault(call.id, seqs) == seqs, "what comes again is the same"
    assert len({call.id for call in listener.taken}) == len(listener.taken)


def test_pauses_grow_over_three_days_and_then_it_is_given_up_and_the_webhook_switched_off() -> None:
    ada = tables.person()
    with Listener(lambda _: 500) as listener:
        webhook = hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        deliver(game)
        pauses = []
        while only().state == "pending":
            pauses.append(waits())
            pass_time(pauses[-1] + 0.01)
            send.run()
    assert [round(pause) for pause in pauses] == list(queue.PAUSES)
    assert timedelta(days=2.9) < timedelta(seconds=sum(pauses)) < queue.PATIENCE
    assert len(listener.calls) == len(queue.PAUSES) + 1
    assert (only().state, only().status_code, only().error) == ("dead", 500, "status")
    webhook.refresh_from_db()
    assert (webhook.state, webhook.reason) == ("disabled", "failing")
    told = Notification.objects.get(player_id=ada, kind="webhook_disabled")
    assert told.data == {"webhook": str(webhook.id), "host": "127.0.0.1", "reason": "failing"}


def test_a_webhook_that_takes_other_things_is_not_switched_off_for_one_it_does_not_take() -> None:
    ada = tables.person()
    with Listener() as listener:
        webhook = hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        batches.advance(game)
        listener.status = lambda _: 500
        WebhookDelivery.objects.update(gives_up_at=clock.now())
        send.run()
        webhook.refresh_from_db()
        assert (only().state, webhook.state) == ("dead", "active")
        listener.status = lambda _: 204
        services.redeliver(player_id=ada, webhook_id=webhook.id, delivery_id=only().id)
        send.run()
    assert listener.seqs() == list(range(1, tables.version_of(game) + 1))
    assert WebhookCursor.objects.get().version == tables.version_of(game)


def test_a_webhook_that_has_taken_something_since_is_not_switched_off_for_a_failure_of_long_ago() -> None:
    ada = tables.person()
    with Listener(lambda count: 204 if count == 1 else 500) as listener:
        webhook = hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        deliver(game)
        pass_time(2 * DAY)
        send.run()
        assert [call.status for call in listener.calls] == [500, 204]
        tables.sit(game, tables.person())
        batches.advance(game)
        WebhookDelivery.objects.filter(state="pending").update(gives_up_at=clock.now())
        send.run()
    assert [row.state for row in WebhookDelivery.objects.order_by("version")] == ["sent", "dead"]
    webhook.refresh_from_db()
    assert webhook.state == "active"


def test_switched_on_again_it_is_told_what_it_missed() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener(lambda count: 410 if count == 0 else 204) as listener:
        webhook = hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        deliver(game)
        tables.sit(game, bob)
        deliver(game)
        assert len(listener.calls) == 1
        services.change(player_id=ada, webhook_id=webhook.id, active=True)
        deliver(game)
    assert listener.seqs() == list(range(1, tables.version_of(game) + 1))
    assert listener.calls[0].id == listener.calls[1].id


def test_gone_switches_it_off_at_once() -> None:
    ada = tables.person()
    with Listener(lambda _: 410) as listener:
        webhook = hook(ada, listener)
        deliver(tables.lobby_of(ada).game.id)
    webhook.refresh_from_db()
    assert (webhook.state, webhook.reason, only().state) == ("disabled", "gone", "dead")


def test_the_time_in_which_a_game_is_on_hold_is_not_taken_from_the_receivers() -> None:
    ada = tables.person()
    with Listener(lambda _: 500) as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        batches.advance(game)
        quarantine.add(game, "a test")
        tampering.tampered("UPDATE event SET schema_version = schema_version # 99")
        WebhookDelivery.objects.update(gives_up_at=clock.now() + send.HELD / 2)
        for _ in range(3):
            send.run()
            assert (listener.calls, only().attempts) == ([], 0), "nobody is called while the log cannot be read"
            pass_time(send.HELD.total_seconds())
        tampering.tampered("UPDATE event SET schema_version = schema_version # 99")
        quarantine.lift(game)
        send.run()
    assert len(listener.calls) == 1
    assert (only().state, only().attempts) == ("pending", 1)
    assert round(waits()) == queue.PAUSES[0]


@pytest.mark.parametrize(("status", "asked", "least", "most"), [
    (429, "1000", 990, 1000), (503, "100000", DAY - 10, DAY), (500, "1", 3, 5), (429, "soon", 3, 5),
])  # fmt: skip
def test_a_receiver_may_ask_for_patience(status: int, asked: str, least: float, most: float) -> None:
    ada = tables.person()
    with Listener(lambda _: status) as listener:
        listener.headers = {"Retry-After": asked}
        hook(ada, listener)
        deliver(tables.lobby_of(ada).game.id)
    assert least <= waits() <= most


def test_nobody_listening_is_a_failure_that_is_named() -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
    deliver(tables.lobby_of(ada).game.id)
    assert (only().state, only().error, only().status_code) == ("pending", "connect", None)


def test_a_claim_runs_out_and_the_delivery_comes_again_under_its_id() -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        batches.advance(game)
        (claimed,) = queue.claim(10)
        send.run()
        assert listener.calls == [], "somebody is at it"
        pass_time(queue.LEASE_SECONDS + 1)
        send.run()
    assert [call.id for call in listener.calls] == [str(claimed.id)]


def test_what_was_taken_while_the_worker_died_is_told_again_with_the_same_id() -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        game = tables.lobby_of(ada).game.id
        deliver(game)
        # The state of the database when the call was made and not yet recorded.
        WebhookDelivery.objects.update(state="pending", next_at=clock.now())
        WebhookCursor.objects.update(version=0, delivery=only())
        deliver(game)
    first, second = listener.calls
    assert (first.id, first.data["events"]) == (second.id, second.data["events"])
    assert WebhookCursor.objects.get().version == tables.version_of(game)


def slow_one(player: UUID, gate: threading.Event, webhooks: int) -> Receiver:
    """Return a receiver that answers only after the gate opens, with this many webhooks of a player that call it."""

    def late(_received: object) -> Reply:
        gate.wait(8)
        return Reply()

    receiver = Receiver(late)
    for _ in range(webhooks):
        services.create(player_id=player, url=receiver.url, events=["game.moved"])
    return receiver


@pytest.mark.django_db(transaction=True)
def test_slow_receivers_hold_up_nobody_else() -> None:
    mallory, ada = tables.person(), tables.person()
    gate = threading.Event()
    with slow_one(mallory, gate, 10) as slow, Listener() as listener:
        tables.lobby_of(mallory)
        batches.sweep(100)
        hook(ada, listener)
        games = [tables.lobby_of(ada).game.id for _ in range(5)]
        for game in games:
            batches.advance(game)

        def watch() -> bool:
            called = happens(lambda: len(listener.calls) == len(games), 8)
            gate.set()
            return called

        with ThreadPoolExecutor() as pool:
            called = pool.submit(watch)
            send.run()
        assert called.result(), "the quick one does not wait for the slow one"
        assert len(slow.received) == 10
    assert {row.state for row in WebhookDelivery.objects.all()} == {"sent"}


def test_no_player_has_more_than_their_share_of_calls() -> None:
    mallory = tables.person()
    with slow_one(mallory, threading.Event(), 10):
        tables.lobby_of(mallory)
        batches.sweep(100)
        assert len(queue.claim(32)) == queue.AT_ONCE
        assert queue.claim(32, busy=[mallory]) == []


def test_the_log_is_kept_for_thirty_days() -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        deliver(tables.lobby_of(ada).game.id)
    pass_time(29 * DAY)
    assert queue.forget() == 0
    pass_time(2 * DAY)
    assert queue.forget() == 1
    assert Webhook.objects.count() == 1


def test_one_process_makes_the_calls_at_a_time() -> None:
    ada = tables.person()
    other: Any = connection.copy()
    with Listener() as listener:
        hook(ada, listener)
        batches.advance(tables.lobby_of(ada).game.id)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", (int(Lock.WEBHOOK_CALLS),))
            assert send.run() == 0
        other.close()
        eventually(lambda: send.run() == 1, 60, "it died, and its lock with it")
