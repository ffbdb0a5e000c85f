"""Two versions of the code write the cached states of a game in turn. Neither reads those of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games.audit import check
from games.services.get_game import get_game
from games.store import folds, reader
from games.types import EVERY
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 2 * EVERY + 40


class Process:
    """A process with a version of the code and a memory of its own. Counts statements and events that it decodes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, newer: int) -> None:
        self.monkeypatch = monkeypatch
        self.version = engine.ENGINE_VERSION + newer
        self.kept = folds.Folds()
        self.statements: list[str] = []
        self.decoded = 0

    def do(self, call: Callable[[], Any]) -> Any:
        read = reader.decoded

        def decoded(row: Any) -> engine.Event:
            self.decoded += 1
            return read(row)

        self.decoded = 0
        with self.monkeypatch.context() as patch, CaptureQueriesContext(connection) as said:
            patch.setattr(engine, "ENGINE_VERSION", self.version)
            patch.setattr(folds, "kept", self.kept)
            patch.setattr(reader, "decoded", decoded)
            result = call()
        self.statements = [query["sql"].split()[0] for query in said]
        return result

    def look(self, game: UUID, player: Player) -> engine.Table:
        table: engine.Table = self.do(lambda: get_game(game, player)).table
        return table

    def move(self, game: UUID, players: tuple[Player, Player]) -> None:
        table = self.look(game, players[0])
        seat = table.turn if table.turn is not None else 0
        command = engine.legal_commands(table, seat)[0]
        self.do(lambda: tables.send(game, players[seat], command))


@pytest.fixture
def old(monkeypatch: pytest.MonkeyPatch) -> Process:
    return Process(monkeypatch, newer=0)


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch) -> Process:
    return Process(monkeypatch, newer=1)


@pytest.fixture
def players() -> tuple[Player, Player]:
    return tables.person(), tables.person()


@pytest.fixture
def game(players: tuple[Player, Player]) -> UUID:
    game = tables.started(*players, target=2_000)
    tables.play_until(game, LONG, *players)
    return game


def plain(table: engine.Table) -> bytes:
    return engine.encode_table(table)


def from_the_log(game: UUID) -> bytes:
    return plain(engine.replay(tables.events_of(game)))


def test_a_process_folds_a_game_once_and_then_only_what_the_other_version_has_added(
    game: UUID, players: tuple[Player, Player], old: Process, new: Process
) -> None:
    for mover, other in [(old, new), (new, old)]:
        mover.move(game, players)
        other.look(game, players[0])
        assert other.decoded > EVERY
    for mover, other in [(old, new), (new, old)] * 5:
        mover.move(game, players)
        assert len(mover.statements) == 2
        other.look(game, players[0])
        assert other.statements.count("SELECT") <= 2
        assert 0 < other.decoded < EVERY // 2
        other.look(game, players[0])
        assert (other.statements, other.decoded) == (["SELECT"], 0)


def test_a_command_on_a_state_of_other_code_costs_one_statement_more(
    game: UUID, players: tuple[Player, Player], old: Process, new: Process
) -> None:
    new.look(game, players[0])
    old.move(game, players)
    table = old.look(game, players[0])
    seat = table.turn if table.turn is not None else 0
    command = engine.legal_commands(table, seat)[0]
    new.do(lambda: tables.send(game, players[seat], command))
    assert new.statements == ["SELECT"] * 3


def test_both_versions_always_see_the_fold_of_the_log(
    players: tuple[Player, Player], old: Process, new: Process
) -> None:
    game = tables.started(*players, target=2_000)
    while tables.version_of(game) < EVERY + 20:
        for process in (old, new, new, old):
            process.move(game, players)
        assert plain(old.look(game, players[0])) == plain(new.look(game, players[1])) == from_the_log(game)
    assert check.check_game(game) is None


def test_a_fold_of_another_log_is_not_continued(game: UUID, players: tuple[Player, Player], new: Process) -> None:
    """A restored backup may have another game under the same numbers."""
    new.look(game, players[0])
    fold = new.kept.of(game)
    assert fold is not None
    new.kept.keep(game, fold._replace(version=fold.version - 3, chain=b"another", table=b"gibberish"))
    assert plain(new.look(game, players[0])) == from_the_log(game)
    new.kept.keep(game, fold._replace(version=fold.version + 3, table=b"gibberish"))
    assert plain(new.look(game, players[0])) == from_the_log(game)


def test_nothing_is_remembered_of_states_that_can_be_read(
    game: UUID, players: tuple[Player, Player], old: Process
) -> None:
    old.look(game, players[0])
    old.move(game, players)
    assert old.kept.of(game) is None


def test_a_process_forgets_the_games_that_it_has_not_seen_for_longest() -> None:
    kept = folds.Folds(most=2)
    ids = [uuid4() for _ in range(3)]
    for one in (ids[0], ids[1], ids[0], ids[2]):
        kept.keep(one, folds.Fold(1, b"", b"", None))
    assert [kept.of(one) is not None for one in ids] == [True, False, True]
