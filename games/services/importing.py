"""Taking in matches that another installation has played: each is verified first, and then loaded or refused."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from django.db import DataError, IntegrityError, connection, transaction

import engine
from games import adoption, audit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from uuid import UUID

MOST_BYTES: Final = 100 * 1024 * 1024
"""Of one transcript."""
TITLE: Final = re.compile(rb'"type"\s*:\s*"transcript"')
STANDS: Final = "SELECT digest FROM transcript_signature WHERE game_id = %s::uuid"
EXISTS: Final = "SELECT EXISTS (SELECT FROM game WHERE id = %s::uuid)"


class Lines(Protocol):
    """A file of bytes that is read line by line."""

    def readline(self, size: int, /) -> bytes:
        """The next line, of at most so many bytes; empty at the end."""


class Fate(StrEnum):
    """What became of a transcript."""

    IMPORTED = "imported"
    KNOWN = "already here"
    REFUSED = "refused"


class Report(NamedTuple):
    """What became of the transcript that begins in `line` of its file; `reason`: why it was refused."""

    line: int
    game: UUID | None
    fate: Fate
    reason: str = ""


class Piece(NamedTuple):
    """A transcript among others in a file, and where it begins."""

    line: int
    body: bytes


class Refused(Exception):
    """This does not come in; the message says why."""


def import_file(file: Lines, keys: Collection[bytes] = ()) -> Iterator[Report]:
    """Take in the transcripts of a file, one after the other. `keys`: those trusted; none: any that fits its signature.

    Raises what reading the file raises, for one that is damaged.
    """
    for piece in pieces(file):
        yield _import(piece, keys)


def pieces(file: Lines) -> Iterator[Piece]:
    """The transcripts of a file; of one that is too long, the beginning."""
    waiting: list[bytes] = []
    begun, size, number = 1, 0, 0
    while line := file.readline(MOST_BYTES + 1):
        number += 1
        if waiting and TITLE.search(line):
            yield Piece(begun, b"".join(waiting))
            begun, waiting, size = number, [], 0
        if size <= MOST_BYTES:
            waiting.append(line)
            size += len(line)
    if waiting:
        yield Piece(begun, b"".join(waiting))


def _import(piece: Piece, keys: Collection[bytes]) -> Report:
    game: UUID | None = None
    try:
        foreign = _read(piece.body)
        game = foreign.id
        if _stands(foreign):
            return Report(piece.line, game, Fate.KNOWN)
        _verify(foreign, keys)
        _store(foreign)
    except (engine.BadTranscript, Refused) as refusal:
        return Report(piece.line, game, Fate.REFUSED, str(refusal))
    return Report(piece.line, game, Fate.IMPORTED)


def _read(body: bytes) -> adoption.Foreign:
    """The transcript in its parts. Raises `Refused` if we would write it in other bytes."""
    transcript = engine.read_transcript(body)
    lines = list(
        engine.write_transcript(
            transcript.header, transcript.events, lambda _: transcript.signature, transcript.anchors
        )
    )
    if b"".join(lines) != body:
        raise Refused("it is not written in the canonical form, so it could not be given back as it came")
    anchors = len(lines) - len(transcript.anchors)
    digest = hashlib.sha256(b"".join(lines[: anchors - 1])).digest()  # all but the line of the signature
    return adoption.Foreign(transcript, digest, b"".join(lines[anchors:]))


def _stands(foreign: adoption.Foreign) -> bool:
    """Whether this very match is here. Raises `Refused` if its id is another's."""
    with connection.cursor() as cursor:
        cursor.execute(STANDS, (foreign.id,))
        if (row := cursor.fetchone()) is not None and row[0] == foreign.digest:
            return True
        cursor.execute(EXISTS, (foreign.id,))
        if cursor.fetchone()[0]:
            raise Refused("there is a game of this id here, and it is another one")
    return False


def _verify(foreign: adoption.Foreign, keys: Collection[bytes]) -> None:
    for finding in engine.check_transcript(engine.Case(foreign.transcript, keys=keys)):
        if (finding.check, finding.verdict) == ("origin", engine.Verdict.UNCHECKED):
            continue  # the match that a branch goes on from need not be here
        if finding.verdict in {engine.Verdict.BROKEN, engine.Verdict.UNCHECKED}:
            raise Refused(f"{finding.check}: {finding.sentence} {finding.detail}".strip())


def _store(foreign: adoption.Foreign) -> None:
    try:
        with transaction.atomic():
            adoption.adopt(foreign)
            fault = audit.check(foreign.id)
            if fault is not None:
                raise Refused(f"it does not hold here: {fault}")
    except (IntegrityError, DataError) as error:
        raise Refused(f"it cannot be stored ({type(error.__cause__).__name__})") from error
