"""Several processes that call webhooks at once: they share the calls, and the calls of a killed one are made again."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from games.webhooks import send
from players.models import WebhookDelivery
from players.webhooks import queue, services
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables
from tests.games.webhooks.factories import pass_time
from tests.players.receivers import Receiver, Reply

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180), pytest.mark.slow]

RECEIVERS = 50
EACH = 4


@contextmanager
def callers(count: int) -> Iterator[list[subprocess.Popen[str]]]:
    """Yield processes that are ready to make calls."""
    environment = service_environment() | {"OUTBOUND_ALLOW": "127.0.0.0/8"}
    found = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.games.webhooks.caller"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(count)
    ]  # fmt: skip
    try:
        for process in found:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
        yield found
    finally:
        for process in found:
            process.kill()
            process.communicate()


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


def pings(receiver: Receiver) -> None:
    """Queue calls to many hosts, which are all this receiver."""
    for number in range(RECEIVERS):
        url = f"http://127.0.1.{1 + number}:{receiver.port}/"
        webhook, _ = services.create(player_id=tables.person(), url=url, events=["message"])
        for _ in range(EACH):
            queue.add(uuid4(), webhook_id=webhook.id, kind="ping", data={})


def test_two_processes_share_the_calls_and_none_is_made_twice() -> None:
    never = threading.Event()

    def late(_received: object) -> Reply:
        never.wait(0.3)
        return Reply()

    with Receiver(late, host="0.0.0.0") as receiver, callers(2) as processes:  # noqa: S104 - at many addresses
        pings(receiver)
        for process in processes:
            go(process)
        made = [int(process.communicate(timeout=120)[0]) for process in processes]
    assert sum(made) == RECEIVERS * EACH
    assert min(made) > 0, "each did a part"
    ids = Counter(one.headers["webhook-id"] for one in receiver.received)
    assert ids == {str(one.id): 1 for one in WebhookDelivery.objects.filter(state="sent")}
    assert len(ids) == RECEIVERS * EACH


def test_calls_of_a_killed_process_are_made_again_under_their_ids() -> None:
    gate = threading.Event()

    def late(_received: object) -> Reply:
        gate.wait(8)
        return Reply()

    with Receiver(late, host="0.0.0.0") as receiver:  # noqa: S104 - at many addresses
        with callers(1) as [process]:
            pings(receiver)
            go(process)
            eventually(lambda: len(receiver.received) >= RECEIVERS, 60, "calls under way")
        gate.set()
        begun = {one.headers["webhook-id"] for one in receiver.received}
        assert WebhookDelivery.objects.filter(leased=True, state="pending").count() >= len(begun)
        pass_time(queue.LEASE_SECONDS + 1)
        send.run()
    assert {row.state for row in WebhookDelivery.objects.all()} == {"sent"}
    assert not WebhookDelivery.objects.filter(leased=True).exists()
    again = Counter(one.headers["webhook-id"] for one in receiver.received)
    assert set(again) == {str(one.id) for one in WebhookDelivery.objects.all()}
    assert {key for key, times in again.items() if times > 1} <= begun
