"""Replays a log and checks it: no gaps, chain, commands of events, commitments of private parts, no early time-out.

The replay starts at the first event or at a place that is trusted, and ends at the head.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import engine
from games import clock as clocks
from games.audit import checks
from games.audit.faults import NEWER, Broken, Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from uuid import UUID

    from games.audit.stored_game import StoredGame
    from games.clock import Clock
    from games.types import CommandRow, EventRow

NO_COMMANDS: Final = bytes(32)
"""The digest of the commands of a game without commands."""
_COMMAND: Final = struct.Struct(">32s16sB32sII")


@dataclass(slots=True)
class Place:
    """A place in a log: after event `version`, with everything up to it sound.

    `commands` is the digest of the command rows so far. `doubt` is the first command that does not follow from
    today's rules; None if all do.
    """

    version: int
    chain: bytes
    commands: bytes
    recorded_at: datetime
    table: engine.Table
    clock: Clock | None
    doubt: Fault | None = None

    @property
    def is_end(self) -> bool:
        """Return whether nothing can come after it."""
        return self.table.is_over


def start(game_id: UUID) -> Place:
    """Return the place before the first event."""
    return Place(0, engine.chain_genesis(game_id.bytes), NO_COMMANDS, clocks.as_time(0), engine.Table(), None)


def walk(reading: StoredGame, place: Place, stop: Callable[[Place], None]) -> Place:
    """Return `place`, moved over the rows of `reading`. `stop` is called after each command. Raises `Broken`."""
    _check_chain(reading, place)
    _check_commands(reading)
    chance = _check_private(reading, place)
    commands = iter(reading.commands)
    for _, group in groupby(reading.rows, key=attrgetter("command_id")):
        rows = list(group)
        wrong = _fold(place, rows, chance)
        if wrong is not None and place.doubt is None:
            place.doubt = Fault(reading.game_id, rows[0].seq, "decision", wrong)
        place.version, place.chain, place.recorded_at = rows[-1].seq, rows[-1].chain, rows[-1].recorded_at
        place.commands = _noted(place.commands, next(commands))
        stop(place)
    return place


def _check_chain(reading: StoredGame, place: Place) -> None:
    game_id, header = reading.game_id.bytes, reading.header
    chain, recorded_at = place.chain, place.recorded_at
    for seq, row in enumerate(reading.rows, place.version + 1):
        if row.seq != seq:
            raise Broken(seq, "gap", f"the event is missing, the next one is {row.seq}")
        chain = engine.chain_link(
            chain, game_id, seq, row.type, row.schema_version, clocks.micros(row.recorded_at), row.actor,
            row.command_id.bytes, row.public, row.private_commitment or engine.NO_PRIVATE,
        )  # fmt: skip
        if chain != row.chain:
            raise Broken(seq, "chain", "the event is not the one that was recorded")
        if row.recorded_at < recorded_at:
            raise Broken(seq, "time", "the event was recorded before the one in front of it")
        recorded_at = row.recorded_at
    last = place.version + len(reading.rows)
    if last < header.version:
        raise Broken(last + 1, "tail", f"the log ends here, the header is at version {header.version}")
    if last > header.version:
        raise Broken(header.version + 1, "header", f"the header ends before it, at version {header.version}")
    if chain != header.chain:
        raise Broken(last, "head", "the chain of the last event is not the header's")


def _check_commands(reading: StoredGame) -> None:
    following = reading.after + 1
    last = reading.after + len(reading.rows)
    for command in reading.commands:
        if command.first_seq != following:
            raise Broken(following, "command", "no command accounts for the event, or two do")
        for row in reading.rows[command.first_seq - reading.after - 1 : command.last_seq - reading.after]:
            if (row.command_id, row.actor) != (command.command_id, command.actor):
                raise Broken(row.seq, "command", "the event names another command or actor")
        following = command.last_seq + 1
    if following != last + 1:
        raise Broken(min(following, last), "command", "the commands do not end where the log ends")


def _check_private(reading: StoredGame, place: Place) -> engine.Chance:
    """Return the chance of the match. Raises `Broken` unless seed and private parts fit their commitments."""
    rows = reading.rows
    ended = bool(rows) and engine.EVENT_TYPES.get(rows[-1].type) is engine.MatchEnded
    commitment = place.table.commitment or getattr(decoded(rows[0]), "commitment", "")
    chance = checks.chance_of(reading.game_id, reading.header, decoded(rows[-1]) if ended else None, commitment)
    for row in rows:
        if row.private is None:
            continue
        if engine.private_commitment(chance.private_salt(row.seq), row.private) != row.private_commitment:
            raise Broken(row.seq, "private", "the private part is not the one that was recorded")
    return chance


def _noted(before: bytes, row: CommandRow) -> bytes:
    numbers = row.actor, bytes(row.fingerprint), row.first_seq, row.last_seq
    return sha256(_COMMAND.pack(before, row.command_id.bytes, *numbers)).digest()


def _fold(place: Place, rows: Sequence[EventRow], chance: engine.Chance) -> str | None:
    """Fold a command into the table and the clock of `place`. Returns a doubt of `checks.rules_doubt`."""
    table = place.table
    events = [decoded(row) for row in rows]
    last = rows[-1]
    now = clocks.micros(last.recorded_at)
    wrong = checks.early_timeout(place.clock, table, events, now)
    if wrong is not None:
        raise Broken(rows[0].seq, "deadline", wrong)
    try:
        doubt = checks.rules_doubt(table, last.actor, events, chance)
    except engine.NewerCode as error:
        raise _misfit(rows[0], error) from error
    for row, event in zip(rows, events, strict=True):
        try:
            engine.evolve(table, event)
        except Exception as error:
            raise _misfit(row, error) from error
    try:
        place.clock = clocks.advance(place.clock, table, last.actor, events, now)
    except Exception as error:
        raise _misfit(last, error) from error
    wrong = checks.misplaced_cards(table)
    if wrong is not None:
        raise Broken(last.seq, "cards", f"by then {wrong}")
    return doubt


def _misfit(row: EventRow, error: Exception) -> Broken:
    if isinstance(error, engine.NewerCode):
        return Broken(row.seq, NEWER, "the match has options that this version of the service does not know")
    return Broken(row.seq, "fold", f"the event does not fit the table ({type(error).__name__})")


def decoded(row: EventRow) -> engine.Event:
    """Return the event of a row. Raises `Broken`."""
    if row.schema_version > engine.VERSIONS.get(row.type, 0):
        raise Broken(row.seq, NEWER, "the event is of a kind that this version of the service does not know")
    try:
        return engine.decode_event(row.type, row.schema_version, row.public, row.private)
    except Exception as error:
        raise Broken(row.seq, "body", f"the event cannot be decoded ({type(error).__name__})") from error
