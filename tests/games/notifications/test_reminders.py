"""Reminders are set with the deadline, move with it, and each is sent once."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.utils import timezone

import engine
from games.notifications import create_for_command, due_reminders, reminders, send, snapshot
from players import preferences
from players.models import Notification, Reminder
from tests.games import tables
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = 3600


def timed(*seconds: int, deadline: timedelta = timedelta(hours=12)) -> tuple[UUID, UUID, UUID, datetime]:
    """Return a game with a deadline for the first of two people, who both have these reminders, and the deadline."""
    people = tables.person(), tables.person()
    for player in people:
        preferences.change(player_id=player, changes={"reminders": list(seconds)})
    game = tables.started(*people)
    turn = tables.table_of(game).turn
    assert turn is not None
    at = set_deadline(game, timezone.now() + deadline)
    return game, people[turn], people[1 - turn], at


def set_deadline(game: UUID, at: datetime) -> datetime:
    """Move the deadline, and create the notifications of the command that did it."""
    tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", at, game)
    create_for_command(game, tables.version_of(game))
    return at


def reminders_in(game: UUID) -> list[tuple[UUID, int, datetime]]:
    """Return the reminders that are set, the earliest first."""
    found = Reminder.objects.filter(game_id=game).order_by("due_at")
    return list(found.values_list("player_id", "seconds", "due_at"))


def strike(game: UUID, count: int = 1) -> None:
    """Make the next reminders due."""
    for reminder in Reminder.objects.filter(game_id=game).order_by("due_at")[:count]:
        Reminder.objects.filter(id=reminder.id).update(due_at=timezone.now() - timedelta(seconds=1))


def test_the_ladder_stands_before_the_deadline_of_whom_the_game_waits_for() -> None:
    game, me, _, at = timed(HOUR, 8 * HOUR, 24 * HOUR)
    assert reminders_in(game) == [(me, 8 * HOUR, at - timedelta(hours=8)), (me, HOUR, at - timedelta(hours=1))]


def test_a_rung_is_told_once_and_the_others_stay(mail: HttpChannel, sink: Sink) -> None:
    game, me, _, at = timed(HOUR, 8 * HOUR)
    strike(game)
    assert due_reminders.create_due() == 1
    assert due_reminders.create_due() == 0
    assert [reminder[1] for reminder in reminders_in(game)] == [HOUR]
    told = notifications.latest(me, "reminder")
    assert told.data["deadline_at"] == at.isoformat().replace("+00:00", "Z")
    assert told.expires_at == at
    send.send_due(mail.name)
    assert sink.kinds(me)[-1:] == ["reminder"]
    # Planning again restores no old reminder.
    reminders.schedule(game)
    create_for_command(game, tables.version_of(game))
    strike(game, 5)
    due_reminders.create_due()
    assert Notification.objects.filter(player_id=me, kind="reminder").count() == 2


def test_a_turn_that_was_played_is_not_reminded_of() -> None:
    game, me, _, _ = timed(HOUR)
    seat = tables.state_of(game, me).seat
    assert seat is not None
    while tables.table_of(game).turn == seat:
        tables.send(game, me, engine.legal_commands(tables.table_of(game), seat)[0])
    # The worker has not handled the command: the reminder of the old turn still exists.
    tables.raw("UPDATE game SET deadline_at = now() + interval '3 hours' WHERE id = %s", game)
    strike(game)
    due_reminders.create_due()
    assert "reminder" not in notifications.kinds(me)


def test_a_deadline_that_moves_takes_its_reminders_along() -> None:
    game, me, _, at = timed(HOUR)
    later = set_deadline(game, at + timedelta(days=1))
    assert reminders_in(game) == [(me, HOUR, later - timedelta(hours=1))]
    # The deadline was moved without the worker: it notices when the old reminder is due.
    latest = later + timedelta(days=1)
    tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", latest, game)
    strike(game)
    due_reminders.create_due()
    assert "reminder" not in notifications.kinds(me)
    assert reminders_in(game) == [(me, HOUR, latest - timedelta(hours=1))]
    tables.raw("UPDATE game SET deadline_at = NULL WHERE id = %s", game)
    create_for_command(game, tables.version_of(game))
    assert reminders_in(game) == []


def test_reminders_that_cannot_be_set_are_set_later_and_hold_up_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [timed(HOUR) for _ in range(2)]
    latest = timezone.now() + timedelta(days=2)
    for game, *_ in games:
        tables.raw("UPDATE game SET deadline_at = %s WHERE id = %s", latest, game)
        strike(game)
    bad, plan = games[0][0], reminders.schedule

    def broken(game: UUID) -> None:
        if game == bad:
            raise RuntimeError("it cannot be set")
        plan(game)

    monkeypatch.setattr(reminders, "schedule", broken)
    assert due_reminders.create_due() == 2
    [(game, me, *_)] = games[1:]
    assert reminders_in(game) == [(me, HOUR, latest - timedelta(hours=1))]
    monkeypatch.setattr(reminders, "schedule", plan)
    strike(bad)
    due_reminders.create_due()
    assert reminders_in(bad) == [(games[0][1], HOUR, latest - timedelta(hours=1))]


def test_a_reminder_of_a_game_that_cannot_be_told_of_is_tried_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deadline = timezone.now() + timedelta(hours=24)
    _, me, _, _ = timed(24 * HOUR - 60, deadline=timedelta(hours=24))

    def broken(game: UUID) -> None:
        raise RuntimeError(f"the log of {game} cannot be read")

    monkeypatch.setattr(snapshot, "load", broken)
    tries: list[datetime] = []
    while len(tries) < 60 and (due := Reminder.objects.get().due_at) < deadline + timedelta(days=30):
        with tables.travelled((due - timezone.now()).total_seconds() + 1):
            assert due_reminders.create_due() == 1
        tries.append(due)
    pauses = [after - before for before, after in pairwise(tries)]
    assert pauses[0] < timedelta(minutes=7)
    assert max(pauses[:5]) < timedelta(hours=6), "a fault that passes costs no reminder"
    assert len([at for at in tries if at < deadline]) >= 5
    assert len(tries) < 60
    assert Reminder.objects.get().player_id == me


def test_a_rung_that_was_taken_off_the_ladder_is_not_told() -> None:
    game, me, _, _ = timed(HOUR, 2 * HOUR)
    preferences.change(player_id=me, changes={"reminders": [HOUR]})
    strike(game)
    due_reminders.create_due()
    assert "reminder" not in notifications.kinds(me)


def test_reminders_in_quiet_hours_come_before_them_if_afterwards_is_too_late() -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    quiet = {"quiet_from": (now + timedelta(hours=2)).time(), "quiet_to": (now + timedelta(hours=10)).time()}
    wishes = preferences.Preferences(reminders=(HOUR, 5 * HOUR), **quiet)
    me, game = tables.person(), tables.person()
    early = list(reminders.reminders_of(me, game, now + timedelta(hours=9), wishes, now))
    assert [(reminder.seconds, reminder.due_at) for reminder in early] == [
        (HOUR, now + timedelta(hours=2) - timedelta(minutes=1))
    ]
    late = list(reminders.reminders_of(me, game, now + timedelta(hours=14), wishes, now))
    assert [(reminder.seconds, reminder.due_at) for reminder in late] == [
        (5 * HOUR, now + timedelta(hours=10)),
        (HOUR, now + timedelta(hours=13)),
    ]


def test_many_workers_ring_a_rung_once() -> None:
    games = [timed(HOUR)[0] for _ in range(6)]
    for game in games:
        strike(game)
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        due_reminders.create_due()
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Notification.objects.filter(kind="reminder").count() == 6
    assert not Reminder.objects.exists()


def test_an_older_look_at_a_game_does_not_undo_a_newer_plan() -> None:
    game, me, _, at = timed(HOUR)
    for seq in notifications.ends(game):
        create_for_command(game, seq)
    assert reminders_in(game) == [(me, HOUR, at - timedelta(hours=1))]
