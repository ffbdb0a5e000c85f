"""Processes that hold leases and are killed: their work is done by others after the time of the lease, not before."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from games import leases
from games.leases import Name
from games.store import archiver
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SECONDS: Final = 3.0
HOLDER: Final = """
import sys, time
import django
django.setup()
from games import leases
with leases.held(leases.Name(sys.argv[1]), [int(sys.argv[2])], float(sys.argv[3])) as lease:
    print(lease is not None, flush=True)
    time.sleep(600)
"""


def killed_holder(name: Name, number: int) -> float:
    """Have a process take the lease of a slice and kill it. Returns when it took it."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, name, str(number), str(SECONDS)],
        cwd=ROOT,
        env=service_environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        taken = process.stdout.readline()
        at = time.monotonic()
        process.kill()
    assert taken == "True\n"
    return at


def finished() -> UUID:
    """Return a finished match without pending work."""
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, target=20)
    tables.play_well(game, ann, bob)
    tables.raw("DELETE FROM outbox")
    return game


def archived(game: UUID) -> bool:
    return bool(tables.raw("SELECT game_id FROM game_archive WHERE game_id = %s", game))


def test_the_games_of_a_killed_archiver_are_moved_by_the_next_after_its_time() -> None:
    game = finished()
    taken = killed_holder(Name.ARCHIVE, leases.slice_of(game))

    def another_run_moves_it() -> bool:
        archiver.run(timedelta(0), 60)
        return archived(game)

    assert not another_run_moves_it()
    eventually(another_run_moves_it, 30, "the game in the archive")
    assert time.monotonic() - taken >= SECONDS - 0.5


def test_games_fall_due_while_every_lease_belongs_to_the_dead_and_are_settled_at_once() -> None:
    from games.clock.control import control  # noqa: PLC0415
    from games.services import worker  # noqa: PLC0415

    people = tables.person(), tables.person()
    games = [tables.timed(control(turn=60), *people) for _ in range(2 * worker.HANDFUL)]
    for number in leases.ALL:
        killed_holder_of(number)
    tables.later(61)
    worker.sweep()
    assert {"TimedOut" in {type(event).__name__ for event in tables.events_of(game)} for game in games} == {True}


def killed_holder_of(number: int) -> None:
    """Leave the lease of a slice of the time-outs as a process that is killed leaves it."""
    tables.raw(
        "INSERT INTO lease (name, slice, holder, until) "
        "VALUES (%s, %s, gen_random_uuid(), statement_timestamp() + interval '1 minute')",
        str(Name.TIME_OUTS), number,
    )  # fmt: skip
