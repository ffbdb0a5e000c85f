"""Checks of the log against itself: gapless, chained, opened by its seed, folding to what the header repeats.

Nothing is repaired here, and nothing of a game is printed but its id and the place of the fault. What the log cannot
tell about itself, a tail cut off together with a header set back, is told by heads noted elsewhere (`Head`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

import engine
from games import clock as clocks
from games import log, projections, seeds
from games.records import SeatKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from games.rows import CommandRow, EventRow

BATCH: Final = 500
READS: Final = 10
"""How often a game that is being played is read again until two readings agree."""

IDS: Final = """
SELECT id FROM game WHERE id > %s::uuid ORDER BY id LIMIT %s::int
"""
HEADER: Final = """
SELECT g.version, g.chain, g.status, g.open_seats, g.turn_seat, g.worker_due, g.updated_at,
    g.state_cache, g.state_format, g.engine_version, g.clock_cache, g.deadline_at, k.key_id, k.sealed,
    (SELECT array_agg(s.kind ORDER BY s.seat_no) FROM seat s WHERE s.game_id = g.id)
FROM game g LEFT JOIN game_secret k ON k.game_id = g.id WHERE g.id = %s::uuid
"""
ALL: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with a game. `seq`: the event it shows at, None if it is no event's."""

    game_id: UUID
    seq: int | None
    kind: str
    message: str

    def __str__(self) -> str:
        place = "" if self.seq is None else f" event {self.seq}"
        return f"game {self.game_id}{place}: {self.kind}: {self.message}"


class Head(NamedTuple):
    """Version and chain of a game as somebody noted them."""

    version: int
    chain: bytes


class _Broken(Exception):
    """Unwinds a check at its first fault."""

    def __init__(self, seq: int | None, kind: str, message: str) -> None:
        super().__init__()
        self.seq = seq
        self.kind = kind
        self.message = message


class _Header(NamedTuple):
    version: int
    chain: bytes
    status: int
    open_seats: int
    turn_seat: int | None
    worker_due: bool
    updated_at: datetime
    state_cache: bytes | None
    state_format: int
    engine_version: int
    clock_cache: bytes | None
    deadline_at: datetime | None
    key_id: str | None
    sealed: bytes | None
    seat_kinds: list[int] | None


def game_ids() -> Iterator[UUID]:
    """All games, in batches, so that a long audit holds no snapshot."""
    last = UUID(int=0)
    while batch := [row[0] for row in _rows(IDS, last, BATCH)]:
        yield from batch
        last = batch[-1]


def orphans() -> list[Fault]:
    """Logs whose game has no header any more."""
    return [Fault(game_id, None, "header", "there are events but no header") for game_id in log.orphans()]


def check(game_id: UUID, noted: Head | None = None) -> Fault | None:
    """The first fault of a game, None if it is sound. `noted`: a head somebody has kept, to be found in the log."""
    reading = _steady_reading(game_id)
    if reading is None:
        return Fault(game_id, None, "header", "there is no such game")
    header, rows, commands = reading
    try:
        _check_chain(game_id, header, rows)
        _check_commands(rows, commands)
        _check_seed(game_id, header, rows)
        _check_fold(header, rows)
        if noted is not None:
            _check_noted(rows, noted)
    except _Broken as broken:
        return Fault(game_id, broken.seq, broken.kind, broken.message)
    return None


def heads() -> Iterator[tuple[UUID, Head]]:
    """The head of every game, to be kept outside the database."""
    for game_id in game_ids():
        for row in _rows("SELECT version, chain FROM game WHERE id = %s::uuid", game_id):
            yield game_id, Head(row[0], row[1])


def _steady_reading(game_id: UUID) -> tuple[_Header, list[EventRow], list[CommandRow]] | None:
    """Header, events and commands of one moment, though the game may be played meanwhile."""
    for _ in range(READS):
        found = _rows(HEADER, game_id)
        if not found:
            return None
        rows = log.read(game_id, 0, ALL)
        commands = log.commands(game_id)
        if _rows(HEADER, game_id) == found:
            break
    return _Header(*found[0]), rows, commands


def _check_chain(game_id: UUID, header: _Header, rows: Sequence[EventRow]) -> None:
    chain = engine.chain_genesis(game_id.bytes)
    recorded_at = clocks.as_time(0)
    for seq, row in enumerate(rows, 1):
        if row.seq != seq:
            raise _Broken(seq, "gap", f"the event is missing, the next one is {row.seq}")
        chain = engine.chain_link(
            chain,
            game_id.bytes,
            seq,
            row.type,
            row.schema_version,
            clocks.micros(row.recorded_at),
            row.actor,
            row.command_id.bytes,
            row.public,
            row.private_commitment or engine.NO_PRIVATE,
        )
        if chain != row.chain:
            raise _Broken(seq, "chain", "the event is not the one that was recorded")
        if row.recorded_at < recorded_at:
            raise _Broken(seq, "time", "the event was recorded before the one in front of it")
        recorded_at = row.recorded_at
    if len(rows) < header.version:
        raise _Broken(len(rows) + 1, "tail", f"the log ends here, the header is at version {header.version}")
    if len(rows) > header.version:
        raise _Broken(header.version + 1, "header", f"the header ends before it, at version {header.version}")
    if chain != header.chain:
        raise _Broken(len(rows), "head", "the chain of the last event is not the header's")


def _check_commands(rows: Sequence[EventRow], commands: Sequence[CommandRow]) -> None:
    following = 1
    for command in commands:
        if command.first_seq != following:
            raise _Broken(following, "command", "no command accounts for the event, or two do")
        for row in rows[command.first_seq - 1 : command.last_seq]:
            if (row.command_id, row.actor) != (command.command_id, command.actor):
                raise _Broken(row.seq, "command", "the event names another command or actor")
        following = command.last_seq + 1
    if following != len(rows) + 1:
        raise _Broken(min(following, len(rows)), "command", "the commands do not end where the log ends")


def _decoded(row: EventRow) -> engine.Event:
    try:
        return engine.decode_event(row.type, row.schema_version, row.public, row.private)
    except Exception as error:
        raise _Broken(row.seq, "body", f"the event cannot be decoded ({type(error).__name__})") from error


def _check_seed(game_id: UUID, header: _Header, rows: Sequence[EventRow]) -> None:
    """The seed fits its commitment and opens every private part; it is in the table or in the log, never in both."""
    if not rows:
        raise _Broken(None, "log", "the log is empty")
    created, last = _decoded(rows[0]), _decoded(rows[-1])
    revealed = last.seed if isinstance(last, engine.MatchEnded) else None
    if (header.sealed is None) != (revealed is not None):
        raise _Broken(None, "seed", "the seed must be sealed until the match is over, and revealed from then on")
    seed = _seed(game_id, header, revealed)
    chance = engine.Chance(game_id.bytes, seed)
    if chance.commitment.hex() != getattr(created, "commitment", None):
        raise _Broken(1, "seed", "the seed is not the one committed to")
    for row in rows:
        if row.private is None:
            continue
        if engine.private_commitment(chance.private_salt(row.seq), row.private) != row.private_commitment:
            raise _Broken(row.seq, "private", "the private part is not the one that was recorded")


def _seed(game_id: UUID, header: _Header, revealed: str | None) -> bytes:
    if revealed is not None:
        return bytes.fromhex(revealed)
    try:
        return seeds.unseal(game_id, header.key_id or "", header.sealed or b"")
    except seeds.SeedUnreadable:
        raise _Broken(None, "seed", "the sealed seed cannot be opened with the configured keys") from None


def _check_fold(header: _Header, rows: Sequence[EventRow]) -> None:
    table, clock = _folded(rows)
    columns = projections.columns(table)
    found = (Status(header.status), header.open_seats, header.turn_seat, header.worker_due)
    if found != (columns.status, columns.open_seats, columns.turn_seat, columns.worker_due):
        raise _Broken(header.version, "columns", "status, open seats, turn or work in the header are not the fold's")
    if header.updated_at != rows[-1].recorded_at:
        raise _Broken(header.version, "columns", "the header was not updated with the last event")
    ends = clocks.deadline(clock, table)
    if header.deadline_at != (None if ends is None else clocks.as_time(ends.at)):
        raise _Broken(header.version, "columns", "the deadline in the header is not the fold's")
    kinds = [SeatKind(kind).name.lower() for kind in header.seat_kinds or ()]
    if kinds != [str(kind) for kind in table.seat_kinds]:
        raise _Broken(header.version, "seats", "the seats are not taken as the log says")
    stamps = (header.state_format, header.engine_version)
    if header.state_cache is None or stamps != (engine.STATE_FORMAT, engine.ENGINE_VERSION):
        return  # no cache, or one that nobody reads
    if header.state_cache != engine.encode_table(table):
        raise _Broken(header.version, "cache", "the cached state is not the fold of the log")
    if header.clock_cache != clocks.encode(clock):
        raise _Broken(header.version, "cache", "the cached clock is not the fold of the log")


def _folded(rows: Sequence[EventRow]) -> log.Fold:
    """The fold, with the place of the first event that does not fit. As `log.fold`, which trusts."""
    table, clock = engine.Table(), None
    events: list[engine.Event] = []
    for row, following in zip_longest(rows, rows[1:]):
        event = _decoded(row)
        try:
            engine.evolve(table, event)
            events.append(event)
            if following is None or following.command_id != row.command_id:
                clock = clocks.advance(clock, table, row.actor, events, clocks.micros(row.recorded_at))
                events = []
        except Exception as error:
            raise _Broken(row.seq, "fold", f"the event does not fit the table ({type(error).__name__})") from error
    return log.Fold(table, clock)


def _check_noted(rows: Sequence[EventRow], noted: Head) -> None:
    if len(rows) < noted.version:
        raise _Broken(len(rows) + 1, "noted", f"the log had {noted.version} events when its head was noted")
    if rows[noted.version - 1].chain != noted.chain:
        raise _Broken(noted.version, "noted", "the chain was another when it was noted")


def _rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
