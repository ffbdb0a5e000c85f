"""A link shows the table and asks; the button makes the move once, and the page leads on."""

from __future__ import annotations

import pytest

import engine
from games.models import Game
from games.pages import link
from tests.games import tables
from tests.games.pages.clients import company, faced_with, on_turn, visitor

pytestmark = pytest.mark.django_db


def test_a_link_asks_before_anything_happens() -> None:
    me = on_turn(company("Ann", "Bob"))
    before = tables.rows_of(me.game)
    for command, path in me.moves():
        for _ in range(2):  # mail scanners open every link, some of them twice
            page = me.see(path)
            assert page.heading.endswith("?")
            assert len(page.forms) == 1, command
            assert "Nothing has happened yet" in page.text
            assert me.client.head(path).status_code == 200
    assert tables.rows_of(me.game) == before


def test_the_button_makes_the_move_and_the_page_tells_what_came_of_it() -> None:
    me, *_ = faced_with(engine.Draw)
    version = tables.version_of(me.game)
    page = me.made(me.move(engine.Draw))
    assert page.heading == "Your move is made"
    assert "You draw" in page.text
    assert tables.version_of(me.game) > version


def test_the_page_shows_the_table_as_its_player_sees_it() -> None:
    me, other = faced_with(engine.Draw)
    view = tables.state_of(me.game, me.player)
    hand = engine.view(view.table, view.seat).hand
    assert hand is not None
    for path in (me.table(), me.move(engine.Draw)):
        page = me.see(path)
        assert sum("card" in str(found.get("class")).split() for _, found in page.tags) >= len(hand)
        assert any(word.startswith(("Ann", "Bob")) for word in page.text.split())
    waiting = other.see(other.table())
    assert waiting.heading == "Not your turn"
    assert waiting.forms == []


def test_a_turn_can_be_finished_without_another_message() -> None:
    for _ in range(30):
        me, *_ = faced_with(engine.Draw)
        page = me.made(me.move(engine.Draw))
        if tables.table_of(me.game).turn == tables.state_of(me.game, me.player).seat and "just drawn" in page.text:
            break
    keep = next(path for path in page.links if "Keep the card" in me.see(path).heading)
    done = me.made(keep)
    assert "You keep the card" in done.text


def test_pressing_twice_is_one_move() -> None:
    me, *_ = faced_with(engine.Draw)
    path = me.move(engine.Draw)
    me.made(path)
    version = tables.version_of(me.game)
    again = me.made(path)
    assert again.heading == "Your move is made"
    assert tables.version_of(me.game) == version


def test_a_second_link_of_the_same_turn_makes_no_move_and_says_so() -> None:
    me, *_ = faced_with(engine.Play, seats=3)
    paths = [path for _, path in me.moves()]
    me.made(paths[0])
    version = tables.version_of(me.game)
    for path in paths[1:]:
        assert me.see(path).heading == "You have moved already"
        assert me.made(path).heading == "You have moved already"
    assert tables.version_of(me.game) == version


@pytest.mark.parametrize(("acting", "heading"), [(0, "You have moved already"), (1, "The table has moved on")])
def test_a_link_makes_no_move_at_a_later_version_though_the_rules_would_accept_it(acting: int, heading: str) -> None:
    visitors = faced_with(engine.Draw, seats=3)
    me = visitors[0]
    path = me.move(engine.Draw)
    tables.send(me.game, visitors[acting].player, engine.Vote("abort"))
    assert engine.Draw in [type(command) for command, _ in me.moves()]
    version = tables.version_of(me.game)
    page = me.see(path)
    assert (page.heading, page.forms) == (heading, [])
    assert me.made(path).heading == heading
    assert tables.version_of(me.game) == version


def test_the_page_of_an_older_link_tells_what_has_happened_since_and_nothing_else() -> None:
    me, other, _ = faced_with(engine.Draw, seats=3)
    told = tables.version_of(me.game)
    token = me.table().rpartition("/")[2]
    for one in (me, other):
        tables.send(me.game, one.player, engine.Vote("abort"))
    found = link.visit(token, None)
    assert isinstance(found, link.Visit)
    assert [logged.seq for logged in found.news] == list(range(told + 1, tables.version_of(me.game) + 1))


def test_who_was_overtaken_by_another_is_told_what_happened() -> None:
    # Several seats may catch a missed call of UNO, also at the same time.
    visitors = company("Ann", "Bob", "Cid")
    for number in range(2000):
        table = tables.table_of(visitors[0].game)
        if table.turn is None:
            visitors = company("Ann", "Bob", "Cid")
            continue
        catchers = [one for one in visitors for command, _ in one.moves() if isinstance(command, engine.Catch)]
        if len(catchers) > 1:
            break
        me = on_turn(visitors)
        legal = [command for command, _ in me.moves()]
        plays = [command for command in legal if isinstance(command, engine.Play) and not command.uno] or legal
        tables.send(me.game, me.player, plays[number % len(plays)])
    first, second = catchers[:2]
    slow = second.move(engine.Catch)
    first.made(first.move(engine.Catch))
    version = tables.version_of(first.game)
    page = second.made(slow)
    assert page.heading == "The table has moved on"
    assert "without a call of UNO" in page.text
    assert tables.version_of(first.game) == version


def test_after_the_match_every_link_shows_how_it_ended() -> None:
    visitors = company("Ann", "Bob", scoring="single_round")
    me = on_turn(visitors)
    early = [me.table(), *(path for _, path in me.moves())]
    tables.play_out(me.game, *(one.player for one in visitors))
    version = tables.version_of(me.game)
    for path in early:
        page = me.made(path)
        assert "winner" in page.text
        assert page.forms == []
        assert not [path for path in page.links if path.startswith("/m/")]
    assert me.see(early[0]).heading == "The match is over"
    assert tables.version_of(me.game) == version


def test_before_the_match_the_page_says_so() -> None:
    host = tables.person()
    game = tables.lobby_of(host, seats=3).game.id
    me = visitor(host, game)
    page = me.see(me.table())
    assert page.heading == "The match has not begun"


def test_a_whole_match_is_played_by_pages_alone() -> None:
    visitors = company("Ann", "Bob", "Cid", scoring="single_round")
    game = visitors[0].game
    while not (table := tables.table_of(game)).is_over:
        me = on_turn(visitors)
        page = me.see(me.table())
        assert page.heading == "Your turn"
        step = page if page.forms else me.see(page.links[0])
        form = step.forms[0]
        fields = [(name, values[0]) for name, values in form.fields.items()]
        fields += [form.buttons[0]] if form.buttons[0][0] else []
        me.made(form.action, fields)
        assert tables.version_of(game) > table.version
    assert me.see(me.table()).heading == "The match is over"


@pytest.mark.parametrize("private", [False, True])
def test_the_page_of_a_match_that_is_over_leads_to_its_record_and_warns_of_nobodys_moves(*, private: bool) -> None:
    me, other = company("Ann", "Bob")
    Game.objects.filter(id=me.game).update(private=private)
    assert "can move for you" in me.see(me.table()).text
    for one in (me, other):
        tables.send(me.game, one.player, engine.Vote("abort"))
    page = me.see(me.table())
    assert page.heading == "The match is over"
    assert "can move for you" not in page.text
    # Strangers, and so browsers without a session, get nothing of a private match.
    assert len(page.links) == (0 if private else 4)  # its record, transcript, verifier, rules
    for path in page.links:
        assert me.client.get(path).status_code == 200
    assert ("move by move" in page.text) is not private


def test_who_has_resigned_only_watches() -> None:
    me, *_ = faced_with(engine.Draw, seats=3)
    path = me.move(engine.Draw)
    tables.send(me.game, me.player, engine.Resign())
    assert me.see(me.table()).heading == "You have resigned"
    assert me.see(me.table()).forms == []
    assert me.made(path).heading == "You have moved already"
