"""Ways to falsify a transcript: by a person who has the file, and by the service itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import engine
from engine.verify import Case, Finding, Verdict, verify
from tests.engine.transcripts import Scribe, anchors_of, file_of, header_of, scribe_of, short_match

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


Row = engine.StoredEvent
Rows = list[Row]

MATCH = short_match()
GAME = MATCH.chance.match_id
ROWS = scribe_of(MATCH).rows
HEADER = header_of(ROWS, GAME)
ANCHORS = anchors_of(ROWS, GAME, [3, len(ROWS)])
DATA = file_of(ROWS, GAME, ANCHORS)


def first(kind: str, after: int = 0) -> int:
    """Return the place in ROWS of the first event of this type after a place."""
    numbers = {cls.__name__: number for number, cls in engine.EVENT_TYPES.items()}
    return next(place for place, row in enumerate(ROWS) if place >= after and row.type == numbers[kind])


def edited(row: Row, *, private: bool = False, **fields: object) -> Row:
    """Return the event with other fields, in its public or its private part."""
    body = json.loads((row.private or b"") if private else row.public) | fields
    text = json.dumps(body, separators=(",", ":")).encode()
    return row._replace(private=text) if private else row._replace(public=text)


def forged(change: Callable[[Rows], object], header: engine.Header = HEADER) -> bytes:
    """Return a log forged by the service itself: linked, committed to and signed again by the rules."""
    rows = list(ROWS)
    change(rows)
    scribe = Scribe(MATCH.chance)
    for row in rows:
        encoded = engine.EncodedEvent(row.type, row.schema_version, row.public, row.private)
        scribe.write(encoded, row.actor, row.command, row.at)
    return file_of(scribe.rows, GAME, header=header._replace(events=len(rows)))


def tampered(change: Callable[[Rows], object], anchors: list[engine.Anchor] | None = None) -> bytes:
    """Return a file with changed lines and nothing else: the signature stays the old one."""
    rows = list(ROWS)
    change(rows)
    rows = [row._replace(seq=seq) for seq, row in enumerate(rows, 1)]
    genuine = engine.read_transcript(DATA)
    lines = engine.write_transcript(
        HEADER._replace(events=len(rows)), rows, lambda _: genuine.signature, ANCHORS if anchors is None else anchors
    )
    return b"".join(lines)


def replaced(place: int, **fields: object) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        rows[place] = edited(rows[place], **fields)

    return change


def hidden(place: int, **fields: object) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        rows[place] = edited(rows[place], private=True, **fields)

    return change


def stamped(place: int, **fields: object) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        rows[place] = rows[place]._replace(**fields)

    return change


def swapped(line: str, *, old: str, new: str) -> bytes:
    """Return the file with `old` replaced in the first line of type `line`."""
    lines = DATA.decode().splitlines(keepends=True)
    place = next(place for place, text in enumerate(lines) if f'"type":"{line}"' in text)
    assert old in lines[place]
    lines[place] = lines[place].replace(old, new, 1)
    return "".join(lines).encode()


def found(data: bytes, keys: Sequence[bytes] = ()) -> dict[str, Finding]:
    """Return the details of what is broken, by check."""
    case = Case(engine.read_transcript(data), keys=keys)
    return {finding.check: finding for finding in verify(case) if finding.verdict is Verdict.BROKEN}


def cut_off(count: int) -> bytes:
    """Return the file without its last events, and with a first line that agrees."""
    lines = DATA.decode().splitlines(keepends=True)
    lines[0] = lines[0].replace(f'"events":{len(ROWS)}', f'"events":{len(ROWS) - count}')
    return "".join([*lines[: len(ROWS) + 1 - count], *lines[len(ROWS) + 1 :]]).encode()
