"""manage.py sweeper: it makes time-outs without a broker, and stops on its signal."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import contextmanager
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from games.audit import check
from games.clock.control import control
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables
from tests.games.webhooks.factories import Listener, hook

if TYPE_CHECKING:
    from collections.abc import Iterator
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


def archived(game: UUID) -> bool:
    return bool(tables.raw("SELECT game_id FROM game_archive WHERE game_id = %s", game))
