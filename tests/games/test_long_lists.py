"""Lists of a player with years of games: the cost of a page depends on its contents, not on the rest of the list."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clock.control import control
from games.reads import lists
from games.reads.lists import GameFilter
from games.store import deadlines
from games.types import Speed, Status
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from games.reads.lists import Page

pytestmark = pytest.mark.django_db(transaction=True)

PAST = 4000
PAGE = 20
ENOUGH = 15 * PAGE
"""The rows that may be read for a page: each of its games, its four seats and their players."""

COPIES = """
CREATE TEMPORARY TABLE copy AS SELECT gen_random_uuid() AS id, n / 3 AS day FROM generate_series(1, %s) AS n
"""
COPY_GAMES = """
INSERT INTO game SELECT (jsonb_populate_record(g, jsonb_build_object(
    'id', c.id,
    'created_at', g.created_at - c.day * interval '1 day', 'updated_at', g.updated_at - c.day * interval '1 day'
))).* FROM game g, copy c WHERE g.id = %s
"""
COPY_SEATS = """
INSERT INTO seat SELECT (jsonb_populate_record(s, jsonb_build_object(
    'game_id', c.id, 'seat_uid', gen_random_uuid(),
    'created_at', s.created_at - c.day * interval '1 day', 'over_at', s.over_at - c.day * interval '1 day'
))).* FROM seat s, copy c WHERE s.game_id = %s
"""


@pytest.fixture
def veteran() -> Iterator[UUID]:
    """Return a player with thousands of finished games, three of them at every moment, two running ones and a lobby.

    They also play a seat that is lent to them.
    """
    ann, bob = tables.person(), tables.person()
    over = tables.started(ann, bob, target=50)
    tables.play_well(over, ann, bob)
    for _ in range(2):
        tables.started(ann, bob)
    tables.lobby_of(ann)
    tables.lend(tables.started(bob, tables.person()), bob, ann)
    with copied(over):
        yield ann


@contextmanager
def copied(game: UUID) -> Iterator[None]:
    """Let there be thousands of copies of a game, three of them at every moment."""
    tables.raw(COPIES, PAST)
    with tables.unguarded():
        tables.raw(COPY_GAMES, game)
        tables.raw(COPY_SEATS, game)
    tables.raw("ANALYZE game, seat, players_player")
    yield
    with tables.unguarded():
        tables.raw("DELETE FROM seat WHERE game_id IN (SELECT id FROM copy)")
        tables.raw("DELETE FROM game WHERE id IN (SELECT id FROM copy)")
    tables.raw("DROP TABLE copy")


def read_rows(call: Callable[[], object]) -> int:
    """Return how many rows PostgreSQL reads from tables and indexes for a call, including discarded ones."""
    with CaptureQueriesContext(connection) as queries:
        call()
    query = queries[0]  # an empty page and options new to this process take a row more, by another statement
    with whole_tables_avoided():
        [[plan]] = tables.raw(f"EXPLAIN (ANALYZE, FORMAT JSON) {query['sql']}")
    [whole] = json.loads(plan) if isinstance(plan, str) else plan
    return sum(taken(node) for node in nodes(whole["Plan"]))


@contextmanager
def whole_tables_avoided() -> Iterator[None]:
    """Let PostgreSQL look rows up one by one: the log of a test may be so small that it would rather read all of it."""
    ways = ("seqscan", "hashjoin", "mergejoin")
    for way in ways:
        tables.raw(f"SET enable_{way} = off")
    yield
    for way in ways:
        tables.raw(f"RESET enable_{way}")


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from nodes(child)


def taken(node: dict[str, Any]) -> float:
    if "Scan" not in node["Node Type"] or "Relation Name" not in node:
        return 0
    thrown = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return float(node["Actual Loops"] * (node["Actual Rows"] + thrown))


def test_a_page_of_any_list_reads_what_is_on_it(veteran: UUID) -> None:
    def listed(where: GameFilter, cursor: str | None = None) -> Callable[[], Page]:
        return lambda: lists.list_games(veteran, where, cursor, PAGE)

    def mine(cursor: str | None = None) -> Callable[[], Page]:
        return lambda: lists.my_games(veteran, cursor, PAGE)

    for first in (mine, lambda cursor=None: listed(GameFilter(mine=True), cursor)):
        page = first()()
        assert page.next_cursor is not None
        assert read_rows(first()) < ENOUGH
        assert read_rows(first(page.next_cursor)) < ENOUGH
    for where in (
        GameFilter(),
        GameFilter(mine=True, status=Status.FINISHED),
        GameFilter(mine=True, status=Status.RUNNING),
        GameFilter(mine=True, status=Status.LOBBY),
        GameFilter(my_turn=True),
        GameFilter(can_act=True),
        GameFilter(status=Status.FINISHED),
        GameFilter(status=Status.RUNNING),
        GameFilter(status=Status.LOBBY),
        GameFilter(open_seats=True),
        GameFilter(player=veteran),
        GameFilter(player=veteran, status=Status.FINISHED),
        GameFilter(player=veteran, status=Status.RUNNING),
        GameFilter(player=veteran, status=Status.LOBBY),
        GameFilter(player=veteran, open_seats=True),
        *(
            GameFilter(status=status, ruleset=ruleset, edition=edition, speed=speed, open_seats=open_seats)
            for status in (None, *Status)
            for ruleset, edition in ((None, None), ("flip", None), ("flip", "marvel"), ("classic", None))
            for speed in (None, Speed.NONE, Speed.DAYS)
            for open_seats in (False, True)
        ),
    ):
        assert read_rows(listed(where)) < ENOUGH, where
        page = listed(where)()
        if page.next_cursor is not None:
            assert read_rows(listed(where, page.next_cursor)) < ENOUGH, where


def test_strangers_and_sharers_read_no_more(veteran: UUID) -> None:
    eve = tables.person()
    shared = tables.started(veteran, eve)
    for viewer, where, games in (
        (eve, GameFilter(player=veteran), PAGE),
        (eve, GameFilter(player=veteran, mine=True), 1),
        (None, GameFilter(player=veteran), PAGE),
    ):
        page = lists.list_games(viewer, where, None, PAGE)
        assert len(page.items) == games
        assert page.items[0].game.id == shared
        assert read_rows(lambda viewer=viewer, where=where: lists.list_games(viewer, where, None, PAGE)) < ENOUGH


def test_every_game_is_on_one_page_of_a_long_list(veteran: UUID) -> None:
    def walked(page_after: Callable[[str | None], Page]) -> list[tuple[UUID, Any]]:
        page = page_after(None)
        found = list(page.items)
        while page.next_cursor is not None:
            page = page_after(page.next_cursor)
            found += page.items
        return [(item.game.id, item.game) for item in found]

    mine = walked(lambda cursor: lists.my_games(veteran, cursor, 500))
    newest = walked(lambda cursor: lists.list_games(veteran, GameFilter(mine=True), cursor, 500))
    assert len({game for game, _ in mine}) == len(mine) == PAST + 5
    assert {game for game, _ in newest} == {game for game, _ in mine}
    assert len(newest) == len(mine)
    over = [header.updated_at for _, header in mine if header.status is Status.FINISHED]
    assert over == sorted(over, reverse=True)
    created = [header.created_at for _, header in newest]
    assert created == sorted(created, reverse=True)


def test_the_private_games_of_a_player_cost_a_stranger_nothing() -> None:
    cid, eve = tables.person(), tables.person()
    shown = tables.lobby_of(cid).game.id
    with copied(tables.lobby_of(cid, private=True).game.id):
        assert [item.game.id for item in lists.list_games(eve, GameFilter(player=cid), None, PAGE).items] == [shown]
        assert read_rows(lambda: lists.list_games(eve, GameFilter(player=cid), None, PAGE)) < PAGE


def test_a_sweep_reads_only_the_overdue_games_of_its_slice() -> None:
    game = tables.timed(control(turn=60), tables.person(), tables.person())
    with copied(game), tables.travelled(61):
        found = deadlines.overdue(PAGE, 3)
        assert len(found) == PAGE
        assert all(str(one).startswith("3") for one in found)
        assert read_rows(lambda: deadlines.overdue(PAGE, 3)) < 3 * PAGE
