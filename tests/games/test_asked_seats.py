"""The columns of a game that say for whom its match waits, and since when."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games.audit import check
from games.reads import lists, one_game
from games.reads.lists import GameFilter
from games.store import asked_seats
from tests.games import tables

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

pytestmark = pytest.mark.django_db


def column(game: UUID) -> tuple[object, ...]:
    return tables.raw("SELECT asked_seats, asked_at FROM game WHERE id = %s", game)[0]


def waits(game: UUID, player: UUID | None) -> tuple[tuple[int, ...], datetime | None]:
    found = one_game.load_game(game, player).game
    return found.waits_for, found.asked_at


def turn_of(game: UUID) -> int:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn


@pytest.mark.parametrize("seats", [(), (0,), (3,), (0, 2, 9)])
def test_seats_are_read_as_they_were_written(seats: tuple[int, ...]) -> None:
    assert asked_seats.read(asked_seats.write(seats)) == seats


def test_a_table_waits_for_nobody_before_the_match() -> None:
    assert waits(tables.lobby_of(tables.person()).game.id, None) == ((), None)


def test_a_match_waits_for_the_seat_on_turn_since_its_turn_began() -> None:
    ann, bob = tables.person(), tables.person()
    with tables.travelled(-7200):
        game = tables.started(ann, bob)
        begun = tables.log_of(game)[-1].recorded_at
    assert waits(game, ann) == ((turn_of(game),), begun)
    mover = turn_of(game)
    tables.send(game, (ann, bob)[mover], tables.legal(game)[1])
    seats, since = waits(game, ann)
    assert seats == (turn_of(game),)
    assert since is not None
    assert since > begun
    assert check.check_game(game) is None


def test_what_others_do_meanwhile_does_not_make_the_wait_shorter() -> None:
    ann, bob = tables.person(), tables.person()
    with tables.travelled(-7200):
        game = tables.started(ann, bob)
    before = waits(game, ann)
    tables.send(game, (ann, bob)[1 - turn_of(game)], engine.Vote("abort"))
    assert waits(game, ann) == before
    assert tables.state_of(game).game.updated_at > (before[1] or 0)  # type: ignore[operator]
    assert check.check_game(game) is None


def test_a_match_that_is_over_waits_for_nobody() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, scoring="single_round")
    tables.play_well(game, ann, bob)
    assert column(game) == (0, None)
    assert check.check_game(game) is None


def test_a_repeated_command_has_the_same_answer_with_and_without_a_new_turn() -> None:
    ann, bob = tables.person(), tables.person()
    with tables.travelled(-7200):
        game = tables.started(ann, bob)
    for player, command in (
        ((ann, bob)[1 - turn_of(game)], engine.Vote("abort")),
        ((ann, bob)[turn_of(game)], tables.legal(game)[1]),
    ):
        key = uuid4()
        first = tables.send(game, player, command, key)
        assert first.game.asked_at is not None
        assert replace(tables.send(game, player, command, key), replayed=False) == first


def test_spectators_who_are_behind_are_told_nothing_of_it() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, spectators="delayed")
    tables.send(game, (ann, bob)[turn_of(game)], tables.legal(game)[1])
    assert waits(game, None) == ((), None)
    [listed] = lists.list_games(None, GameFilter(), None, 10).items
    assert (listed.game.waits_for, listed.game.asked_at) == ((), None)
    [own] = lists.list_games(ann, GameFilter(), None, 10).items
    assert (own.game.waits_for, own.game.asked_at) == waits(game, ann)
    assert own.game.waits_for == (turn_of(game),)
