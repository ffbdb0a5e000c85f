"""Append the events of a command."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.db import OperationalError, connection, transaction

import engine
from common.database.prepared import Prepared
from games import clock as clocks
from games import errors
from games.store import acting_seats, asked_seats, seats, table_summary
from games.store.load import archived_command
from games.types import EventRow, LoggedEvent, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from common.database.prepared import Parameter
    from engine import Event, Table
    from games.clock import Clock
    from games.store.columns import DerivedColumns
    from games.store.load import Loaded
    from games.types import SeatKind


BUSY: Final = frozenset({"55P03", "57014", "40001", "40P01"})
"""SQLSTATEs of lock or statement time-out, conflict and deadlock: nothing was written and a retry helps."""

_CALL: Final = """append_command(
    %s::uuid, %s::int, %s::uuid, %s::bytea, %s::smallint, %s::timestamptz,
    %s::smallint[], %s::smallint[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[],
    %s::bytea, %s::smallint, %s::smallint,
    %s::smallint, %s::smallint, %s::smallint, %s::smallint, %s::smallint, %s::boolean, %s::timestamptz, %s::bytea,
    %s::smallint, %s::boolean,
    %s::smallint, %s::uuid, %s::smallint, %s::uuid, %s::text, %s::smallint, %s::timestamptz, %s::text)"""
APPEND: Final = Prepared(f"SELECT {_CALL}")

# Runs only if nothing was written. The faster command has committed by then and the log only grows, so no lock is
# needed.
WHY_NOT: Final = Prepared("""
SELECT g.version, g.status, c.fingerprint, c.first_seq, c.last_seq
FROM game g LEFT JOIN command c ON c.game_id = g.id AND c.command_id = %s::uuid
WHERE g.id = %s::uuid
""")

DROP_CACHES: Final = "UPDATE game SET state_cache = NULL, clock_cache = NULL WHERE state_cache IS NOT NULL"
DROP_SNAPSHOTS: Final = "DELETE FROM snapshot"


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The player of a seat after the command. `uid` is a random name for this occupancy of the seat."""

    seat: int
    kind: SeatKind
    uid: UUID
    player: UUID | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """The additions of a command to the log. `table` is the fold after `events`, `columns` are derived from it.

    `asked_at`: since when the seats are asked that the match waits for. `vacant`: the seats that may be taken over.
    """

    actor: int
    command_id: UUID
    fingerprint: bytes
    events: Sequence[Event]
    table: Table
    columns: DerivedColumns
    salt: Callable[[int], bytes]
    clock: Clock | None = None
    outbox_kind: int | None = None
    notify: bool = False
    seat_change: SeatChange | None = None
    asked_at: datetime | None = None
    vacant: tuple[int, ...] = ()


class Appended(NamedTuple):
    """The outcome of a command: ok | replayed | key_reused | conflict | finished | missing.

    `version` is that of the game. `first_seq` and `last_seq` are those of the command (ok, replayed). `events` and
    `chain` are set only if `outcome` is ok. Every other outcome means that nothing was written.
    """

    outcome: str
    version: int
    first_seq: int | None = None
    last_seq: int | None = None
    events: tuple[LoggedEvent, ...] = ()
    chain: bytes = b""


def append_events(loaded: Loaded, batch: Batch) -> Appended:
    """Write the events of an accepted command after `loaded`, or return why nothing was written.

    Raises `StoreBusy` if the row of the game stays locked, `ValueError` for a command without events.
    """
    if not batch.events:
        raise ValueError("a command has at least one event")
    rows = list(_chained(loaded, batch))
    with _seats_in_step([(loaded, batch)]):
        written = _run(APPEND, _parameters(loaded, batch, rows))
    return _appended(batch, rows) if written == (True,) else _why_not(loaded.game.id, batch)


def append_together(commands: Sequence[tuple[Loaded, Batch]]) -> list[Appended | None]:
    """Write the events of a command in each of these games, in one transaction. None: that game has changed.

    Raises as `append_events`; then nothing is written in any of them. The games come in the order of their ids, so that
    two transactions lock the same games in the same order.
    """
    rows = [list(_chained(loaded, batch)) for loaded, batch in commands]
    parameters = [_parameters(*command, its) for command, its in zip(commands, rows, strict=True)]
    with _seats_in_step(commands):
        written = _run(_appending(len(commands)), chain.from_iterable(parameters)) or ()
    return [
        _appended(batch, its) if is_written else None
        for is_written, (_, batch), its in zip(written, commands, rows, strict=True)
    ]


@contextmanager
def _seats_in_step(commands: Sequence[tuple[Loaded, Batch]]) -> Iterator[None]:
    """In a cluster of databases, write the seats in the row of a game whose seats or loans the block changes."""
    changed = [
        loaded.game.id
        for loaded, batch in commands
        if batch.seat_change is not None or batch.columns.status is Status.FINISHED  # which ends all loans
    ]
    if not settings.DATABASE_SHARDED or not changed:
        yield
        return
    with transaction.atomic():
        yield
        seats.keep_in_step(changed)


@lru_cache
def _appending(games: int) -> Prepared:
    return Prepared("SELECT " + ", ".join([_CALL] * games))


def _appended(batch: Batch, rows: Sequence[EventRow]) -> Appended:
    written = tuple(
        LoggedEvent(row.seq, row.recorded_at, row.actor, row.command_id, event, row.chain, row.private_commitment)
        for row, event in zip(rows, batch.events, strict=True)
    )
    return Appended("ok", rows[-1].seq, rows[0].seq, rows[-1].seq, written, rows[-1].chain)


def _chained(loaded: Loaded, batch: Batch) -> Iterator[EventRow]:
    match_id = loaded.game.id.bytes
    recorded_at_us = clocks.micros(loaded.now)
    link = loaded.game.chain
    for seq, event in enumerate(batch.events, loaded.game.version + 1):
        code, schema_version, public, private = engine.encode_event(event)
        commitment = None if private is None else engine.private_commitment(batch.salt(seq), private)
        link = engine.chain_link(
            link, match_id, seq, code, schema_version, recorded_at_us, batch.actor,
            batch.command_id.bytes, public, commitment or engine.NO_PRIVATE,
        )  # fmt: skip
        yield EventRow(
            seq, code, schema_version, batch.actor, batch.command_id, loaded.now, public, private, commitment, link
        )


def _parameters(loaded: Loaded, batch: Batch, rows: Sequence[EventRow]) -> tuple[Parameter, ...]:
    columns = batch.columns
    seat = batch.seat_change
    ends = clocks.deadline(batch.clock, batch.table)
    return (
        loaded.game.id, loaded.game.version, batch.command_id, batch.fingerprint, batch.actor, loaded.now,
        _numbers(row.type for row in rows), _numbers(row.schema_version for row in rows),
        _bodies(row.public for row in rows), _bodies(row.private for row in rows),
        _bodies(row.private_commitment for row in rows), _bodies(row.chain for row in rows),
        engine.encode_table(batch.table, spec=False), engine.STATE_FORMAT, engine.ENGINE_VERSION,
        int(columns.status), columns.open_seats, columns.turn_seat, acting_seats.mask_of(batch.table),
        asked_seats.write(batch.vacant), columns.worker_due,
        None if ends is None else clocks.as_time(ends.at), clocks.encode(batch.clock),
        batch.outbox_kind, batch.notify,
        *((None,) * 5 if seat is None else (seat.seat, seat.uid, int(seat.kind), seat.player, seat.bot)),
        asked_seats.write(columns.waits_for), batch.asked_at, table_summary.write(batch.table),
    )  # fmt: skip


def _run(statement: Prepared, parameters: Iterable[Parameter]) -> tuple[Any, ...] | None:
    try:
        return statement.one(*parameters)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) in BUSY:
            raise errors.StoreBusy from error
        raise


def _why_not(game_id: UUID, batch: Batch) -> Appended:
    row = WHY_NOT.one(batch.command_id, game_id)
    if row is None:
        return Appended("missing", 0)
    version, status, fingerprint, first_seq, last_seq = row
    archived = archived_command(game_id, status, batch.command_id) if fingerprint is None else None
    if archived is not None:
        fingerprint, _, first_seq, last_seq = archived
    if fingerprint is None:
        return Appended("finished" if status == Status.FINISHED else "conflict", version)
    if bytes(fingerprint) != batch.fingerprint:
        return Appended("key_reused", version)
    return Appended("replayed", version, first_seq, last_seq)


# Array literals are written by hand: the driver's dumper looks at every element several times. It also gives arrays
# of NULLs a type of their own, and so the statement another plan.
def _numbers(values: Iterable[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _bodies(values: Iterable[bytes | None]) -> str:
    return "{" + ",".join("NULL" if value is None else f'"\\\\x{value.hex()}"' for value in values) + "}"


def drop_caches() -> int:
    """Drop all cached states and snapshots and return their number. Each game is folded from its log once more."""
    dropped = 0
    with connection.cursor() as cursor:
        for statement in (DROP_CACHES, DROP_SNAPSHOTS):
            cursor.execute(statement)
            dropped += cursor.rowcount
    return dropped
