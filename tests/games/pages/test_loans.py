"""The links in messages of somebody who has borrowed a seat work as long as the loan runs."""

from __future__ import annotations

import pytest

import engine
from games.services import loans
from tests.games import tables
from tests.games.pages.clients import faced_with, visitor

pytestmark = pytest.mark.django_db


def test_a_friend_moves_by_a_link_until_the_seat_is_back() -> None:
    me, *_ = faced_with(engine.Draw)
    seat = tables.state_of(me.game, me.player).seat
    assert seat is not None
    friend = tables.person()
    offered = loans.offer(game_id=me.game, player=me.player, seat=seat, hours=5, wanted="").loan
    assert offered is not None
    loans.accept(game_id=me.game, player=friend, seat=seat, code=offered.code)
    theirs = visitor(friend, me.game)
    table, draw = theirs.table(), theirs.move(engine.Draw)
    page = theirs.made(draw)
    assert page.heading == "Your move is made"
    loans.end(game_id=me.game, player=me.player, seat=seat)
    version = tables.version_of(me.game)
    for path in (table, draw):
        assert theirs.client.get(path).status_code >= 400
        assert theirs.client.post(path).status_code >= 400
    assert tables.version_of(me.game) == version
