"""Strict reading of transcripts: anything that is not exactly format 1 is refused with its line and a sentence.

Only the form of the lines is checked here; `engine.verify` checks their claims.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from engine.transcript.lines import (
    ALGORITHM,
    FORMAT,
    PROTOCOL,
    SYSTEM,
    Anchor,
    End,
    Header,
    Seat,
    Signature,
    StoredEvent,
    Transcript,
)
from engine.transcript.members import BadTranscript, Members, lines
from engine.transcript.writing import signed_message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.transcript.members import Line

MAX_BYTES: Final = 100_000_000
_U16: Final = 2**16 - 1
_U32: Final = 2**32 - 1
_EXACT: Final = 2**53 - 1
"""The largest number that every JSON reader keeps exactly; as microseconds since 1970 it is in the year 2255."""
_MOST_SEATS: Final = 10
_DATE: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII)

_HEADER: Final = "type format protocol game rules rules_hash seats events"
_SEAT: Final = "seat pseudonym kind bot"
_EVENT: Final = "type seq event schema at actor command public private commitment chain"
_END: Final = "type seed cause winners ranks chain"
_SIGNATURE: Final = "type algorithm key public_key signature"
_ANCHOR: Final = "type date version chain index size path checkpoint"


def read_transcript(data: bytes) -> Transcript:
    """Return the transcript of a file's bytes. Raises BadTranscript."""
    if len(data) > MAX_BYTES:
        raise BadTranscript(1, f"the file has more than {MAX_BYTES:,} bytes, no transcript is that long")
    file = _File(data)
    header, rules_hash = _header(file.next("transcript", _HEADER))
    events = tuple(_event(file.next("event", _EVENT), seq) for seq in range(1, header.events + 1))
    end = _end(file.next("end", _END))
    members = file.next("signature", _SIGNATURE)
    digest = hashlib.sha256(memoryview(data)[: file.start]).digest()
    key, signature = _signature(members)
    return Transcript(
        header, rules_hash, events, end, key, signature, signed_message(header.game, digest), tuple(_anchors(file))
    )


class _File:
    """The lines of a file, in the order in which they have to come."""

    def __init__(self, data: bytes) -> None:
        self._lines = lines(data)
        self._number = 0
        self.start = 0

    def next(self, kind: str, names: str) -> Members:
        """Return the next line, which must be there and of this kind."""
        line = next(self._lines, None)
        if line is None:
            raise BadTranscript(self._number + 1, f"the file ends here, there should be a line of type {kind}")
        return self._members(line, kind, names)

    def rest(self, kind: str, names: str) -> Iterator[Members]:
        """Yield all further lines, which must be of this kind."""
        for line in self._lines:
            yield self._members(line, kind, names)

    def _members(self, line: Line, kind: str, names: str) -> Members:
        self._number, self.start, value = line
        if isinstance(value, dict) and value.get("type") != kind:
            if value.get("type") == "transcript":
                raise BadTranscript(self._number, "another transcript begins here; each is checked by itself")
            raise BadTranscript(self._number, f"there should be a line of type {kind}")
        return Members(self._number, value, names)


def _header(line: Members) -> tuple[Header, bytes]:
    line.constant("format", FORMAT)
    line.constant("protocol", PROTOCOL)
    seats = tuple(_seat(Members(line.line, item, _SEAT), number) for number, item in enumerate(line.items("seats")))
    if not 1 <= len(seats) <= _MOST_SEATS:
        line.refuse(f"there should be from 1 to {_MOST_SEATS} seats")
    header = Header(line.uuid("game"), line.body("rules"), seats, line.number("events", 1, _U32))
    return header, line.hexadecimal("rules_hash", 32)


def _seat(seat: Members, number: int) -> Seat:
    seat.constant("seat", number)
    kind = seat.choice("kind", ("human", "bot", "open"))
    bot = None if seat.is_null("bot") else seat.text("bot")
    if kind != "bot" and bot is not None:
        seat.refuse(f"seat {number} is not a bot's, so its member bot should be null")
    return Seat(number, seat.uuid("pseudonym"), kind, bot)


def _event(line: Members, seq: int) -> StoredEvent:
    line.constant("seq", seq)
    if line.is_null("private") != line.is_null("commitment"):
        line.refuse("an event has both a private part and a commitment, or neither")
    actor = line.number("actor", 0, SYSTEM)
    if _MOST_SEATS <= actor < SYSTEM:
        line.refuse(f"the member actor should be a seat, or {SYSTEM} for the system")
    return StoredEvent(
        seq=seq,
        type=line.number("event", 0, _U16),
        schema_version=line.number("schema", 0, _U16),
        at=line.number("at", 0, _EXACT),
        actor=actor,
        command=line.uuid("command"),
        public=line.body("public"),
        private=None if line.is_null("private") else line.body("private"),
        commitment=None if line.is_null("commitment") else line.hexadecimal("commitment", 32),
        chain=line.hexadecimal("chain", 32),
    )


def _end(line: Members) -> End:
    return End(
        line.hexadecimal("seed", 32),
        line.text("cause"),
        line.numbers("winners", 0, _MOST_SEATS - 1),
        line.numbers("ranks", 1, _MOST_SEATS),
        line.hexadecimal("chain", 32),
    )


def _signature(line: Members) -> tuple[str, Signature]:
    line.constant("algorithm", ALGORITHM)
    key = line.hexadecimal("key", 8).hex()
    return key, Signature(line.hexadecimal("public_key", 32), line.hexadecimal("signature", 64))


def _anchors(file: _File) -> Iterator[Anchor]:
    before = ""
    for line in file.rest("anchor", _ANCHOR):
        date = line.text("date")
        if not _DATE.fullmatch(date):
            line.refuse("the member date should be a day such as 2026-11-21")
        if date <= before:
            line.refuse("the days of the anchors should go forwards")
        before = date
        yield Anchor(
            date,
            line.number("version", 1, _U32),
            line.hexadecimal("chain", 32),
            line.number("index", 0, _EXACT),
            line.number("size", 1, _EXACT),
            line.hexadecimals("path", 32),
            line.note("checkpoint"),
        )
