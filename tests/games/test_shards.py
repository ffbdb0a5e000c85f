"""Each hot statement names the game by a parameter, so that a cluster sends it to one shard (docs/operators/citus.md).

PostgreSQL itself says so: in the plan of every statement, also of those inside functions, each scan of a table that
has a game's rows is limited to this game by a value, not by a column of another table.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.db import connection

import engine
from common import clock
from games import errors
from games.clock.control import control
from games.notifications import snapshot
from games.reads import one_game, updates
from games.reliability import counters
from games.rematches import listed
from games.services import closed_tables, commands, series, worker
from games.services.get_game import get_game
from games.store import deadlines, outbox, reader
from games.streams import queries
from players import secret_tokens, services
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.django_db(transaction=True)

BY_GAME: Final = re.compile(
    "game|seat|former_seat|loan|game_secret|event(_[0-9]+)?|command|outbox|snapshot|game_archive(_.*)?|audit_mark"
    "|automatic_move|standing_orders"
)
"""The tables that are distributed by the id of the game."""


class Scan(NamedTuple):
    """A scan of one of these tables: the statement, the table, and the conditions."""

    statement: str
    table: str
    conditions: str

    def is_of(self, *games: UUID) -> bool:
        """Return whether it reads rows of these games only, whatever the rest of the statement finds.

        A statement about several games names them once, and joins the rest by the id of the game.
        """
        column = "id" if self.table == "game" else "game_id"
        if len(games) > 1 and self.table != "game" and re.search(r"\bgame_id = \w+\.(game_)?id\b", self.conditions):
            return True
        if any(re.search(rf"\b{column} = '{game}'::uuid", self.conditions) for game in games):
            return True
        found = re.search(rf"\b{column} = ANY \('{{(.*?)}}'::uuid\[\]\)", self.conditions)
        return found is not None and set(found[1].split(",")) <= set(map(str, games))


@contextmanager
def watched() -> Iterator[list[Scan]]:
    """Yield the scans of all statements of the block."""
    scans: list[Scan] = []

    def note(diagnostic: Any) -> None:
        _, said, plan = diagnostic.message_primary.partition("plan:\n")
        if said:
            found = json.loads(plan)
            scans.extend(_scans(found["Query Text"], found["Plan"]))

    settings = {
        "auto_explain.log_min_duration": "0", "auto_explain.log_nested_statements": "on",
        "auto_explain.log_format": "json", "auto_explain.log_level": "notice",
        "plan_cache_mode": "force_custom_plan",
    }  # fmt: skip
    tables.raw("LOAD 'auto_explain'")
    for name, value in settings.items():
        tables.raw(f"SET {name} = {value}")
    session = connection.connection
    session.add_notice_handler(note)
    try:
        yield scans
    finally:
        session.remove_notice_handler(note)
        for name in settings:
            tables.raw(f"RESET {name}")


def _scans(statement: str, node: dict[str, Any]) -> Iterator[Scan]:
    table = node.get("Relation Name", "")
    if BY_GAME.fullmatch(table) and node["Node Type"] != "ModifyTable":
        yield Scan(
            statement, table, " ".join(str(text) for name, text in node.items() if name.endswith(("Cond", "Filter")))
        )
    for child in node.get("Plans", ()):
        yield from _scans(statement, child)


def astray(call: Callable[[], object], *games: UUID) -> list[Scan]:
    """Return the scans that read, or could read, other games than these. Fails if there are no scans at all."""
    with watched() as scans:
        call()
    assert scans
    return [scan for scan in scans if not scan.is_of(*games)]


@pytest.fixture(autouse=True)
def _sharded(settings: Any) -> None:
    settings.DATABASE_SHARDED = True


@pytest.fixture
def people() -> tuple[UUID, UUID]:
    return tables.person(), tables.person()


@pytest.fixture
def game(people: tuple[UUID, UUID]) -> UUID:
    return tables.started(*people, spectators="delayed")


def move(game: UUID, people: tuple[UUID, ...]) -> None:
    seat, command = tables.legal(game)
    tables.send(game, people[seat], command)


def test_a_scan_by_a_column_of_another_table_is_noticed(game: UUID) -> None:
    def call() -> None:
        tables.raw("SELECT (SELECT count(*) FROM seat s WHERE s.game_id = g.id) FROM game g WHERE g.id = %s", game)

    assert [scan.table for scan in astray(call, game)] == ["seat"]


def test_a_look_reads_one_game(game: UUID, people: tuple[UUID, UUID]) -> None:
    for player in (*people, None):
        assert astray(lambda player=player: get_game(game, player), game) == []
    _, secret = services.create_guest()
    assert astray(lambda: one_game.bearer_and_game(secret_tokens.digest(secret), game), game) == []


def test_a_command_reads_one_game(game: UUID, people: tuple[UUID, UUID]) -> None:
    for _ in range(5):
        seat, command = tables.legal(game)
        assert astray(lambda seat=seat, command=command: tables.send(game, people[seat], command), game) == []
        assert astray(lambda seat=seat, command=command: _refused(game, people[seat], command), game) == []


def _refused(game: UUID, player: UUID, command: engine.Command) -> None:
    with pytest.raises(engine.RuleViolation):
        tables.send(game, player, command)


def test_a_command_that_comes_again_and_one_that_is_late_read_one_game(game: UUID, people: tuple[UUID, UUID]) -> None:
    seat, command = tables.legal(game)
    key = uuid4()
    tables.send(game, people[seat], command, key)
    assert astray(lambda: tables.send(game, people[seat], command, key), game) == []
    seat, command = tables.legal(game)

    def stale() -> None:
        with pytest.raises(errors.StaleVersion):
            tables.send(game, people[seat], command, expected_version=1)

    assert astray(stale, game) == []


def test_time_outs_read_the_games_that_they_are_of(people: tuple[UUID, UUID]) -> None:
    games = [tables.timed(control(turn=60), *people) for _ in range(3)]
    with tables.travelled(61):
        watch = deadlines.watch()
        assert astray(lambda: commands.settle_together(games[1:], watch), *games[1:]) == []
        assert astray(lambda: commands.settle(games[0], watch), games[0]) == []
    assert any(isinstance(event, engine.TimedOut) for event in tables.events_of(games[2]))


def test_a_page_of_events_reads_one_game(game: UUID, people: tuple[UUID, UUID]) -> None:
    for player in (*people, None):
        assert astray(lambda player=player: one_game.events_after(game, player, 0, 100), game) == []
        assert astray(lambda player=player: one_game.head_of(game, player), game) == []
    version = tables.version_of(game)
    assert astray(lambda: one_game.state_at(game, people[0], version), game) == []
    assert astray(lambda: reader.since(game, people[0], 1, version), game) == []
    assert astray(lambda: reader.command_events(game, version), game) == []
    assert astray(lambda: reader.through(game, 1, version), game) == []


def test_streams_read_the_games_that_somebody_follows(people: tuple[UUID, UUID]) -> None:
    games = [tables.started(*people, spectators="delayed") for _ in range(3)]
    wanted = {(game, outside): 1 for game in games for outside in (False, True)}
    assert astray(lambda: updates.after(wanted, 100), *games) == []
    assert astray(lambda: updates.marks(games), *games) == []


def test_the_worker_claims_and_tells_the_work_of_one_game(game: UUID, people: tuple[UUID, UUID]) -> None:
    assert astray(lambda: worker.run_outbox(game), game) == []
    move(game, people)
    assert astray(lambda: worker.run_outbox(game), game) == []


def test_bots_read_the_game_in_which_they_move(people: tuple[UUID, UUID]) -> None:
    game = tables.with_bots(people[0], count=2)
    assert astray(lambda: tables.let_bots_move(game), game) == []
    if tables.table_of(game).turn == 0:
        move(game, people)
    assert astray(lambda: worker.run_outbox(game), game) == []


MAY_ASK_ALL: Final = {
    "games with work that is due": outbox.DUE,
    "games whose time is up": deadlines.OVERDUE,
    "games whose work was forgotten": worker.STALLED,
    "games with new events": reader.CHANGED,
    "finished matches that are not counted": counters.UNCOUNTED,
    "tables that have waited too long": closed_tables.DUE,
    "series that go on": series.DUE,
    "seats of players": updates.ROSTERS,
    "rematches of players": listed._MARKS,
}
"""The statements of worker and streams that look for games, and so have no game to name."""


def test_only_these_statements_ask_all_nodes(people: tuple[UUID, UUID]) -> None:
    game = tables.started(*people)
    with watched() as scans:
        worker.sweep()
        queries.sweep(clock.now() - timedelta(seconds=5), [], [game], people)
    found = {_spaced(scan.statement) for scan in scans if not scan.is_of(game)}
    assert found == {_spaced(sql) for sql in MAY_ASK_ALL.values()}


def _spaced(sql: str) -> str:
    """Return a statement with one word for every parameter."""
    return " ".join(re.sub(r"\$\d+|%\(\w+\)s|%s", "?", sql).split())


def test_a_cluster_answers_as_a_single_server(people: tuple[UUID, UUID], settings: Any) -> None:
    games = [tables.started(*people, spectators="delayed") for _ in range(3)]
    for game in games[1:]:
        tables.send(game, people[(found := tables.legal(game))[0]], found[1])
    wanted = {(game, outside): 1 for game in games for outside in (False, True)}

    def answers() -> list[object]:
        pages = [one_game.events_after(game, player, 0, 100) for game in games for player in (*people, None)]
        heads = [one_game.head_of(game, None) for game in games]
        told = [snapshot.load_command(game, tables.version_of(game)) for game in games]
        return [pages, heads, updates.after(wanted, 2), [one and one.events for one in told]]

    in_cluster = answers()
    settings.DATABASE_SHARDED = False
    assert answers() == in_cluster
