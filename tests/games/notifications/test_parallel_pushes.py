"""Many pushes at once: a service that hangs holds up nobody, stale ones are dropped, and nothing comes twice."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

import engine
from common.outbound import calls
from games.notifications import create_for_command, send
from players.models import Delivery, Device
from players.notifications import deliveries
from tests.faults.stack import ROOT, eventually, happens, service_environment
from tests.games import tables
from tests.games.notifications import notifications
from tests.players.receivers import Received, Receiver, Reply
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from pytest_django.fixtures import SettingsWrapper

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]


@pytest.fixture(autouse=True)
def _receivers_here(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    for hosts in send._slow.values():
        hosts.names.clear()


def turn_told_to(addresses: Sequence[str]) -> tuple[UUID, UUID]:
    """Return a game with a turn that is due to be told to browsers at these addresses, and the player on turn."""
    ada, bob = tables.person(), tables.person()
    browser = Browser()
    for address in addresses:
        digest = sha256(address.encode()).digest()
        Device.objects.create(player_id=bob, kind="webpush", address=address, sha256=digest, **browser.keys)
    game = tables.started(ada, bob)
    while tables.table_of(game).turn != 1:  # the player who starts the match and has the turn has seen it
        game = tables.started(ada, bob)
    create_for_command(game, tables.version_of(game))
    Delivery.objects.exclude(channel="webpush").delete()
    return game, bob


def addresses(port: int, count: int) -> list[str]:
    """Return addresses at as many hosts, which are all the same receiver."""
    return [f"http://127.0.{1 + number // 200}.{1 + number % 200}:{port}/{number}" for number in range(count)]


def test_services_that_hang_hold_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "PLACES", send.PLACES._replace(quick=8, slow=4, most=16))
    gate, good = threading.Event(), "/good"

    def late(received: Received) -> Reply:
        if received.path != good:
            gate.wait(8)
        return Reply(201)

    with Receiver(late, host="0.0.0.0") as service:  # noqa: S104 - each at an address of its own
        hanging = addresses(service.port, send.PLACES.quick + 5)
        turn_told_to([*hanging, f"http://127.0.0.1:{service.port}{good}"])
        last = Device.objects.get(address__endswith=good).id
        tables.raw("UPDATE players_delivery SET next_at = next_at - interval '1 minute' WHERE device <> %s", last)

        def watch() -> bool:
            eventually(lambda: bool(service.received), 60, "the first push")
            came = happens(lambda: any(one.path == good for one in service.received), 7)
            gate.set()
            return came

        with ThreadPoolExecutor() as pool:
            watched = pool.submit(watch)
            assert send.send_due("webpush") == len(hanging) + 1
        assert watched.result(), "it waits for nobody who hangs"
    assert {row.state for row in Delivery.objects.all()} == {"sent"}
    assert set(Counter(one.path for one in service.received).values()) == {1}


def test_one_lost_push_does_not_make_a_service_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "SLOW_SECONDS", 1.0)
    gate = threading.Event()

    def lost(received: Received) -> Reply:
        if received.path == "/0":
            gate.wait(8)
        return Reply(201)

    with Receiver(lost) as service:
        turn_told_to([f"{service.url[:-4]}{number}" for number in range(3)])

        def watch() -> bool:
            came = happens(lambda: len(service.received) == 3, 30)
            gate.wait(1.5)
            slow = bool(send._slow["webpush"].names)
            gate.set()
            return came and not slow

        with ThreadPoolExecutor() as pool:
            watched = pool.submit(watch)
            send.send_due("webpush")
            assert watched.result()


def test_services_that_let_pushes_wait_have_places_of_their_own() -> None:
    turn_told_to(["http://127.0.0.2:8/a", "http://127.0.0.2:8/b", "http://127.0.0.3:8/c"])
    forgotten = Device.objects.get(address__endswith="c")
    made = {one.id: one.address[-1] for one in Device.objects.all()}
    forgotten.delete()

    def claimed(*, is_slow: bool) -> list[str]:
        found = deliveries.claim_pushes("webpush", 10, ["127.0.0.2:8"], is_slow=is_slow)
        return sorted(made[one.device] for one in found if one.device is not None)

    assert claimed(is_slow=False) == ["c"], "the device is gone, so nobody waits for it"
    assert claimed(is_slow=True) == ["a", "b"]
    assert claimed(is_slow=True) == [], "they are claimed"


def test_what_is_no_longer_news_is_dropped_right_before_its_push(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "PLACES", send.PLACES._replace(quick=1))
    played: list[UUID] = []

    def plays(_received: Received) -> Reply:
        if not played:
            played.append(game)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(_play, game, bob).result()
        return Reply(201)

    with Receiver(plays) as service:
        game, bob = turn_told_to([f"{service.url}{number}" for number in range(5)])
        send.send_due("webpush")
    states = Counter(state for kind, state, _ in notifications.states(bob) if kind == "your_turn")
    assert states == {"sent": 1, "dropped": 4}


def _play(game: UUID, player: UUID) -> None:
    from django.db import connection  # noqa: PLC0415 - of this thread

    try:
        tables.send(game, player, engine.legal_commands(tables.table_of(game), 1)[0])
    finally:
        connection.close()


def test_answers_of_services_decide_about_each_push_by_itself() -> None:
    answers = {"/gone": 410, "/busy": 503, "/bad": 413, "/good": 201}
    with Receiver(lambda received: Reply(answers[received.path])) as service:
        turn_told_to([f"http://127.0.0.1:{service.port}{path}" for path in answers])
        made = {one.id: one.address.rpartition("/")[2] for one in Device.objects.all()}
        assert send.send_due("webpush") == len(answers)
    states = {made[one.device]: one.state for one in Delivery.objects.all() if one.device is not None}
    assert states == {"gone": "dropped", "busy": "pending", "bad": "failed", "good": "sent"}
    assert sorted(made[one.id] for one in Device.objects.all()) == ["bad", "busy", "good"]


SENDER = """
import sys, django
django.setup()
from games.notifications import send
print("ready", flush=True)
sys.stdin.readline()
print(send.send_due("webpush", 90), flush=True)
"""


def sender() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SENDER], cwd=ROOT, env=service_environment() | {"OUTBOUND_ALLOW": "127.0.0.0/8"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


@pytest.mark.slow
def test_two_processes_share_the_pushes_and_none_comes_twice() -> None:
    never = threading.Event()

    def late(_received: Received) -> Reply:
        never.wait(0.5)
        return Reply(201)

    with Receiver(late, host="0.0.0.0") as service:  # noqa: S104 - at many addresses
        turn_told_to(addresses(service.port, 100))
        processes = [sender(), sender()]
        try:
            for process in processes:
                go(process)
            made = [int(process.communicate(timeout=120)[0]) for process in processes]
        finally:
            for process in processes:
                process.kill()
    assert sum(made) == 100
    assert min(made) > 0, "each did a part"
    assert Counter(one.path for one in service.received) == {f"/{number}": 1 for number in range(100)}


@pytest.mark.slow
def test_a_killed_process_loses_no_push_and_costs_one_second_copy_of_each_under_way() -> None:
    gate = threading.Event()

    def late(_received: Received) -> Reply:
        gate.wait(8)
        return Reply(201)

    with Receiver(late, host="0.0.0.0") as service:  # noqa: S104 - at many addresses
        turn_told_to(addresses(service.port, 50))
        process = sender()
        try:
            go(process)
            eventually(lambda: len(service.received) >= 30, 60, "pushes under way")
        finally:
            process.kill()
            process.communicate()
        gate.set()
        begun = {one.path for one in service.received}
        notifications.all_due()  # the leases of the dead process are over
        send.send_due("webpush", 60)
    assert {row.state for row in Delivery.objects.all()} == {"sent"}
    copies = Counter(one.path for one in service.received)
    assert set(copies) == {f"/{number}" for number in range(50)}
    assert {path for path, times in copies.items() if times > 1} <= begun
    assert max(copies.values()) == 2
