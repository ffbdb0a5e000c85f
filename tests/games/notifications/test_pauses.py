"""Notifications of pauses and vacations: until when a player is away, and that a clock runs again."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

import engine
from common import clock
from games import tasks
from games.clock.control import control
from games.notifications import send
from games.services import vacations
from players.models import Notification
from players.vacations import Wish
from tests.games import tables
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db
DAY = 86400


def slow(*people: UUID) -> UUID:
    return tables.timed(control(turn=DAY), *people)


def away(player: UUID, days: int) -> None:
    """Take a vacation of this many days from now, and apply it to the games."""
    vacations.plan(player, Wish(None, clock.now() + timedelta(days=days)))
    tasks.sweep()


@pytest.mark.usefixtures("mail")
def test_a_vacation_whose_end_is_moved_is_told_as_one_that_goes_on() -> None:
    ann, bob = tables.person(), tables.person()
    game = slow(ann, bob)
    away(bob, 3)
    notifications.told(game)
    first = notifications.latest(ann, "paused")
    away(bob, 5)
    notifications.told(game)
    moved = notifications.latest(ann, "paused")
    assert notifications.kinds(ann).count("paused") == 2
    assert "resumed" not in notifications.kinds(ann)
    assert first.data["until"] < moved.data["until"]
    vacations.end(bob)
    tasks.sweep()
    notifications.told(game)
    assert notifications.kinds(ann).count("resumed") == 1


@pytest.mark.usefixtures("mail")
def test_that_somebody_is_away_is_no_news_once_they_are_back() -> None:
    ann, bob = tables.person(), tables.person()
    game = slow(ann, bob)
    away(bob, 3)
    notifications.told(game)
    told = notifications.latest(ann, "paused")
    assert told.expires_at is not None
    assert told.expires_at.isoformat().replace("+00:00", "Z") == told.data["until"]


def test_who_must_move_is_told_again_when_an_agreed_pause_is_over(mail: HttpChannel, sink: Sink) -> None:
    people = tables.person(), tables.person()
    game = slow(*people)
    turn = tables.table_of(game).turn
    assert turn is not None
    me, other = people[turn], people[1 - turn]
    for player in people:
        tables.send(game, player, engine.Vote("pause"))
    notifications.told(game)
    Notification.objects.filter(kind="your_turn").delete()
    tables.later(20 * DAY)
    notifications.tell_worth(tables.send(game, other, engine.Resume()))
    assert notifications.kinds(me)[-2:] == ["resumed", "your_turn"]
    assert "your_turn" not in notifications.kinds(other)
    notifications.all_due()
    send.send_due(mail.name)
    assert sink.kinds(me)[-1:] == ["your_turn"]
    said = next(message["body"] for message in sink.messages if message["kind"] == "your_turn")
    assert "The pause is over" in said
    assert "Please move by" in said


@pytest.mark.usefixtures("mail")
def test_who_must_move_is_not_told_again_when_somebody_is_back_from_vacation() -> None:
    people = tables.person(), tables.person()
    game = slow(*people)
    turn = tables.table_of(game).turn
    assert turn is not None
    me, other = people[turn], people[1 - turn]
    away(other, 3)
    notifications.told(game)
    before = notifications.kinds(me).count("your_turn")
    vacations.end(other)
    tasks.sweep()
    notifications.told(game)
    assert notifications.kinds(me)[-1] == "resumed"
    assert notifications.kinds(me).count("your_turn") == before


@pytest.mark.usefixtures("mail")
def test_a_player_who_ends_a_pause_is_not_told_of_their_own_turn() -> None:
    people = tables.person(), tables.person()
    game = slow(*people)
    turn = tables.table_of(game).turn
    assert turn is not None
    for player in people:
        tables.send(game, player, engine.Vote("pause"))
    outcome = tables.send(game, people[turn], engine.Resume())
    Notification.objects.all().delete()
    notifications.tell_worth(outcome)
    assert notifications.kinds(people[turn]) == []
    assert notifications.kinds(people[1 - turn]) == ["resumed"]
