"""The event store: the only code that writes the log, and the only SQL of the hot path.

A command costs one statement to load (header, cached state, seats, sealed seed, earlier command) and one to append
(`append_command`, `migrations/sql`), both in autocommit. Whether a command is allowed is not decided here, and who may
see what neither.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from django.db import OperationalError, connection

import engine
from common.database.prepared import Prepared
from games import clock as clocks
from games import errors, headers, log, seeds, snapshots
from games.records import LoggedEvent, Status
from games.rows import EventRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Event, Table
    from games.clock import Clock
    from games.projections import Columns
    from games.records import Header, SeatKind

BUSY: Final = frozenset({"55P03", "57014", "40001", "40P01"})
"""SQLSTATEs after which nothing was written and trying again helps: lock or statement timeout, conflict, deadlock."""

STATE_COLUMNS: Final = "g.state_cache, g.clock_cache, g.state_format, g.engine_version"

LOAD: Final = Prepared(f"""
SELECT {headers.COLUMNS}, {STATE_COLUMNS}, greatest(service_now(), g.updated_at) FROM game g WHERE g.id = %s::uuid
""")  # noqa: S608 - constants only

# The time of recording comes from the one clock, the database's, and never runs backwards within a game.
LOAD_FOR_COMMAND: Final = Prepared(f"""
SELECT {headers.COLUMNS}, {STATE_COLUMNS},
    greatest(service_now(), g.updated_at),
    asker.name, k.key_id, k.sealed, c.fingerprint, c.actor, c.first_seq, c.last_seq
FROM game g
LEFT JOIN players_player asker ON asker.id = %s::uuid
LEFT JOIN game_secret k ON k.game_id = g.id
LEFT JOIN command c ON c.game_id = g.id AND c.command_id = %s::uuid
WHERE g.id = %s::uuid
""")  # noqa: S608 - constants only

APPEND: Final = Prepared("""
SELECT append_command(
    %s::uuid, %s::int, %s::uuid, %s::bytea, %s::smallint, %s::timestamptz,
    %s::smallint[], %s::smallint[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[],
    %s::bytea, %s::smallint, %s::smallint,
    %s::smallint, %s::smallint, %s::smallint, %s::boolean, %s::timestamptz, %s::bytea, %s::smallint, %s::boolean,
    %s::smallint, %s::uuid, %s::smallint, %s::uuid, %s::text)
""")

# Asked when nothing was written. Whoever was faster has committed by then, and the log only grows: no lock.
WHY_NOT: Final = Prepared("""
SELECT g.version, g.status, c.fingerprint, c.first_seq, c.last_seq
FROM game g LEFT JOIN command c ON c.game_id = g.id AND c.command_id = %s::uuid
WHERE g.id = %s::uuid
""")

DROP_CACHES: Final = "UPDATE game SET state_cache = NULL, clock_cache = NULL WHERE state_cache IS NOT NULL"
DROP_SNAPSHOTS: Final = "DELETE FROM snapshot"


class Earlier(NamedTuple):
    """The command of that id that was accepted before."""

    fingerprint: bytes
    actor: int
    first_seq: int
    last_seq: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game ready for a command. `seed` is None once it is revealed; `now` is the time to record."""

    header: Header
    table: Table
    clock: Clock | None
    seed: bytes | None = field(repr=False)
    now: datetime
    asker_name: str | None
    earlier: Earlier | None


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Who sits on a seat after the command. `uid` names the sitting at random."""

    seat: int
    kind: SeatKind
    uid: UUID
    player: UUID | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """What one accepted command adds to the log: `events` lead to `table`, whose header columns are `columns`."""

    actor: int
    command_id: UUID
    fingerprint: bytes
    events: Sequence[Event]
    table: Table
    columns: Columns
    salt: Callable[[int], bytes]
    clock: Clock | None = None
    outbox_kind: int | None = None
    notify: bool = False
    seat_change: SeatChange | None = None


class Appended(NamedTuple):
    """What became of a command: ok | replayed | key_reused | conflict | finished | missing.

    `version` is the game's, `first_seq` and `last_seq` are the command's (ok, replayed), `events` and `chain` hold only
    if `outcome` is ok. Nothing was written unless it is.
    """

    outcome: str
    version: int
    first_seq: int | None = None
    last_seq: int | None = None
    events: tuple[LoggedEvent, ...] = ()
    chain: bytes = b""


class Found(NamedTuple):
    """A game as it is at `now`."""

    header: Header
    table: Table
    clock: Clock | None
    now: datetime


def _everybody(_header: Header) -> bool:
    return True


def load(
    game_id: UUID, row: tuple[Any, ...] | None = None, *, is_known: Callable[[Header], bool] = _everybody
) -> Found | None:
    """A game; None if there is none. One statement while the cache is valid.

    `row`: what `LOAD` has found, all None for nothing, if it has been asked already. `is_known`: whether the asker may
    know of it; if not, there is none, and nothing of it is read that would take its time. Raises `GameQuarantined` if a
    game on hold cannot even be shown.
    """
    row = row or LOAD.one(game_id)
    if row is None or row[0] is None:
        return None
    header = headers.read(row)
    if not is_known(header):
        return None
    *caches, now = row[headers.WIDTH :]
    try:
        return Found(header, *_state(header, *caches), now)
    except Exception as error:
        if header.is_quarantined:
            raise errors.GameQuarantined(header) from error
        raise


def load_for_command(
    game_id: UUID,
    player: UUID | None,
    command_id: UUID,
    row: tuple[Any, ...] | None = None,
    *,
    invite: str | None = None,
) -> Loaded | None:
    """All that deciding a command takes; None if there is no such game. One statement while the cache is valid.

    `row`: what `LOAD_FOR_COMMAND` has found, all None for nothing, if it has been asked already. `player` None: the
    service asks. `invite`: the code of a private game; for players who have neither that nor a seat there is no such
    game, and nothing of it is read, unless they have sent this very command before. Raises
    `GameQuarantined`, before anything of such a game is read that may be damaged.
    """
    row = row or LOAD_FOR_COMMAND.one(player, command_id, game_id)
    if row is None or row[0] is None:
        return None
    header = headers.read(row)
    if header.is_quarantined:
        raise errors.GameQuarantined(header)
    *caches, now, name, key_id, sealed, fingerprint, actor, first_seq, last_seq = row[headers.WIDTH :]
    if fingerprint is None and player is not None and not header.is_known_to(player, invite):
        return None
    table, clock = _state(header, *caches)
    return Loaded(
        header=header,
        table=table,
        clock=clock,
        seed=None if sealed is None else seeds.unseal(game_id, key_id, bytes(sealed)),
        now=now,
        asker_name=name,
        earlier=_archived(header.id, header.status, command_id)
        if fingerprint is None
        else Earlier(bytes(fingerprint), actor, first_seq, last_seq),
    )


def _archived(game_id: UUID, status: int, command_id: UUID) -> Earlier | None:
    """The command of that id, where the log of a finished game lies in the archive."""
    found = log.archived_command(game_id, command_id) if status == Status.FINISHED else None
    return None if found is None else Earlier(found.fingerprint, found.actor, found.first_seq, found.last_seq)


def append(loaded: Loaded, batch: Batch) -> Appended:
    """Write the events of an accepted command after `loaded`, or find out why not.

    Raises `StoreBusy` if the row of the game stays locked, `ValueError` for a command without events.
    """
    if not batch.events:
        raise ValueError("a command has at least one event")
    rows = list(_chained(loaded, batch))
    if not _append(loaded, batch, rows):
        return _why_not(loaded.header.id, batch)
    written = tuple(
        LoggedEvent(row.seq, row.recorded_at, row.actor, row.command_id, event, row.chain, row.private_commitment)
        for row, event in zip(rows, batch.events, strict=True)
    )
    return Appended("ok", rows[-1].seq, rows[0].seq, rows[-1].seq, written, rows[-1].chain)


def _chained(loaded: Loaded, batch: Batch) -> Iterator[EventRow]:
    """The events as rows, each linked to the one before."""
    match_id = loaded.header.id.bytes
    recorded_at_us = clocks.micros(loaded.now)
    chain = loaded.header.chain
    for seq, event in enumerate(batch.events, loaded.header.version + 1):
        code, schema_version, public, private = engine.encode_event(event)
        commitment = None if private is None else engine.private_commitment(batch.salt(seq), private)
        chain = engine.chain_link(
            chain, match_id, seq, code, schema_version, recorded_at_us, batch.actor,
            batch.command_id.bytes, public, commitment or engine.NO_PRIVATE,
        )  # fmt: skip
        yield EventRow(
            seq, code, schema_version, batch.actor, batch.command_id, loaded.now, public, private, commitment, chain
        )


def _append(loaded: Loaded, batch: Batch, rows: Sequence[EventRow]) -> bool:
    columns = batch.columns
    seat = batch.seat_change
    ends = clocks.deadline(batch.clock, batch.table)
    parameters = (
        loaded.header.id, loaded.header.version, batch.command_id, batch.fingerprint, batch.actor, loaded.now,
        _numbers(row.type for row in rows), _numbers(row.schema_version for row in rows),
        _bodies(row.public for row in rows), _bodies(row.private for row in rows),
        _bodies(row.private_commitment for row in rows), _bodies(row.chain for row in rows),
        engine.encode_table(batch.table, spec=False), engine.STATE_FORMAT, engine.ENGINE_VERSION,
        int(columns.status), columns.open_seats, columns.turn_seat, columns.worker_due,
        None if ends is None else clocks.as_time(ends.at), clocks.encode(batch.clock), batch.outbox_kind, batch.notify,
        *((None,) * 5 if seat is None else (seat.seat, seat.uid, int(seat.kind), seat.player, seat.bot)),
    )  # fmt: skip
    try:
        row = APPEND.one(*parameters)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) in BUSY:
            raise errors.StoreBusy from error
        raise
    return row == (True,)


def _why_not(game_id: UUID, batch: Batch) -> Appended:
    row = WHY_NOT.one(batch.command_id, game_id)
    if row is None:
        return Appended("missing", 0)
    version, status, fingerprint, first_seq, last_seq = row
    archived = _archived(game_id, status, batch.command_id) if fingerprint is None else None
    if archived is not None:
        fingerprint, _, first_seq, last_seq = archived
    if fingerprint is None:
        return Appended("finished" if status == Status.FINISHED else "conflict", version)
    if bytes(fingerprint) != batch.fingerprint:
        return Appended("key_reused", version)
    return Appended("replayed", version, first_seq, last_seq)


# Array literals by hand: the driver's own dumper looks at every element several times, and gives arrays of NULLs a type
# of their own, hence the statement another plan.
def _numbers(values: Iterable[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _bodies(values: Iterable[bytes | None]) -> str:
    return "{" + ",".join("NULL" if value is None else f'"\\\\x{value.hex()}"' for value in values) + "}"


def drop_caches() -> int:
    """Forget every cached state and snapshot; each game folds its log once more. Returns how many there were."""
    dropped = 0
    with connection.cursor() as cursor:
        for statement in (DROP_CACHES, DROP_SNAPSHOTS):
            cursor.execute(statement)
            dropped += cursor.rowcount
    return dropped


def _state(
    header: Header, cache: bytes | None, clock_cache: bytes | None, state_format: int, engine_version: int
) -> tuple[Table, Clock | None]:
    """Table and clock from their caches, or folded from the log if a cache is missing or other code wrote it."""
    if cache is not None and (state_format, engine_version) == (engine.STATE_FORMAT, engine.ENGINE_VERSION):
        # msgspec takes a third of the time of json.loads.
        table = engine.decode_table(bytes(cache), msgspec.json.decode, spec=header.option_set.spec)
        clock = None if clock_cache is None else clocks.decode(bytes(clock_cache))
        if table.version == header.version and (clock is None) == (clock_cache is None):
            return table, clock
    replayed = snapshots.replay(header.id, header.version, chain=header.chain)
    return replayed.table, replayed.clock
