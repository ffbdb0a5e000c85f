"""Transcripts of finished matches: always the same bytes, for every reader and after any change to the players.

The signed part is derived from the log each time and compared with the signed digest. The signature and the anchors
come from their tables. `games.reads.one_game` decides who may have a transcript.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import engine
from common.database import queries
from games import clock as clocks
from games import errors
from games.models import Seat, TranscriptSignature
from games.proofs import anchors, signing
from games.store import reader
from games.types import SeatKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from uuid import UUID

    from games.types import EventRow

logger = logging.getLogger(__name__)

ROWS: Final = 1000
"""Events read at a time."""
CHUNK: Final = 64 * 1024
"""Bytes sent at a time."""
DIGEST_BYTES: Final = 32

SIGNED: Final = """
SELECT s.game_id, s.public_key, s.signature, s.digest, i.anchors
FROM transcript_signature s LEFT JOIN imported_game i ON i.game_id = s.game_id WHERE s.game_id = ANY(%s::uuid[])
"""


class TranscriptChanged(Exception):
    """The log no longer gives the signed bytes: an operator has to act (`verify_log`)."""


DAMAGE: Final = (TranscriptChanged, errors.LogCorrupt, ValueError)
"""The errors of making a transcript from a damaged log."""


@dataclass(frozen=True, slots=True)
class Signed:
    """The signed digest of a match and its key. `foreign`: its lines of anchors, if another installation played it."""

    signature: engine.Signature
    digest: bytes
    foreign: bytes | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """The transcript of a finished match of `events` events, ready to be sent.

    `chain`: that of the last event; with it, the log is read from the replica if there is one.
    """

    game_id: UUID
    events: int
    signed: Signed
    places: tuple[anchors.Place, ...]
    chain: bytes | None = None

    @property
    def parts(self) -> tuple[object, ...]:
        """Return the values that identify its bytes, without making them; JSON-ready."""
        dates = [str(place.date) for place in self.places]
        return (self.signed.digest.hex(), self.signed.signature.signature.hex(), dates)

    def lines(self) -> Iterator[bytes]:
        """Yield its lines. Raises `TranscriptChanged` before that of the signature."""
        rows = _rows(self.game_id, self.events, self.chain)
        yield from _lines(self.game_id, self.events, rows, self._signature, anchors.proofs(self.places))
        if self.signed.foreign:
            yield self.signed.foreign

    def chunks(self) -> Iterator[bytes]:
        """Yield its bytes in pieces to send."""
        waiting: list[bytes] = []
        size = 0
        for line in self.lines():
            waiting.append(line)
            size += len(line)
            if size >= CHUNK:
                yield b"".join(waiting)
                waiting.clear()
                size = 0
        yield b"".join(waiting)

    def _signature(self, message: bytes) -> engine.Signature:
        if message[-DIGEST_BYTES:] != self.signed.digest:
            logger.error("game %s: the transcript is not the one that was signed", self.game_id)
            raise TranscriptChanged(str(self.game_id))
        return self.signed.signature


def of_game(game_id: UUID, version: int, chain: bytes | None = None) -> Transcript:
    """Return the transcript of a finished match at its last version. `chain` is as in `Transcript`."""
    return replace(next(of_games([(game_id, version)])), chain=chain)


def of_games(
    games: Sequence[tuple[UUID, int]], leave_out: Callable[[UUID, Exception], None] | None = None
) -> Iterator[Transcript]:
    """Yield the transcripts of finished matches, by id and last version, in this order; signed now if necessary.

    `leave_out` is called for those that cannot be signed because of damage. Without it the first one raises.
    """
    ids = [game_id for game_id, _ in games]
    known, places = _signed(ids), anchors.places(ids)
    for game_id, version in games:
        try:
            signed = known.get(game_id) or _sign(game_id, version)
        except DAMAGE as error:
            if leave_out is None:
                raise
            leave_out(game_id, error)
            continue
        yield Transcript(game_id, version, signed, places.get(game_id, ()))


def _signed(ids: Sequence[UUID]) -> dict[UUID, Signed]:
    return {
        game_id: Signed(engine.Signature(public_key, signature), digest, foreign)
        for game_id, public_key, signature, digest, foreign in queries.rows(SIGNED, list(ids))
    }


def _sign(game_id: UUID, version: int) -> Signed:
    """Sign a match once. The second of two concurrent calls returns the signature of the first."""
    key = signing.current()

    def sign(message: bytes) -> engine.Signature:
        made = engine.Signature(key.public, key.private.sign(message))
        row = TranscriptSignature(
            game_id=game_id, public_key=made.public_key, signature=made.signature, digest=message[-DIGEST_BYTES:]
        )
        TranscriptSignature.objects.bulk_create([row], ignore_conflicts=True)
        return made

    deque(_lines(game_id, version, _rows(game_id, version, None), sign, ()), maxlen=0)
    return _signed([game_id])[game_id]


def _lines(
    game_id: UUID,
    version: int,
    rows: Iterator[EventRow],
    sign: Callable[[bytes], engine.Signature],
    proofs: Iterable[engine.Anchor],
) -> Iterator[bytes]:
    first = next(rows, None)
    if first is None:
        raise errors.LogCorrupt(f"game {game_id}: there are no events")
    seats = tuple(_seats(game_id))
    header = engine.Header(game_id.bytes, _document(reader.decoded(first)), seats, version)
    return engine.write_transcript(header, map(_stored, chain([first], rows)), sign, proofs)


def _rows(game_id: UUID, version: int, last: bytes | None) -> Iterator[EventRow]:
    for after in range(0, version, ROWS):
        upto = min(after + ROWS, version)
        if last is None:
            yield from reader.read(game_id, after, upto)
        else:
            yield from reader.read_to(reader.Tip(game_id, version, last), after, upto)


def _stored(row: EventRow) -> engine.StoredEvent:
    return engine.StoredEvent(
        row.seq, row.type, row.schema_version, clocks.micros(row.recorded_at), row.actor, row.command_id.bytes,
        row.public, row.private, row.private_commitment, row.chain,
    )  # fmt: skip


def _seats(game_id: UUID) -> Iterator[engine.Seat]:
    for seat in Seat.objects.filter(game_id=game_id).order_by("seat_no"):
        yield engine.Seat(seat.seat_no, seat.seat_uid.bytes, SeatKind(seat.kind).word, seat.bot or None)


def _document(created: engine.Event) -> bytes:
    table = engine.replay([created])
    return _rules(table.spec, table.seats)


@lru_cache(maxsize=1000)
def _rules(spec: Any, seats: int) -> bytes:
    return engine.rules_document(engine.rules_of(spec), seats)
