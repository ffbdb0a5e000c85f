"""A worker killed while it calls webhooks: no call is lost, their order holds, and a second copy has the same id."""

from __future__ import annotations

import threading
from collections import defaultdict
from ipaddress import ip_network
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from games import hints
from games.webhooks import batches, send
from players.models import WebhookCursor, WebhookDelivery
from players.webhooks import queue, services
from tests.faults.kills import Doomed, points_of
from tests.faults.stack import Worker, eventually
from tests.games import tables
from tests.games.webhooks.factories import Listener, hook, pass_time
from tests.players.receivers import Receiver, Reply

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from pytest_django.fixtures import SettingsWrapper


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240), pytest.mark.slow]


@pytest.fixture(autouse=True)
def _receivers_here(settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow receivers on this machine, for other processes too."""
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    monkeypatch.setenv("OUTBOUND_ALLOW", "127.0.0.0/8")


def told(game: UUID) -> bool:
    """Tell whether every event was received and recorded."""
    return WebhookCursor.objects.filter(game_id=game, version=tables.version_of(game), delivery=None).exists()


def test_a_worker_killed_between_any_two_steps_loses_nothing(doomed: Doomed) -> None:
    ada = tables.person()
    twice = set()
    with Listener() as listener:
        hook(ada, listener)

        def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
            listener.calls.clear()
            game = tables.lobby_of(ada).game.id
            batches.advance(game)
            survived = doomed.survives("call_webhooks", {}, point, after=after)

            def goes_on() -> bool:
                pass_time(31)  # the lease of the dead worker
                send.run()
                return told(game)

            eventually(goes_on, 60, "the calls")
            assert {call.id for call in listener.calls} == {str(row) for row in sent_about(game)}
            assert listener.calls[0].data["events"] == listener.calls[-1].data["events"]
            twice.add(len(listener.calls))
            return survived

        assert points_of(attempt) >= 8
    assert twice == {1, 2}


def test_the_other_children_of_a_worker_do_other_work_while_one_calls(tmp_path: Path) -> None:
    gate = threading.Event()

    def late(_received: object) -> Reply:
        gate.wait(9)
        return Reply()

    game = tables.bots_only(2, spectators="open")
    tables.raw("UPDATE outbox SET available_at = now() + interval '1 hour'")
    with Receiver(late, host="0.0.0.0") as receiver, Worker(tmp_path, beat=False, children=2):  # noqa: S104 - many hosts
        for number in range(40):
            url = f"http://127.0.1.{1 + number}:{receiver.port}/"
            webhook, _ = services.create(player_id=tables.person(), url=url, events=["message"])
            for _ in range(10):
                queue.add(uuid4(), webhook_id=webhook.id, kind="ping", data={})
        for _ in range(5):
            hints.call_webhooks()
            hints.flush()
        eventually(lambda: len(receiver.received) >= 64, 90, "calls under way")
        start = tables.version_of(game)
        tables.raw("UPDATE outbox SET available_at = now()")
        hints.wake(game)
        hints.flush()
        eventually(lambda: tables.version_of(game) > start, 5, "moves, while all calls wait for an answer")
        assert not gate.is_set()
        gate.set()


def sent_about(game: UUID) -> list[UUID]:
    return list(WebhookDelivery.objects.filter(game_id=game).values_list("id", flat=True))


def test_a_match_is_told_without_a_gap_though_the_worker_is_killed(tmp_path: Path) -> None:
    with Listener() as listener:
        game = tables.bots_only(2, spectators="open")
        start = tables.version_of(game)
        hook(tables.person(), listener, game=game)
        with Worker(tmp_path) as worker:
            for _ in range(2):
                reached = len(listener.calls)
                eventually(lambda reached=reached: len(listener.calls) > reached, 60, "a call after the start")
                worker.kill()
                tables.raw("UPDATE outbox SET available_at = now() WHERE available_at > now()")
                pass_time(31)
                worker.start()

        def goes_on() -> bool:
            batches.advance(game)
            pass_time(31)
            send.run()
            return told(game)

        eventually(goes_on, 60, "the rest")
    by_id: dict[str, list[list[int]]] = defaultdict(list)
    for call in listener.calls:
        by_id[call.id].append([entry["seq"] for entry in call.data["events"]])
    assert all(seqs == times[0] for times in by_id.values() for seqs in times), "what comes again is the same"
    assert [seq for times in by_id.values() for seq in times[0]] == list(range(start + 1, tables.version_of(game) + 1))
    assert sum(map(len, by_id.values())) - len(by_id) <= 3, "at most one again for each kill"
