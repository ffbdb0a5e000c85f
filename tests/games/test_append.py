"""Every result of the one function that writes the log; only the result ok writes anything."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

import engine
from games.store import append, columns, load
from games.store.append import Batch
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from games.store.load import Loaded

pytestmark = pytest.mark.django_db
FINGERPRINT = sha256(b"who and what").digest()


def loaded_game() -> Loaded:
    """Return a started game, loaded for a command."""
    game = tables.started(tables.person(), tables.person())
    loaded = load.load_for_command(game, None, uuid4())
    assert loaded is not None
    return loaded


def batch_for(loaded: Loaded, command_id: UUID | None = None, fingerprint: bytes = FINGERPRINT) -> Batch:
    """Return a legal move as a batch to be written; `loaded` stays unchanged."""
    assert loaded.seed is not None
    chance = engine.Chance(loaded.game.id.bytes, loaded.seed)
    table = loaded.table.copy()
    seat = table.turn or 0
    events = engine.act(table, seat, engine.legal_commands(table, seat)[0], chance)
    return Batch(seat, command_id or uuid4(), fingerprint, events, table, columns.derive(table), chance.private_salt)


def everything(game: UUID) -> list[object]:
    return [
        tables.raw(f"SELECT * FROM {table} WHERE {key} = %s ORDER BY 1, 2, 3", game)  # noqa: S608
        for table, key in (("game", "id"), ("event", "game_id"), ("command", "game_id"), ("outbox", "game_id"))
    ]


def test_ok_gives_the_new_version_and_the_range_of_the_events() -> None:
    loaded = loaded_game()
    batch = batch_for(loaded)
    answer = append.append_events(loaded, batch)
    version = loaded.game.version
    count = len(batch.events)
    assert answer[:4] == ("ok", version + count, version + 1, version + count)


def test_replayed_gives_the_range_of_the_first_time() -> None:
    loaded = loaded_game()
    batch = batch_for(loaded)
    first = append.append_events(loaded, batch)
    before = everything(loaded.game.id)
    again = append.append_events(loaded, batch)
    assert again[:4] == ("replayed", first.version, first.first_seq, first.last_seq)
    assert everything(loaded.game.id) == before


@pytest.mark.parametrize(("fingerprint", "outcome"), [(FINGERPRINT, "replayed"), (b"0" * 32, "key_reused")])
def test_a_command_that_is_legal_again_is_not_written_again(fingerprint: bytes, outcome: str) -> None:
    first = batch_for(loaded := loaded_game())
    append.append_events(loaded, first)
    now = load.load_for_command(loaded.game.id, None, uuid4())
    assert now is not None
    before = everything(loaded.game.id)
    assert append.append_events(now, batch_for(now, first.command_id, fingerprint)).outcome == outcome
    assert everything(loaded.game.id) == before


def test_another_request_under_the_same_id_is_key_reused() -> None:
    loaded = loaded_game()
    batch = batch_for(loaded)
    append.append_events(loaded, batch)
    before = everything(loaded.game.id)
    other = replace(batch, fingerprint=sha256(b"another").digest())
    assert append.append_events(loaded, other).outcome == "key_reused"
    assert everything(loaded.game.id) == before


@pytest.mark.parametrize("off", [-1, 1])
def test_any_other_version_is_a_conflict(off: int) -> None:
    loaded = loaded_game()
    batch = batch_for(loaded)
    before = everything(loaded.game.id)
    elsewhere = replace(loaded, game=replace(loaded.game, version=loaded.game.version + off))
    answer = append.append_events(elsewhere, batch)
    assert answer[:4] == ("conflict", loaded.game.version, None, None)
    assert everything(loaded.game.id) == before


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_a_finished_game_answers_finished_whatever_the_version_and_nothing_is_written(off: int) -> None:
    loaded = loaded_game()
    tables.raw("UPDATE game SET status = 2 WHERE id = %s", loaded.game.id)
    before = everything(loaded.game.id)
    elsewhere = replace(loaded, game=replace(loaded.game, version=loaded.game.version + off))
    assert append.append_events(elsewhere, batch_for(loaded)).outcome == "finished"
    assert everything(loaded.game.id) == before


def test_a_game_that_is_not_there_answers_missing() -> None:
    loaded = loaded_game()
    nowhere = replace(loaded, game=replace(loaded.game, id=uuid4()))
    assert append.append_events(nowhere, batch_for(loaded)).outcome == "missing"


CALL = """
SELECT append_command(%s::uuid, %s::int, gen_random_uuid(), sha256('x'), 0::smallint, now(), {types}::smallint[],
    {types}::smallint[], {bodies}::bytea[], {bodies}::bytea[], {bodies}::bytea[], {bodies}::bytea[],
    'x', 1::smallint, 1::smallint, 1::smallint, 0::smallint, NULL, 0::smallint, 0::smallint, false,
    NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, 0::smallint, NULL, NULL)
"""


@pytest.mark.parametrize(
    ("types", "bodies"),
    [("'{}'", "'{}'"), ("'{1,2}'", "'{x}'"), ("'{1}'", "'{}'"), ("'{1}'", "'{x}'"), ("NULL", "NULL")],
)
def test_a_command_without_events_or_with_halves_of_them_is_an_error_and_writes_nothing(
    types: str, bodies: str
) -> None:
    loaded = loaded_game()
    before = everything(loaded.game.id)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(CALL.format(types=types, bodies=bodies), [loaded.game.id, loaded.game.version])
    assert everything(loaded.game.id) == before


def test_the_log_keeps_public_and_private_parts_apart() -> None:
    loaded = loaded_game()
    for row in tables.rows_of(loaded.game.id):
        assert (row.private is None) == (row.private_commitment is None)
        tag = engine.TAGS[engine.EVENT_TYPES[row.type]]
        if tag in {"round_started", "hands_dealt"}:
            assert row.private
            assert b'"cards"' not in row.public
            assert b'"pile"' not in row.public
