"""A worker killed while it creates, reminds or sends: no message is lost, and a second copy has the same id."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from games.notifications import create_for_command, due_reminders, reminders, send
from players.models import Delivery, Inbox, Notification, Reminder
from tests.faults.kills import Doomed, points_of
from tests.faults.stack import ROOT, eventually, service_environment
from tests.games import tables
from tests.games.notifications import fakes as sinks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240), pytest.mark.slow]


@pytest.fixture
def sink() -> Iterator[sinks.Sink]:
    """Yield a real server that stores its messages."""
    with sinks.sink() as kept, sinks.only(sinks.HttpChannel(kept.port)):
        yield kept


@pytest.fixture
def game(sink: sinks.Sink) -> UUID:  # noqa: ARG001 - told while there is a channel
    """Return a match that has just started."""
    return tables.started(tables.person(), tables.person())


def untell(game: UUID) -> None:
    """Reset the messages of a game."""
    Inbox.objects.all().delete()
    Reminder.objects.all().delete()
    Notification.objects.filter(game_id=game).delete()


def lease_is_over() -> None:
    """Expire the claims of a dead worker."""
    tables.raw("UPDATE players_delivery SET next_at = now() - interval '1 second' WHERE state = 'pending'")


def test_a_worker_killed_while_it_tells_has_told_wholly_or_not_at_all(
    doomed: Doomed, game: UUID, sink: sinks.Sink
) -> None:
    seq = tables.version_of(game)
    create_for_command(game, seq)
    whole = set(Notification.objects.values_list("id", flat=True))
    carried = Delivery.objects.count()
    seen = set()

    def attempt(point: int) -> bool:
        untell(game)
        survived = doomed.survives("tell", {"game_id": game, "seq": seq, "port": sink.port}, point, after=False)
        told = Notification.objects.count()
        assert told in {0, len(whole)}
        create_for_command(game, seq)
        assert set(Notification.objects.values_list("id", flat=True)) == whole
        assert set(Notification.objects.values_list("number", flat=True)) <= {1, 2}
        assert Delivery.objects.count() == carried
        seen.add(told > 0)
        return survived

    assert steps_of(attempt) >= 7  # all of it is written in one statement; the others are of a new session
    assert seen == {False, True}


def test_a_worker_killed_while_it_reminds_has_reminded_or_will(doomed: Doomed, game: UUID) -> None:
    tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", timezone.now() + timedelta(hours=12), game)

    def rung() -> bool:
        # The session of the dead worker may hold its row for a moment more.
        due_reminders.create_due()
        return not Reminder.objects.exists()

    def attempt(point: int) -> bool:
        untell(game)
        reminders.schedule(game)
        Reminder.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        survived = doomed.survives("ring", {"game_id": game}, point, after=False)
        eventually(rung, 60, "the reminder")
        assert Notification.objects.filter(kind="reminder").count() == 1
        return survived

    assert steps_of(attempt) >= 8


def test_a_worker_killed_between_any_two_steps_of_sending_loses_nothing(
    doomed: Doomed,
    game: UUID,
    sink: sinks.Sink,
) -> None:
    create_for_command(game, tables.version_of(game))
    wanted = {str(one) for one in Delivery.objects.values_list("notification_id", flat=True)}
    twice = []

    def sent() -> bool:
        lease_is_over()
        send.send_due("email")
        return not Delivery.objects.exclude(state="sent").exists()

    def attempt(point: int) -> bool:
        Delivery.objects.update(state="pending", attempts=0, next_at=timezone.now())
        sink.messages.clear()
        survived = doomed.survives("send_messages", {"port": sink.port}, point, after=False)
        eventually(sent, 60, "the messages")
        counts = Counter(sink.ids())
        assert set(counts) == wanted
        twice.append(sum(counts.values()) - len(wanted))
        return survived

    assert steps_of(attempt) >= 5
    assert set(twice) == {0, 1}


def steps_of(survives: Callable[[int], bool]) -> int:
    """Kill before every exchange with the database, until the call ends; return how many it has.

    For other processes, right after one exchange is right before the next.
    """
    return points_of(lambda point, after: False if after else survives(point))


SENDER = """
import sys, django
django.setup()
from games.notifications import send
from players.notifications import channels
from tests.games.notifications.fakes import HttpChannel
channels.register(HttpChannel(int(sys.argv[1])))
print("ready", flush=True)
sys.stdin.readline()
send.send_due("email", 60)
"""


def test_workers_killed_in_the_middle_of_it_lose_nothing_and_repeat_at_most_one_each(sink: sinks.Sink) -> None:
    people = [tables.person() for _ in range(3)]
    for _ in range(25):
        game = tables.started(*people)
        create_for_command(game, tables.version_of(game))
    wanted = {str(one) for one in Delivery.objects.values_list("notification_id", flat=True)}
    workers = [_sender(sink.port) for _ in range(3)]
    try:
        for worker in workers:
            assert worker.stdout
            assert worker.stdout.readline() == b"ready\n"
        for worker in workers:
            assert worker.stdin
            worker.stdin.write(b"go\n")
            worker.stdin.flush()
        for doomed_one, share in ((workers[0], 4), (workers[1], 2)):
            eventually(lambda share=share: len(sink.messages) >= len(wanted) // share, 60, "messages")
            os.kill(doomed_one.pid, signal.SIGKILL)
        assert workers[2].wait(timeout=60) == 0
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()
    lease_is_over()
    send.send_due("email")
    counts = Counter(sink.ids())
    assert set(counts) == wanted
    assert sum(counts.values()) - len(wanted) <= 2
    assert set(Delivery.objects.values_list("state", flat=True)) == {"sent"}


def _sender(port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", SENDER, str(port)],
        cwd=ROOT,
        env=service_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
