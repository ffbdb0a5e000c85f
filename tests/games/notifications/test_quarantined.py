"""Players of a quarantined game get no messages; waiting ones are sent when the game is released."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import errors, tasks
from games.clock.control import control
from games.notifications import send
from games.services import nudges, unquarantine
from games.store import quarantine
from players import preferences
from players.models import Delivery, Notification, Reminder
from tests.games import tables

if TYPE_CHECKING:
    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = 3600


def test_nobody_is_reminded_nudged_or_invited_and_the_ladder_stands_again_afterwards(mail: HttpChannel) -> None:
    people = [tables.person(), tables.person()]
    for player in people:
        preferences.change(player_id=player, changes={"reminders": [HOUR]})
    game = tables.timed(control(turn=24 * HOUR), *people)
    turn = tables.table_of(game).turn
    assert turn is not None
    tasks.wake(str(game))
    assert Reminder.objects.filter(game_id=game).count() == 1
    quarantine.add(game, "for a test")
    told = Notification.objects.count()
    Reminder.objects.update(due_at="2020-01-01T00:00:00Z")
    tasks.carry()
    assert Notification.objects.count() == told
    with pytest.raises(errors.GameQuarantined):
        nudges.nudge(game_id=game, player=people[1 - turn])
    with pytest.raises(errors.GameQuarantined):
        tables.invite(game, people[0], "Bob")
    with pytest.raises(errors.NotSeated):
        nudges.nudge(game_id=game, player=tables.person())
    unquarantine.release(game)
    tasks.wake(str(game))
    [reminder] = Reminder.objects.filter(game_id=game)
    assert reminder.player_id == people[turn]
    assert reminder.deadline_at == tables.state_of(game).game.deadline_at
    assert mail.name


def test_messages_that_wait_go_out_when_the_game_goes_on(mail: HttpChannel, sink: Sink) -> None:
    people = [tables.person(), tables.person()]
    game = tables.started(*people)
    tasks.wake(str(game))
    quarantine.add(game, "for a test")
    send.send_due(mail.name)
    waiting = Delivery.objects.filter(game_id=game, state="pending").count()
    assert waiting
    assert [sink.kinds(player) for player in people] == [[], []]
    assert {one.attempts for one in Delivery.objects.filter(game_id=game)} == {0}
    unquarantine.release(game)
    Delivery.objects.update(next_at="2020-01-01T00:00:00Z")
    send.send_due(mail.name)
    assert sum(len(sink.kinds(player)) for player in people) == waiting
