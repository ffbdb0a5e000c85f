"""manage.py sweeper: time-outs happen though no broker answers, and it stops when it is told to."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from games.audit import check
from games.clock.control import control
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db(transaction=True)


def time_outs(game: UUID) -> int:
    return [type(event).__name__ for event in tables.events_of(game)].count("TimedOut")


def test_a_dead_broker_holds_no_time_out_up() -> None:
    game = tables.timed(control(turn=1, autopilot_after=20), tables.person(), tables.person())
    sweeper = subprocess.Popen(
        [sys.executable, "manage.py", "sweeper", "--every", "0.2"],
        cwd=ROOT,
        env=service_environment() | {"BROKER_URL": "redis://127.0.0.1:1/0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        eventually(lambda: time_outs(game) >= 2, 60, "two time-outs")
        sweeper.send_signal(signal.SIGTERM)
        assert sweeper.wait(timeout=30) == 0
    finally:
        sweeper.kill()
        sweeper.wait()
    assert check.check_game(game) is None
    logged = tables.log_of(game)
    outs = [entry for entry in logged if type(entry.event).__name__ == "TimedOut"]
    assert len({entry.event.due_at for entry in outs}) == len(outs)  # type: ignore[union-attr]
