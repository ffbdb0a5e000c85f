"""The queries that read one game."""

import pytest

from games.reads import one_game
from players.models import Player
from tests.games import tables

pytestmark = pytest.mark.django_db


def test_events_come_in_order_and_in_pages() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    version = tables.version_of(game)
    first = one_game.events_after(game, ann, 0, 3)
    rest = one_game.events_after(game, ann, 3, 1000)
    assert [logged.seq for logged in (*first.events, *rest.events)] == list(range(1, version + 1))
    assert (first.more, rest.more) == (True, False)
    assert rest.events[-1].chain == rest.chain
    beyond = one_game.events_after(game, ann, version + 5, 10)
    assert (beyond.events, beyond.more, beyond.version) == ((), False, version)


def test_a_game_stays_in_the_list_under_the_name_its_players_have_now() -> None:
    ann = tables.person()
    game = tables.lobby_of(ann).game.id
    tables.raw("UPDATE players_player SET name = 'Queen Ann' WHERE id = %s", ann)
    assert tables.state_of(game).game.seats[0].name == "Queen Ann"


def test_a_player_who_is_gone_leaves_a_seat_without_a_name_and_a_sound_log() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    Player.objects.get(pk=bob).delete()
    assert [seat.name is None for seat in tables.state_of(game).game.seats] == [False, True]
