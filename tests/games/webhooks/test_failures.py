"""Receivers that fail: how long they are retried, how order is kept meanwhile, and when retrying ends."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common import clock
from engine import events as engine_events
from games.store import quarantine
from games.webhooks import batches, send
from players.models import Notification, Webhook, WebhookCursor, WebhookDelivery
from players.webhooks import queue, services
from tests.faults.stack import happens
from tests.games import tables, tampering
from tests.games.test_newer_events import old_code
from tests.games.webhooks.factories import Listener, deliver, hook, pass_time
from tests.players.receivers import Receiver, Reply

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


@pytest.mark.django_db(transaction=True)
def test_hundreds_of_receivers_that_hang_hold_up_nobody_else() -> None:
    ada, gate = tables.person(), threading.Event()

    def late(_received: object) -> Reply:
        gate.wait(8)
        return Reply()

    with Receiver(late, host="0.0.0.0") as hanging, Listener() as listener:  # noqa: S104 - each at an address of its own
        for number in range(send.PLACES + 20):
            if number % services.MAX_WEBHOOKS == 0:
                mallory = tables.person()
            url = f"http://127.0.{1 + number // 100}.{1 + number % 100}:{hanging.port}/"
            webhook, _ = services.create(player_id=mallory, url=url, events=["message"])
            for _ in range(3):
                queue.add(uuid4(), webhook_id=webhook.id, kind="ping", data={})
        hook(ada, listener)
        games = [tables.lobby_of(ada).game.id for _ in range(5)]
        for game in games:
            batches.advance(game)

        def watch() -> bool:
            called = happens(lambda: len(listener.calls) == len(games), 7)
            gate.set()
            return called

        with ThreadPoolExecutor() as pool:
            called = pool.submit(watch)
            send.run()
        assert called.result(), "they wait for nobody who hangs"
        assert len(hanging.received) == 3 * (send.PLACES + 20)
    assert {row.state for row in WebhookDelivery.objects.all()} == {"sent"}


def test_events_of_newer_code_wait_for_it_and_count_as_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    ada = tables.person()
    with Listener() as listener:
        hook(ada, listener)
        game = tables.started(ada, tables.person())
        with old_code(engine_events.TurnStarted):
            deliver(game)
        assert listener.seqs() == []
        assert (only().state, only().attempts, waits() < 10) == ("pending", 0, True)
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []
        WebhookDelivery.objects.update(next_at=clock.now())
        deliver(game)
        assert listener.seqs() == list(range(1, tables.version_of(game) + 1))


def test_webhooks_take_turns_and_none_has_more_than_its_share_of_calls() -> None:
    greedy, modest = (tables.person() for _ in range(2))
    first = services.create(player_id=greedy, url="http://127.0.0.2:8/a", events=["message"])[0]
    second = services.create(player_id=greedy, url="http://127.0.0.2:8/b", events=["message"])[0]
    third = services.create(player_id=modest, url="http://127.0.0.3:8/", events=["message"])[0]
    for webhook, many in ((first, 50), (second, 3), (third, 1)):
        for _ in range(many):
            queue.add(uuid4(), webhook_id=webhook.id, kind="ping", data={})
    turns = [{one.webhook_id for one in queue.claim(3)}, {one.webhook_id for one in queue.claim(4)}]
    assert turns[0] == {first.id, second.id, third.id}, "the first of each, though others have waited longer"
    assert turns[1] == {first.id, second.id}
    assert {one.webhook_id for one in queue.claim(100)} == {first.id}, "as many at once as any webhook"
    assert WebhookDelivery.objects.filter(leased=True, webhook=first).count() == queue.QUICK.webhook
    assert queue.claim(100) == []


def test_all_webhooks_of_a_host_have_one_share_together() -> None:
    for number in range(queue.QUICK.receiver + 5):
        url = f"http://127.0.0.2:8/{number}"
        webhook, _ = services.create(player_id=tables.person(), url=url, events=["message"])
        queue.add(uuid4(), webhook_id=webhook.id, kind="ping", data={})
    assert len(queue.claim(20)) == 20
    assert len(queue.claim(100)) == queue.QUICK.receiver - 20
    assert queue.claim(100) == []
    pass_time(queue.LEASE_SECONDS + 1)
    assert len(queue.claim(100)) == queue.QUICK.receiver, "claims of a dead worker hold no places"


def test_receivers_that_let_calls_wait_have_places_of_their_own() -> None:
    made = {}
    for host in ("127.0.0.2", "127.0.0.3"):
        for number in range(6):
            url = f"http://{host}:8/{number}"
            webhook, _ = services.create(player_id=tables.person(), url=url, events=["message"])
            made[webhook.id] = host
            for _ in range(2):
                queue.add(uuid4(), webhook_id=webhook.id, kind="ping", data={})
    quick = queue.claim(100, ["127.0.0.2:8"])
    assert {made[one.webhook_id] for one in quick} == {"127.0.0.3"}
    slow = queue.claim(100, ["127.0.0.2:8"], is_slow=True)
    assert {made[one.webhook_id] for one in slow} == {"127.0.0.2"}
    assert len({one.webhook_id for one in slow}) == len(slow) == queue.SLOW.receiver


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
