"""manage.py sweeper: it makes time-outs without a broker, and stops on its signal."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from games.audit import check
from games.clock.control import control
from players.models import Player
from players.privacy import erasure_log
from tests.faults.proxy import Proxy
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables
from tests.games.webhooks.factories import Listener, hook

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from uuid import UUID

    from pytest_django.fixtures import SettingsWrapper

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def time_outs(game: UUID) -> int:
    return [type(event).__name__ for event in tables.events_of(game)].count("TimedOut")


@contextmanager
def sweeping(**environment: str) -> Iterator[None]:
    """Run a sweeper without a broker, which must stop on its signal."""
    sweeper = subprocess.Popen(
        [sys.executable, "manage.py", "sweeper", "--every", "0.2"],
        cwd=ROOT,
        env=service_environment() | {"BROKER_URL": "redis://127.0.0.1:1/0"} | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
        sweeper.send_signal(signal.SIGTERM)
        assert sweeper.wait(timeout=30) == 0
    finally:
        sweeper.kill()
        sweeper.wait()


def refuse(listener: socket.socket) -> None:
    """Close every connection for as long as a sweeper takes to notice: it asks several times in each round."""
    listener.settimeout(60)
    for _ in range(12):
        listener.accept()[0].close()


def test_a_dead_broker_holds_no_time_out_up() -> None:
    game = tables.timed(control(turn=1, autopilot_after=20), tables.person(), tables.person())
    with sweeping():
        eventually(lambda: time_outs(game) >= 2, 60, "two time-outs")
    assert check.check_game(game) is None
    logged = tables.log_of(game)
    outs = [entry for entry in logged if type(entry.event).__name__ == "TimedOut"]
    assert len({entry.event.due_at for entry in outs}) == len(outs)  # type: ignore[union-attr]


def test_without_a_broker_webhooks_are_called_and_matches_archived(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, target=20)
    tables.play_well(game, ann, bob)
    tables.raw("DELETE FROM outbox")
    tables.raw("UPDATE game SET updated_at = updated_at - interval '8 days' WHERE id = %s", game)
    with Listener() as listener:
        hook(ann, listener)
        played = tables.started(ann, bob)
        with sweeping(OUTBOUND_ALLOW="127.0.0.0/8"):
            eventually(lambda: str(played) in {call.data.get("game") for call in listener.calls}, 60, "a call")
            eventually(lambda: archived(game), 60, "the archive")


def test_a_sweeper_that_starts_before_the_database_waits_for_it_and_erases_again_first(tmp_path: Path) -> None:
    game = tables.timed(control(turn=1, autopilot_after=20), tables.person(), tables.person())
    erased = tables.person()
    line = erasure_log.entry(erased)
    ledger = tmp_path / "ledger"
    ledger.write_text(f"2026-11-20T00:00:00Z {line.key_id} {line.digest.hex()}\n")
    database = int(connection.settings_dict["PORT"])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        address = service_environment()["DATABASE_URL"].replace(f":{database}/", f":{port}/")
        with sweeping(DATABASE_URL=address, ERASURE_LEDGER=str(ledger)):
            refuse(listener)
            listener.close()
            assert not time_outs(game)
            with Proxy(database, port):
                eventually(lambda: bool(time_outs(game)), 60, "a time-out")
                assert not Player.objects.filter(id=erased).exists()


def test_a_sweeper_that_waits_for_the_database_stops_on_its_signal() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        sweeping(DATABASE_URL=f"postgresql://nobody@127.0.0.1:{listener.getsockname()[1]}/none"),
    ):
        refuse(listener)


def archived(game: UUID) -> bool:
    return bool(tables.raw("SELECT game_id FROM game_archive WHERE game_id = %s", game))
