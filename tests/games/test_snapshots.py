"""Snapshots: the table at any version costs the same early and late, and always equals the log."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

import engine
from games.audit import check
from games.reads import one_game
from games.store import append, reader, replay
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db
LONG = 2 * replay.EVERY


@pytest.fixture
def game() -> UUID:
    """Return a match with two snapshots and some later events."""
    game = tables.bots_only(4, target=2_000)
    tables.play_until(game, LONG + 40)
    return game


def kept(game: UUID) -> list[tuple[object, ...]]:
    return tables.raw("SELECT version, state, clock FROM snapshot WHERE game_id = %s ORDER BY version", game)


def folds(game: UUID) -> list[bytes]:
    """Return the table after every event, folded from the log."""
    table = engine.Table()
    return [engine.encode_table(engine.replay([event], table), spec=False) for event in tables.events_of(game)]


def test_a_command_that_crosses_a_multiple_leaves_the_table_as_it_is_then(game: UUID) -> None:
    ends = [command.last_seq for command in reader.commands(game)]
    crossings = [next(end for end in ends if end >= limit) for limit in range(replay.EVERY, ends[-1] + 1, replay.EVERY)]
    assert len(crossings) == len(kept(game)) >= 2
    states = folds(game)
    assert [(version, bytes(state)) for version, state, _ in kept(game)] == [  # type: ignore[call-overload]  # bytea
        (version, states[version - 1]) for version in crossings
    ]


def test_the_table_at_any_version_is_the_fold_of_the_log_so_far(game: UUID) -> None:
    states = folds(game)
    for version in [*range(1, 30), *range(250, 275), *range(500, len(states) + 1)]:
        moment = replay.moment(game, version)
        assert engine.encode_table(moment.table, spec=False) == states[version - 1]
        assert moment.event.seq == version
        assert moment.rows[0].seq <= version <= moment.rows[-1].seq
        assert {row.command_id for row in moment.rows} == {moment.event.command_id}


def test_a_missing_snapshot_is_made_anew_and_is_the_same(game: UUID) -> None:
    before = kept(game)
    assert append.drop_caches() >= 3
    assert kept(game) == []
    table = tables.table_of(game)
    assert kept(game) == before
    assert engine.encode_table(table, spec=False) == folds(game)[-1]


@pytest.mark.parametrize("stamp", ["state_format", "engine_version"])
def test_a_snapshot_of_older_code_is_passed_over_and_made_anew(game: UUID, stamp: str) -> None:
    before = kept(game)
    tables.raw(f"UPDATE snapshot SET state = 'gibberish', {stamp} = {stamp} - 1 WHERE game_id = %s", game)  # noqa: S608
    moment = replay.moment(game, tables.version_of(game))
    assert engine.encode_table(moment.table, spec=False) == folds(game)[-1]
    assert kept(game) == before


@pytest.mark.parametrize("stamp", ["state_format", "engine_version"])
def test_a_snapshot_of_newer_code_is_passed_over_and_left_to_it(game: UUID, stamp: str) -> None:
    tables.raw(f"UPDATE snapshot SET state = 'newer', {stamp} = {stamp} + 1 WHERE game_id = %s", game)  # noqa: S608
    newer = kept(game)
    moment = replay.moment(game, tables.version_of(game))
    assert engine.encode_table(moment.table, spec=False) == folds(game)[-1]
    assert kept(game) == newer


def test_a_late_version_needs_no_early_event(game: UUID) -> None:
    last = folds(game)[-1]
    first = kept(game)[-1][0]
    with tables.unguarded():
        tables.raw("DELETE FROM event WHERE game_id = %s AND seq <= %s", game, first)
    tables.raw("UPDATE game SET state_cache = NULL WHERE id = %s", game)
    assert engine.encode_table(one_game.find_game(game, None).table, spec=False) == last


def test_an_audit_folds_the_log_and_tells_on_snapshots_that_are_not_its_fold(game: UUID) -> None:
    tables.raw("UPDATE snapshot SET state = 'gibberish' WHERE game_id = %s", game)
    fault = check.check_game(game)
    assert fault is not None
    assert fault.kind == "snapshot"


def test_a_retry_long_after_gets_the_first_answer_though_the_snapshots_are_gone() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, target=2_000)
    seat, command = tables.legal(game)
    key = uuid4()
    first = tables.send(game, (ann, bob)[seat], command, key)
    tables.play_until(game, LONG, ann, bob)
    late_seat, late = tables.legal(game)
    late_key = uuid4()
    second = tables.send(game, (ann, bob)[late_seat], late, late_key)
    for _ in range(2):
        again = tables.send(game, (ann, bob)[seat], command, key)
        assert (again.events, again.table.version, again.replayed) == (first.events, first.table.version, True)
        again = tables.send(game, (ann, bob)[late_seat], late, late_key)
        assert engine.encode_table(again.table) == engine.encode_table(second.table)
        assert again.clock == second.clock
        append.drop_caches()
