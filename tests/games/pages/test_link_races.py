"""Many presses at once, from several browsers, make one move."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import connection

import engine
from games.audit import check
from tests.games import tables
from tests.games.concurrency import together
from tests.games.pages.clients import Page, faced_with

pytestmark = pytest.mark.django_db(transaction=True)


def test_eight_presses_of_one_link_are_one_move() -> None:
    for _ in range(3):
        me, *_others = faced_with(engine.Draw)
        before = tables.version_of(me.game)
        path = me.move(engine.Draw)
        answers: list[Any] = together(*[partial(me.press, path)] * 8)
        assert [answer.status_code for answer in answers] == [303] * 8, answers
        made = [row for row in tables.rows_of(me.game) if row.seq > before]
        assert len({row.command_id for row in made}) == 1
        assert me.see(path).heading == "Your move is made"
        assert check.check_game(me.game) is None


def test_two_browsers_with_two_links_of_one_turn_make_one_move() -> None:
    me, *_others = faced_with(engine.Play, seats=3)
    before = tables.version_of(me.game)
    paths = [path for _, path in me.moves()][:8]
    answers: list[Any] = together(*(partial(me.press, path) for path in paths))
    assert {answer.status_code for answer in answers} == {303}, answers
    made = [row for row in tables.rows_of(me.game) if row.seq > before]
    assert len({row.command_id for row in made}) == 1
    assert sorted(me.see(path).heading for path in paths) == sorted(
        ["Your move is made"] + ["You have moved already"] * (len(paths) - 1)
    )
    assert check.check_game(me.game) is None


def test_one_link_pressed_with_two_colors_names_one() -> None:
    def wild(command: Any) -> bool:
        return command.card == "W" and command.color is not None and not command.uno

    me, *_others = faced_with(engine.Play, wild)
    path = me.move(engine.Play, wild)
    answers: list[Any] = together(*(partial(me.press, path, [("color", color)]) for color in "RYGB"))
    assert {answer.status_code for answer in answers} == {303}, answers
    assert me.see(path).heading == "Your move is made"
    assert me.see(path).text.count("You play Wild") == 1
    assert check.check_game(me.game) is None


def test_a_game_whose_row_stays_locked_asks_for_patience_and_the_link_works_after() -> None:
    me, *_others = faced_with(engine.Draw)
    path = me.move(engine.Draw)

    def press() -> Any:
        tables.raw("SET lock_timeout = 200")
        return me.press(path)

    connection.set_autocommit(autocommit=False)
    try:
        tables.raw("SELECT FROM game WHERE id = %s FOR UPDATE", me.game)
        (answer,) = together(press)
    finally:
        connection.rollback()
        connection.set_autocommit(autocommit=True)
    assert isinstance(answer, object)
    assert not isinstance(answer, Exception)
    assert answer.status_code == 503
    assert Page(answer.content.decode()).heading == "One moment, please"
    assert me.made(path).heading == "Your move is made"
