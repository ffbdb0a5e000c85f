"""The table at any version at constant cost: the nearest snapshot at or below it, and the few events since.

A snapshot is a cache of the log. `append_command` writes one when a command crosses a multiple of `EVERY` events, and
this module writes missing ones. Snapshots may be dropped at any time, and those that other code wrote are ignored.
Audits fold the log and do not use them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection

import engine
from common.database.prepared import Prepared
from games import clock as clocks
from games import errors
from games.store import asked_seats, columns, option_sets, reader
from games.types import EVERY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Table
    from games.clock import Clock
    from games.types import EventRow, Game

NEAREST: Final = Prepared("""
SELECT s.version, s.state, s.clock, g.option_set_id FROM snapshot s JOIN game g ON g.id = s.game_id
WHERE s.game_id = %s::uuid AND s.version <= %s::int
    AND s.state_format = %s::smallint AND s.engine_version = %s::smallint
ORDER BY s.version DESC LIMIT 1
""")

# Of two versions of the code beside each other the newer one writes: else each would drop what the other has written.
SAVE: Final = """
INSERT INTO snapshot (game_id, version, state, clock, state_format, engine_version)
VALUES (%s::uuid, %s::int, %s::bytea, %s::bytea, %s::smallint, %s::smallint)
ON CONFLICT (game_id, version) DO UPDATE SET state = excluded.state, clock = excluded.clock,
    state_format = excluded.state_format, engine_version = excluded.engine_version
WHERE (snapshot.state_format, snapshot.engine_version) <= (excluded.state_format, excluded.engine_version)
"""


class Snapshot(NamedTuple):
    """A game after the last event of a command. `version` 0 is the empty table."""

    version: int
    table: Table
    clock: Clock | None


class Replayed(NamedTuple):
    """A game after the last of `rows`, which end the log or a beginning of it."""

    table: Table
    clock: Clock | None
    rows: list[EventRow]


class Moment(NamedTuple):
    """A game after one of its events: the last of `rows`, or an earlier one of the same command.

    `rows` is the whole command.
    """

    table: Table
    event: EventRow
    rows: list[EventRow]


def fold_to(game_id: UUID, upto: int, *, since: int | None = None, chain: bytes | None = None) -> Replayed:
    """Return the game after event `upto`, the last of a command. `rows` holds at least the events after `since`.

    `chain`, if given, must be the chain of that event. Raises `LogCorrupt` if an event is missing or the chain
    differs: such a game must not continue.
    """
    start = nearest(game_id, upto if since is None else since)
    rows = reader.read(game_id, start.version, upto)
    if start.version + len(rows) != upto or (rows and rows[-1].seq != upto):
        raise errors.LogCorrupt(f"game {game_id}: {start.version + len(rows)} events where there should be {upto}")
    if chain is not None and rows and rows[-1].chain != chain:
        raise errors.LogCorrupt(f"game {game_id}: the chain after event {upto} is not that of the game's row")
    table, clock = fold_on(game_id, start.table, start.clock, rows)
    return Replayed(table, clock, rows)


def moment(game_id: UUID, version: int) -> Moment:
    """Return the game after event `version`, whether a command ended with it or not. Raises `LogCorrupt`."""
    start = nearest(game_id, version - 1)
    rows = reader.through(game_id, start.version, version)
    place = version - start.version - 1
    if len(rows) <= place or rows[place].seq != version:
        raise errors.LogCorrupt(f"game {game_id}: no event {version} in {len(rows)} after {start.version}")
    here = rows[place]
    command = [row for row in rows if row.command_id == here.command_id]
    before = rows[: -len(command)]
    if start.version // EVERY == (command[0].seq - 1) // EVERY:
        table = start.table  # snapshots within a command are not stored, and the clock is not needed
    else:
        table, _ = fold_on(game_id, start.table, start.clock, before)
        before = []
    engine.replay([reader.decoded(row) for row in (*before, *command) if row.seq <= version], table)
    return Moment(table, here, command)


def game_at(game: Game, table: Table, clock: Clock | None, rows: Sequence[EventRow]) -> Game:
    """Return the game after the last of `rows`, whose fold is `table` and `clock`; players are those seated now.

    `rows` has at least the command of that event.
    """
    ends = clocks.deadline(clock, table)
    then = columns.derive(table)
    row = rows[-1]
    return replace(
        game,
        version=row.seq,
        chain=row.chain,
        status=then.status,
        turn_seat=then.turn_seat,
        waits_for=then.waits_for,
        asked_at=_asked_at(game, then, rows),
        deadline_at=None if ends is None else clocks.as_time(ends.at),
        updated_at=row.recorded_at,
    )


def _asked_at(game: Game, then: columns.DerivedColumns, rows: Sequence[EventRow]) -> datetime | None:
    if not then.waits_for:
        return None
    asked = next((row for row in reversed(rows) if row.type in asked_seats.ASKING), None)
    asked = asked or reader.latest(game.id, rows[0].seq, asked_seats.ASKING) or rows[-1]
    return asked.recorded_at


def nearest(game_id: UUID, version: int) -> Snapshot:
    """Return the latest snapshot at or below `version` that this code can read, or the empty table."""
    stamps = engine.STATE_FORMAT, engine.ENGINE_VERSION
    row = None if version < EVERY else NEAREST.one(game_id, version, *stamps)
    if row is not None:
        table = engine.decode_table(bytes(row[1]), spec=option_sets.find(row[3]).spec)
        clock = None if row[2] is None else clocks.decode(bytes(row[2]))
        if table.version == row[0] and (clock is None) == (row[2] is None):
            return Snapshot(row[0], table, clock)
    return Snapshot(0, engine.Table(), None)


def fold_on(game_id: UUID, table: Table, clock: Clock | None, rows: Sequence[EventRow]) -> tuple[Table, Clock | None]:
    """Return table and clock after `rows`, whole commands that follow. Writes missing snapshots."""
    version = table.version
    for _, command in groupby(rows, key=attrgetter("command_id")):
        clock = reader.advance(table, clock, list(command))
        if version // EVERY != table.version // EVERY:
            _save(game_id, table, clock)
        version = table.version
    return table, clock


def _save(game_id: UUID, table: Table, clock: Clock | None) -> None:
    stamps = engine.STATE_FORMAT, engine.ENGINE_VERSION
    state = engine.encode_table(table, spec=False)
    with connection.cursor() as cursor:
        cursor.execute(SAVE, (game_id, table.version, state, clocks.encode(clock), *stamps))
