"""The page of a table says until when a player is on vacation."""

from __future__ import annotations

from datetime import timedelta

import pytest

from common import clock
from games import tasks
from games.clock.control import control
from games.notifications.rendering.format import moment
from games.notifications.rendering.texts import TEXTS
from games.services import vacations
from players import preferences
from players.models import Player
from players.vacations import Wish
from tests.games import tables
from tests.games.pages.clients import on_turn, visitor

pytestmark = pytest.mark.django_db
ZONE = "Asia/Kathmandu"


def test_the_step_that_asks_says_until_when_the_move_must_be_made() -> None:
    people = [tables.person(), tables.person()]
    game = tables.timed(control(turn=86400), *people)
    for player in people:
        preferences.change(player_id=player, changes={"time_zone": ZONE})
    me = on_turn([visitor(player, game) for player in people])
    deadline = tables.state_of(game, me.player).game.deadline_at
    assert deadline is not None
    said = f"Your time for this decision ends: {moment(deadline, ZONE, TEXTS['en'])}"
    for path in (me.table(), me.moves()[0][1]):
        assert me.see(path).text.count(said) == 1


def test_the_page_says_until_when_the_one_is_away_whom_all_wait_for() -> None:
    people = [tables.person(), tables.person()]
    game = tables.timed(control(turn=86400), *people)
    for player in people:
        preferences.change(player_id=player, changes={"time_zone": ZONE})
    visitors = [visitor(player, game) for player in people]
    me = on_turn(visitors)
    other = next(one for one in visitors if one is not me)
    assert "until" not in other.see(other.table()).text
    ends_at = clock.now() + timedelta(days=3)
    vacations.plan(me.player, Wish(None, ends_at))
    tasks.sweep()
    name, back = Player.objects.get(id=me.player).name, moment(ends_at, ZONE, TEXTS["en"])
    assert f"{name} is on vacation until {back}." in other.see(other.table()).text
    assert f"You are on vacation until {back}." in me.see(me.table()).text
    tables.later(4 * 86400)
    assert "until" not in other.see(other.table()).text
