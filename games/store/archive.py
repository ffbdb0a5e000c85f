"""Archived games: all rows of a log in one row of `game_archive`, and the code that reads them.

A frame holds the events of whole commands as compressed JSON, column by column, and ends at a snapshot. So any
version needs one snapshot and one frame. Every stored value is kept unchanged, with chains and commitments, so that
an audit reads the same rows here as in `event`. Only `reader` reads the archive, only `archiver` writes it.
"""

from __future__ import annotations

import json
import zlib
from contextlib import contextmanager
from itertools import groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

import engine
from common.database import queries
from games import clock as clocks
from games import errors
from games.types import EVERY, CommandRow, EventRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMAT: Final = 1
"""Format of the frames. It is stored beside them, so that a later format can be read as well."""
LEVEL: Final = 9
"""The highest level: a log is compressed once and kept for ever."""

FRAMES: Final = """
SELECT f.last_seq, f.frame FROM game g
JOIN game_archive a ON a.finished_month = g.archived_month AND a.game_id = g.id
CROSS JOIN unnest(a.ends, a.frames) WITH ORDINALITY AS f(last_seq, frame, n)
WHERE g.id = %s::uuid AND f.last_seq > %s::int AND coalesce(a.ends[f.n::int - 1], 0) < %s::int ORDER BY f.n
"""


class Packed(NamedTuple):
    """A whole log: its frames, and the number of the last event of each."""

    ends: list[int]
    frames: list[bytes]


class Frame(NamedTuple):
    """Some events, and the fingerprints of the commands that end among them, by their last event's number."""

    rows: list[EventRow]
    fingerprints: dict[int, bytes]


def pack(rows: Sequence[EventRow], commands: Sequence[CommandRow]) -> Packed:
    """Pack a whole log into frames."""
    fingerprints = {command.last_seq: command.fingerprint for command in commands}
    packed = Packed([], [])
    start = 0
    for command in commands:
        crosses = (command.first_seq - 1) // EVERY != command.last_seq // EVERY
        if crosses or command is commands[-1]:
            packed.ends.append(command.last_seq)
            packed.frames.append(_frame(rows[start : command.last_seq], fingerprints))
            start = command.last_seq
    return packed


def unpack(frames: Iterable[bytes]) -> tuple[list[EventRow], list[CommandRow]]:
    """Return the rows that were given to `pack`."""
    opened = [_opened(_columns(frame)) for frame in frames]
    return [row for frame in opened for row in frame.rows], _commands(opened)


def _commands(opened: Sequence[Frame]) -> list[CommandRow]:
    fingerprints = {seq: found for frame in opened for seq, found in frame.fingerprints.items()}
    rows = [row for frame in opened for row in frame.rows]
    commands = []
    for command_id, found in groupby(rows, key=attrgetter("command_id")):
        events = list(found)
        first, last = events[0].seq, events[-1].seq
        commands.append(CommandRow(command_id, events[0].actor, fingerprints[last], first, last))
    return commands


def around(game_id: UUID, after: int, upto: int) -> list[EventRow]:
    """Return the rows with `after` < seq <= `upto`, the rest of the last command, and possibly earlier rows.

    Returns an empty list if the game is not archived. Raises `LogCorrupt` if the frames cannot be unpacked, belong to
    another game or have gaps.
    """
    found = _read(game_id, after, upto)
    with _reporting_damage(game_id):
        return [row for columns in found for row in _rows(columns, upto)]


def commands(game_id: UUID) -> list[CommandRow]:
    """Return all commands of a game, derived from its events; empty if it is not archived. Raises as `around`."""
    found = _read(game_id, 0, 2**31 - 1)
    with _reporting_damage(game_id):
        return _commands([_opened(columns) for columns in found])


def _read(game_id: UUID, after: int, upto: int) -> list[list[list[Any]]]:
    found = queries.rows(FRAMES, game_id, after, upto)
    with _reporting_damage(game_id):
        read = [_columns(bytes(frame)) for _, frame in found]
        reached = after
        for (last, _), columns in zip(found, read, strict=True):
            _check_place(game_id, reached, last, columns)
            reached = last
        return read


@contextmanager
def _reporting_damage(game_id: UUID) -> Iterator[None]:
    """Treat every error over stored bytes as damage. The block must not query the database."""
    try:
        yield
    except Exception as error:
        raise errors.LogCorrupt(f"game {game_id}: the archive cannot be read ({type(error).__name__})") from error


def _check_place(game_id: UUID, reached: int, last: int, columns: list[list[Any]]) -> None:
    """Raise ValueError if a frame has the wrong events, or those of another game.

    Every link of the chain is bound to the game, so checking one is enough. The auditor checks the whole chain.
    """
    (first,), *_ = columns
    if first > reached + 1 or first + len(columns[1]) - 1 != last:
        there = f"events {first} to {first + len(columns[1]) - 1}"
        raise ValueError(f"{there}, where it must go on after {reached}, up to {last}")
    rows = _rows(columns, first + 1)
    if first == 1:
        before, row = engine.chain_genesis(game_id.bytes), rows[0]
    elif len(rows) > 1:
        before, row = rows[0].chain, rows[1]
    else:
        return
    link = engine.chain_link(
        before, game_id.bytes, row.seq, row.type, row.schema_version, clocks.micros(row.recorded_at), row.actor,
        row.command_id.bytes, row.public, row.private_commitment or engine.NO_PRIVATE,
    )  # fmt: skip
    if link != row.chain:
        raise ValueError("these are not the events of this game")


def _frame(rows: Sequence[EventRow], fingerprints: dict[int, bytes]) -> bytes:
    columns = [
        [rows[0].seq],
        [row.type for row in rows],
        [row.schema_version for row in rows],
        [row.actor for row in rows],
        [row.command_id.hex for row in rows],
        [clocks.micros(row.recorded_at) for row in rows],
        [_text(row.public) for row in rows],
        [_text(row.private) for row in rows],
        [_hex(row.private_commitment) for row in rows],
        [_hex(row.chain) for row in rows],
        [_hex(fingerprints.get(row.seq)) for row in rows],
    ]
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), LEVEL)


def _columns(frame: bytes) -> list[list[Any]]:
    columns: list[list[Any]] = json.loads(zlib.decompress(frame))
    return columns


def _opened(columns: list[list[Any]]) -> Frame:
    [first], fingerprints = columns[0], columns[-1]
    known = {first + n: bytes.fromhex(text) for n, text in enumerate(fingerprints) if text is not None}
    return Frame(_rows(columns, first + len(fingerprints)), known)


def _rows(columns: list[list[Any]], upto: int) -> list[EventRow]:
    [first], types, versions, actors, ids, times, *bodies, _ = columns
    stop = min(upto - first + 1, len(ids))
    while stop < len(ids) and ids[stop] == ids[stop - 1]:
        stop += 1
    known = {text: UUID(hex=text) for text in set(ids[:stop])}
    cells = islice(zip(types, versions, actors, ids, times, *bodies, strict=True), stop)
    return [
        EventRow(
            seq, kind, version, actor, known[command], clocks.as_time(at),
            public.encode(), None if private is None else private.encode(), _bytes(commitment), bytes.fromhex(chain),
        )
        for seq, (kind, version, actor, command, at, public, private, commitment, chain) in enumerate(cells, first)
    ]  # fmt: skip


def _text(body: bytes | None) -> str | None:
    return None if body is None else body.decode()


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()


def _bytes(text: Any) -> bytes | None:
    return None if text is None else bytes.fromhex(text)
