"""Auditors beside players, beside each other, and killed: no false alarm, no double work, no loss."""

from __future__ import annotations

import math
import subprocess
import sys
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from games.audit import auditor
from games.audit.metrics import figures
from games.models import Found, Mark
from games.store import quarantine
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables
from tests.games.concurrency import expire_leases, together
from tests.games.tampering import tampered

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("empty_log"), pytest.mark.slow]


def played(stopped: Event, game: UUID, people: list[UUID]) -> None:
    """Move without pauses until told to stop or the match is over."""
    try:
        while not stopped.is_set() and not tables.table_of(game).is_over:
            seat, command = tables.legal(game)
            tables.send(game, people[seat], command)
    finally:
        connection.close()


def test_a_game_that_is_played_while_it_is_read_raises_no_alarm() -> None:
    people = [tables.person(), tables.person()]
    game = tables.started(*people, target=2_000)
    stopped = Event()
    player = Thread(target=played, args=(stopped, game, people))
    player.start()
    try:
        for _ in range(40):
            auditor.look_at_moves(math.inf)
            auditor.look_at_all(math.inf, rest=0)
    finally:
        stopped.set()
        player.join()
    assert list(Found.objects.values_list("kind", "message")) == []
    assert quarantine.entries() == []
    assert Mark.objects.get().version > 0


def test_auditors_beside_each_other_look_at_each_game_once() -> None:
    games = [tables.lobby_of(tables.person()).game.id for _ in range(12)]
    answers = together(*[lambda: auditor.look_at_all(math.inf, rest=3600)] * 3)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert auditor.look_at_all(math.inf, rest=3600)
    assert figures().rounds["cycle"].games == len(games)


def test_watchmen_that_are_killed_leave_their_work_to_the_next() -> None:
    games = [tables.started(tables.person(), tables.person()) for _ in range(4)]

    def on_watch() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "manage.py", "verify_log", "--watch"],
            cwd=ROOT,
            env=service_environment() | {"AUDIT_SHARE": "100"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    first, second = on_watch(), on_watch()
    try:
        eventually(lambda: not Mark.objects.filter(version=0).exists(), 60, "marks of all games")
        first.kill()
        first.wait()
        expire_leases()
        tampered(f"UPDATE event SET actor = 1 - actor WHERE game_id = '{games[2]}' AND seq = 3")  # noqa: S608 - ours
        tables.raw("UPDATE audit_mark SET version = 0 WHERE game_id = %s", games[2])
        eventually(
            lambda: [one.game_id for one in quarantine.entries()] == [games[2]], 60, "the damaged game quarantined"
        )
        second.terminate()
        assert second.wait(timeout=30) == 0
    finally:
        for process in (first, second):
            process.kill()
            process.wait()
    assert Found.objects.count() == 1
