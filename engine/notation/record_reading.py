"""Reading a record: the match is dealt and decided again from its header and moves."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, get_type_hints

from engine.chance import Chance
from engine.codec import decode_event
from engine.codec.schema import fits, flaw
from engine.commands import COMMAND_WORDS
from engine.decide import act, legal_commands, new_match
from engine.errors import BadNotation, EngineError, RuleViolation
from engine.events import EVENT_TYPES, ClockSet, PositionSet
from engine.notation import parse_command, print_command
from engine.notation.game_record import IMPOSSIBLE, Record
from engine.notation.record_form import TITLE, digest
from engine.redecide import Step
from engine.replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.events import Event
    from engine.state import Table

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_SEED: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SEATS: Final = re.compile(r"[0-9]{1,2}", re.ASCII)
_END: Final = re.compile(r"end ([0-9]{1,9}) ([0-9a-f]{16})", re.ASCII)
_POSITION: Final = next(number for number, kind in EVENT_TYPES.items() if kind is PositionSet)
_SHOWN: Final = 60
"""Characters of a line that a message repeats."""
_EXAMPLES: Final = 6


def parse_record(text: str) -> Record:
    """Return the record that a text describes. Raises BadNotation with the line and what would be right there."""
    lines = _Lines(text)
    lines.expect(TITLE)
    game = bytes.fromhex(
        lines.value("game", _UUID, "a game's id such as 00000000-0000-0000-0000-000000000000").replace("-", "")
    )
    seats = int(lines.value("seats", _SEATS, "the number of seats such as 'seats 4'"))
    options = lines.object("options")
    clock = lines.clock() if lines.begins("clock") else None
    position = [lines.position()] if lines.begins("position") else []
    chance = Chance(game, bytes.fromhex(lines.value("seed", _SEED, "the seed, 64 hexadecimal digits")))
    try:
        opening = new_match(options, seats=seats, commitment=chance.commitment.hex(), clock=clock)
    except EngineError as error:
        raise BadNotation(text=f"the header sets up no table: {error}") from error
    opening += position
    table = replay(opening)
    steps = list(_steps(lines, table, chance))
    record = Record(game, chance.seed, tuple(opening), tuple(steps))
    lines.check_end(record.events)
    return record


def _steps(lines: _Lines, table: Table, chance: Chance) -> Iterator[Step]:
    for line in lines.moves():
        try:
            seat, command = parse_command(line.text)
        except BadNotation:
            seat, command = None, None
        if command is None or not all(map(fits, _TYPES[type(command)], command)):
            line.refuse("a move such as 'A play R5' or 'A draw' should stand here")
        if seat is not None and seat >= table.seats:
            line.refuse(f"there are {table.seats} seats only")
        try:
            yield Step(seat, command, tuple(act(table, seat, command, chance)))
        except RuleViolation as refusal:
            line.refuse(f"{refusal} {_instead(table)}")
        except IMPOSSIBLE:
            line.refuse("at the position of the header this cannot be carried out")


_TYPES: Final = {kind: tuple(get_type_hints(kind).values()) for kind in COMMAND_WORDS}
"""The types of the fields of every command."""


def _instead(table: Table) -> str:
    if table.is_over:
        return "The match is over."
    if table.turn is None:
        return "No seat is on turn."
    moves = [print_command(table.turn, command) for command in islice(legal_commands(table, table.turn), _EXAMPLES)]
    return f"These would do, among others: {', '.join(moves)}"


class _Line(NamedTuple):
    number: int
    text: str

    def refuse(self, why: str) -> NoReturn:
        shown = self.text if len(self.text) <= _SHOWN else self.text[:_SHOWN] + "..."
        raise BadNotation(text=f"line {self.number}, {shown!r}: {why}")


class _Lines:
    """The lines of a record, read one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._read = 0
        self._end: _Line | None = None

    def begins(self, name: str) -> bool:
        return self._peek().split(" ")[0] == name

    def expect(self, text: str) -> None:
        line = self._next()
        if line.text != text:
            line.refuse(f"{text!r} should stand here")

    def value(self, name: str, form: re.Pattern[str], wanted: str) -> str:
        """Return the value of this name, in this form, from the next line."""
        line = self._next()
        found = re.fullmatch(f"{name} ({form.pattern})", line.text, re.ASCII)
        if not found:
            line.refuse(f"{name!r} and {wanted} should stand here")
        return found[1]

    def object(self, name: str) -> dict[str, Any]:
        line = self._next()
        word, _, text = line.text.partition(" ")
        value: object = None
        try:
            value = json.loads(text) if word == name else None
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            line.refuse(f"{name!r} and an object of JSON in one line should stand here")
        return value

    def clock(self) -> ClockSet:
        line = _Line(self._read + 1, self._peek())
        members = self.object("clock")
        if members.keys() != set(ClockSet._fields):
            line.refuse(f"a clock has the members {', '.join(ClockSet._fields)}")
        clock = ClockSet(**members)
        if (wrong := flaw(clock)) is not None:
            line.refuse(f"the member {wrong} of the clock cannot hold that")
        return clock

    def position(self) -> Event:
        line = _Line(self._read + 1, self._peek())
        members = self.object("position")
        try:
            parts = [json.dumps(members[part]).encode() for part in ("public", "private")]
            position = decode_event(_POSITION, members["schema"], parts[0], parts[1])
        except (KeyError, ValueError):
            line.refuse("a position has the members schema, public and private, as they are stored")
        if (wrong := flaw(position)) is not None:
            line.refuse(f"the member {wrong} of the position cannot hold that")
        return position

    def moves(self) -> Iterator[_Line]:
        """Yield the lines behind the header, without comments and empty ones; the last one may be the end."""
        while self._read < len(self._lines):
            number, text = self._next()
            line = _Line(number, text.partition("#")[0].strip())
            if self._end is not None and line.text:
                line.refuse("nothing comes after the end")
            if line.text.split(" ")[0] == "end":
                self._end = line
            elif line.text:
                yield line

    def check_end(self, events: tuple[Event, ...]) -> None:
        """Check that the line `end`, if there is one, fits the events."""
        if self._end is None:
            return
        said = f"end {len(events)} {digest(events)}"
        if not _END.fullmatch(self._end.text) or said != self._end.text:
            self._end.refuse(f"the moves lead to {said!r}: one was changed or left out, or the rules are others today")

    def _peek(self) -> str:
        return self._lines[self._read].rstrip("\r") if self._read < len(self._lines) else ""

    def _next(self) -> _Line:
        line = _Line(self._read + 1, self._peek())
        self._read += 1
        return line
