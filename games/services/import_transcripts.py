"""Imports matches that another installation has played: each is verified first, and then written or refused."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from uuid import UUID

from django.db import DataError, IntegrityError, transaction

import engine
from games.audit import check
from games.models import Game, TranscriptSignature
from games.proofs import transcripts
from games.store import import_log
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MOST_BYTES: Final = 100 * 1024 * 1024
"""Longest transcript."""
NOT_COMPARED: Final = ("origin", engine.Verdict.UNCHECKED)
"""The finding about a match that continues another one which was not available for comparison."""
TITLE: Final = re.compile(rb'"type"\s*:\s*"transcript"')
GAME: Final = re.compile(rb'"game":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"')


class Lines(Protocol):
    """A file of bytes that is read line by line, more than once."""

    def seek(self, offset: int, /) -> int:
        """Continue reading at `offset`."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line, cut after `size` bytes; empty at the end."""


class Fate(StrEnum):
    """The result for one transcript."""

    IMPORTED = "imported"
    KNOWN = "already here"
    REFUSED = "refused"


class Report(NamedTuple):
    """The result for the transcript that begins in `line` of its file. `reason` tells why it was refused.

    `game` is None if it cannot be read from the transcript.
    """

    line: int
    game: UUID | None
    fate: Fate
    reason: str = ""
    waits: bool = False
    """The match that this one continues is not here; it may follow in the same file."""


class Piece(NamedTuple):
    """A transcript in a file, and the line where it begins."""

    line: int
    body: bytes


class Refused(Exception):
    """The transcript is not imported. The message gives the reason."""


class OriginMissing(Refused):
    """The match that this one continues is not here, so its position cannot be verified."""


def import_file(file: Lines, keys: Collection[bytes] = ()) -> Iterator[Report]:
    """Import the transcripts of a file one after the other.

    `keys` are the trusted keys; without any, every key that fits its signature is accepted. Raises the errors of
    reading a damaged file.
    """
    reports = _look(file, keys, None)
    while True:
        waiting: dict[int, Report] = {}
        progress = False
        try:
            for report in reports:
                if report.waits:
                    waiting[report.line] = report
                else:
                    progress = progress or report.fate is Fate.IMPORTED
                    yield report
        except Exception:
            yield from waiting.values()
            raise
        if not waiting or not progress:
            yield from waiting.values()
            return
        file.seek(0)
        reports = _look(file, keys, waiting)


def _look(file: Lines, keys: Collection[bytes], lines: Collection[int] | None) -> Iterator[Report]:
    return (_import(piece, keys) for piece in pieces(file) if lines is None or piece.line in lines)


def pieces(file: Lines) -> Iterator[Piece]:
    """Yield the transcripts of a file. One that is too long is cut."""
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
    game = _named(piece)
    try:
        transcript = engine.read_transcript(piece.body)
        foreign = _foreign(transcript, piece.body)
        if foreign is not None and _stands(foreign):
            return Report(piece.line, game, Fate.KNOWN)
        _verify(transcript, keys)
        _store(foreign)
    except engine.BadTranscript as bad:
        where = f"line {piece.line + bad.line - 1} of the file"
        reason = f"this is no transcript: {where}: {bad.sentence}; fetch it again from where it comes"
        return Report(piece.line, game, Fate.REFUSED, reason)
    except Refused as refusal:
        return Report(piece.line, game, Fate.REFUSED, str(refusal), isinstance(refusal, OriginMissing))
    return Report(piece.line, game, Fate.IMPORTED)


def _named(piece: Piece) -> UUID | None:
    found = GAME.search(piece.body.partition(b"\n")[0])
    return None if found is None else UUID(found[1].decode())


def _foreign(transcript: engine.Transcript, body: bytes) -> import_log.ForeignMatch | None:
    """Return the parsed transcript; None if we would write other bytes, for example because the end does not fit."""
    written = engine.write_transcript(
        transcript.header, transcript.events, lambda _: transcript.signature, transcript.anchors
    )
    try:
        lines = list(written)
    except Exception:  # noqa: BLE001  the last event may be anything: the checks say what is wrong with it
        return None
    if b"".join(lines) != body:
        return None
    anchors = len(lines) - len(transcript.anchors)
    digest = hashlib.sha256(b"".join(lines[: anchors - 1])).digest()  # all but the line of the signature
    return import_log.ForeignMatch(transcript, digest, b"".join(lines[anchors:]))


def _stands(foreign: import_log.ForeignMatch) -> bool:
    """Return whether this very match is here. Raises `Refused` if another match has its id."""
    signed = TranscriptSignature.objects.filter(game_id=foreign.id).first()
    if signed is not None and bytes(signed.digest) == foreign.digest:
        return True
    if Game.objects.filter(id=foreign.id).exists():
        raise Refused("there is a game of this id here, and it is another one")
    return False


def _verify(transcript: engine.Transcript, keys: Collection[bytes]) -> None:
    """Raise `Refused` unless every check passes. Unchecked parts and set-up positions are refused as well."""
    case = engine.Case(transcript, keys=keys)
    doubts = [finding for finding in engine.check_transcript(case) if _is_doubt(finding)]
    position = case.position if [(doubt.check, doubt.verdict) for doubt in doubts] == [NOT_COMPARED] else None
    if position is not None and position.origin != engine.NOWHERE:
        # Every check but that of the origin passed.
        with_origin = engine.Case(transcript, keys=keys, origins=[_origin(position.origin)])
        doubts = [finding for finding in engine.check_transcript(with_origin) if _is_doubt(finding)]
    if doubts:
        check, _, sentence, detail, *_ = doubts[0]
        raise Refused(f"{check}: {sentence} {detail}".strip())


def _is_doubt(finding: engine.Finding) -> bool:
    return finding.verdict in {engine.Verdict.BROKEN, engine.Verdict.UNCHECKED}


def _origin(named: str) -> engine.Transcript:
    try:
        game_id = UUID(named)
    except ValueError:
        raise Refused("origin: what it goes on from is not the id of a match") from None
    game = Game.objects.only("version", "status", "quarantined_at").filter(id=game_id).first()
    if game is None:
        raise OriginMissing(f"origin: match {game_id}, which it goes on from, is not here; take that in first")
    if game.status != Status.FINISHED or game.quarantined_at is not None:
        why = "not over" if game.quarantined_at is None else "quarantined"
        raise Refused(f"origin: match {game_id}, which it goes on from, is {why} here")
    try:
        return engine.read_transcript(b"".join(transcripts.of_game(game_id, game.version).lines()))
    except transcripts.DAMAGE as error:
        raise Refused(f"origin: the log of match {game_id} is damaged here ({type(error).__name__})") from error


def _store(foreign: import_log.ForeignMatch | None) -> None:
    if foreign is None:
        raise Refused("it is not written in the canonical form, so it could not be given back as it came")
    try:
        with transaction.atomic():
            import_log.import_match(foreign)
            fault = check.check_game(foreign.id)
            if fault is not None:
                raise Refused(f"it does not hold here: {fault}")
    except (IntegrityError, DataError) as error:
        raise Refused(f"it cannot be stored ({type(error.__cause__).__name__})") from error
