"""On a real cluster looks, commands, pages of events, streams and claims ask one shard (docs/operators/citus.md)."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.conf import settings

from common.database import queries
from games import leases
from games.distribution import undistributed
from games.notifications import snapshot
from games.reads import lists, one_game, updates
from games.reliability import counters
from games.rematches import listed
from games.services import closed_tables, commands, series, worker
from games.services.get_game import get_game
from games.store import archiver, deadlines, load, outbox, reader, shards
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.citus]

COUNTERS: Final = """
SELECT query_execution_single_shard, query_execution_multi_shard FROM citus_stat_counters
WHERE name = current_database()
"""


class Asked(NamedTuple):
    """How many statements asked one shard, and how many asked several."""

    one: int
    several: int


@contextmanager
def asked() -> Iterator[list[Asked]]:
    """Yield a list that has the statements of the block afterwards, as the coordinator counts them."""
    found: list[Asked] = []
    (before,) = tables.raw(COUNTERS)
    yield found
    (after,) = tables.raw(COUNTERS)
    found.append(Asked(after[0] - before[0], after[1] - before[1]))


def tasks(sql: str, *parameters: Any, **named: Any) -> list[int]:
    """Return how many shards each part of a statement asks, as EXPLAIN says."""
    plan = queries.rows(f"EXPLAIN {sql}", *parameters, **named)
    return [int(count) for (line,) in plan for count in re.findall(r"Task Count: (\d+)", line)]


@pytest.fixture
def people() -> tuple[UUID, UUID]:
    return tables.person(), tables.person()


@pytest.fixture
def game(people: tuple[UUID, UUID]) -> UUID:
    return tables.started(*people, spectators="delayed")


def move(game: UUID, people: tuple[UUID, UUID]) -> None:
    seat, command = tables.legal(game)
    tables.send(game, people[seat], command)


def test_every_table_has_its_place() -> None:
    assert settings.DATABASE_SHARDED
    assert undistributed() == []


def test_the_statements_of_one_game_have_one_task(game: UUID, people: tuple[UUID, UUID]) -> None:
    named = shards.game(shards.NAMED)
    for player in (*people, shards.NOBODY):
        assert tasks(reader.HEAD.format(game=named), player=player, game=game) == [1]
        assert tasks(reader.PAGE.format(game=named), player=player, game=game, after=0, limit=9) == [1]
    assert tasks(load.LOAD.sql, game) == [1]
    assert tasks(load.LOAD_FROM_NODE.sql, uuid4(), game) == [1]
    assert tasks(outbox.CLAIM_ON_NODE.sql, 15, 8, game, game, game) == [1]
    assert tasks(snapshot.ON_NODE.sql, game, 3, 3, game) == [1]
    assert tasks(reader.REACHES.sql, game, 3, bytes(32), game, 3, bytes(32)) == [1]
    stream = reader.UPDATES.format(game=shards.game(shards.NAMED, "wanted.id"))
    assert tasks(stream, games=[game], outsides=[True], afters=[0], limit=9, game=game) == [1]


def test_a_look_asks_one_shard(game: UUID, people: tuple[UUID, UUID]) -> None:
    for player in (*people, None):
        with asked() as found:
            get_game(game, player)
        assert found[0].one >= 1
        assert found[0].several == 0
    with asked() as found:
        one_game.bearer_and_game(bytes(32), game)
        commands.bearer_and_game(bytes(32), game)
    assert found[0].several == 0


def test_a_command_asks_one_shard(game: UUID, people: tuple[UUID, UUID]) -> None:
    for _ in range(5):
        with asked() as found:
            move(game, people)
        assert found[0].one >= 1
        assert found[0].several == 0


def test_pages_of_events_and_past_tables_ask_one_shard(game: UUID, people: tuple[UUID, UUID]) -> None:
    move(game, people)
    with asked() as found:
        for player in (*people, None):
            one_game.events_after(game, player, 0, 100)
        one_game.state_at(game, people[0], tables.version_of(game))
    assert found[0].several == 0


def test_streams_ask_one_shard_for_each_game(people: tuple[UUID, UUID]) -> None:
    games = [tables.started(*people, spectators="delayed") for _ in range(3)]
    wanted = {(game, outside): 1 for game in games for outside in (False, True)}
    with asked() as found:
        seen = updates.after(wanted, 100)
    assert len(seen) == len(wanted)
    assert found == [Asked(len(games), 0)]


def test_the_worker_does_the_work_of_one_game_on_one_shard(game: UUID, people: tuple[UUID, UUID]) -> None:
    move(game, people)
    with asked() as found:
        worker.run_outbox(game)
    assert found[0].one >= 1
    assert found[0].several == 0
    assert tables.raw("SELECT count(*) FROM outbox WHERE game_id = %s AND attempts > 0", game) == [(0,)]


MAY_ASK_ALL: Final = {
    "work that is due": (outbox.DUE, (6, 10.0, 20), "the sweep looks for games"),
    "games whose time is up": (
        deadlines.OVERDUE,
        (leases.before(0), leases.before(16), 9),
        "the sweep looks for games",
    ),
    "games whose work was forgotten": (worker.STALLED, (10, [1], 9), "the sweep looks for games"),
    "series that go on": (series.DUE, (9,), "the sweep looks for games"),
    "matches whose turns are not counted": (counters.UNCOUNTED, (9,), "the sweep looks for games"),
    "games that may be archived": (archiver.DIGITS, (0.0,), "the archiver looks for games"),
    "games with new events": (reader.CHANGED, ([1], "2026-01-01"), "streams look for games once a second"),
    "the seats of players": (updates.ROSTERS, ([UUID(int=1)], [UUID(int=1)]), "a player's games lie on all nodes"),
    "rematches of players": (listed._MARKS, ([UUID(int=1)],), "a player's games lie on all nodes"),
}
"""The statements that ask all shards, with a reason for each."""


@pytest.mark.parametrize("name", MAY_ASK_ALL)
def test_what_looks_for_games_works_on_all_shards(name: str) -> None:
    sql, parameters, _ = MAY_ASK_ALL[name]
    tables.raw(sql, *parameters)
    assert max(tasks(sql, *parameters)) > 1


def test_the_sweep_runs(game: UUID) -> None:
    assert game
    worker.sweep()
    closed_tables.due(9)


def test_lists_show_games_of_all_shards(people: tuple[UUID, UUID]) -> None:
    tables_of_theirs = [tables.lobby_of(people[0]).game for _ in range(6)]
    games = {game.id for game in tables_of_theirs}
    for where in (
        lists.GameFilter(),
        lists.GameFilter(mine=True),
        lists.GameFilter(ruleset=tables_of_theirs[0].ruleset),
    ):
        for player in people[:1] if where.mine else (*people, None):
            assert {item.game.id for item in lists.list_games(player, where, None, 50).items} >= games
    assert {item.game.id for item in lists.my_games(people[0], None, 50).items} >= games
