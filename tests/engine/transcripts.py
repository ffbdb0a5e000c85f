"""Transcripts of matches played without a service: made from one whole number, signed with a key of the tests.

`recorded(match)` is the short way; `Scribe` records command by command, also several under one id as the service does.
"""

from __future__ import annotations

import hashlib
from itertools import count
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import engine
from engine.proof import merkle
from engine.rules_document import rules_document
from tests.engine.matches import Match, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SYSTEM = 255
EPOCH = 1_790_000_000_000_000
"""Start of the synthetic matches: microseconds since 1970 UTC."""
KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"the signing key of the tests").digest())
PUBLIC_KEY = KEY.public_key().public_bytes_raw()
ORIGIN = "flipside.example/anchors"


def sign(message: bytes) -> engine.Signature:
    return engine.Signature(PUBLIC_KEY, KEY.sign(message))


class Scribe:
    """Records the events of a match as a service would store them. `chance` is the match's."""

    def __init__(self, chance: engine.Chance, start: int = EPOCH) -> None:
        self.chance = chance
        self.rows: list[engine.StoredEvent] = []
        self._chain = engine.chain_genesis(chance.match_id)
        self._now = start
        self._ids = count(1)

    def record(self, actor: int, events: Iterable[engine.Event]) -> None:
        """Record the events of one command, or of several under one id."""
        number = next(self._ids)
        command = hashlib.sha256(self.chance.match_id + b"command %d" % number).digest()[:16]
        self._now += 1_000_000 + number * 7
        for event in events:
            self.write(engine.encode_event(event), actor, command, self._now)

    def write(self, encoded: engine.EncodedEvent, actor: int, command: bytes, at: int) -> None:
        """Record one event, valid or not."""
        seq = len(self.rows) + 1
        code, version, public, private = encoded
        pc = None if private is None else engine.private_commitment(self.chance.private_salt(seq), private)
        game = self.chance.match_id
        self._chain = engine.chain_link(
            self._chain, game, seq, code, version, at, actor, command, public, pc or engine.NO_PRIVATE
        )
        row = engine.StoredEvent(seq, code, version, at, actor, command, public, private, pc, self._chain)
        self.rows.append(row)


def scribe_of(match: Match) -> Scribe:
    """Return a played match as stored: every command under an id of its own."""
    again = match.again()
    scribe = Scribe(again.chance)
    scribe.record(SYSTEM, again.log)
    for seat, command in match.sent:
        actor = SYSTEM if seat is None or isinstance(command, engine.TimeOut) else seat
        scribe.record(actor, again.send(seat, command))
    return scribe


def header_of(rows: Sequence[engine.StoredEvent], game: bytes) -> engine.Header:
    """Return the header of a transcript of these events."""
    table = engine.replay(decoded(row) for row in rows)
    document = rules_document(engine.rules_of(table.spec), table.seats)
    seats = tuple(
        engine.Seat(
            seat,
            hashlib.sha256(game + b"sitting %d" % seat).digest()[:16],
            str(kind),
            "random" if kind is engine.SeatKind.BOT else None,
        )
        for seat, kind in enumerate(table.seat_kinds)
    )
    return engine.Header(game, document, seats, len(rows))


def decoded(row: engine.StoredEvent) -> engine.Event:
    return engine.decode_event(row.type, row.schema_version, row.public, row.private)


def file_of(
    rows: Sequence[engine.StoredEvent],
    game: bytes,
    anchors: Iterable[engine.Anchor] = (),
    header: engine.Header | None = None,
) -> bytes:
    return b"".join(engine.write_transcript(header or header_of(rows, game), rows, sign, anchors))


def recorded(match: Match, versions: Sequence[int] = ()) -> bytes:
    """Return the transcript of a match that was played to its end, anchored at these versions, one a day."""
    rows = scribe_of(match).rows
    game = match.chance.match_id
    return file_of(rows, game, anchors_of(rows, game, versions))


def anchors_of(rows: Sequence[engine.StoredEvent], game: bytes, versions: Sequence[int]) -> list[engine.Anchor]:
    """Return an anchor for each version, one a day, in a log that contains other games, too."""
    nodes: dict[tuple[int, int], bytes] = {}
    anchors = []
    size = 0
    for day, version in enumerate(versions, 1):
        chain = rows[version - 1].chain
        others = [engine.anchor_leaf(bytes(16), day * 10 + other, bytes(32)) for other in range(day + 2)]
        place = size + day % len(others)
        leaves = [merkle.leaf_hash(leaf) for leaf in others]
        leaves[day % len(others)] = merkle.leaf_hash(engine.anchor_leaf(game, version, chain))
        for new in merkle.appended(size, leaves, lambda *at: nodes[at]):
            nodes[new.level, new.index] = new.hash
        size += len(leaves)
        root = merkle.root(size, lambda *at: nodes[at])
        path = tuple(merkle.inclusion(place, size, lambda *at: nodes[at]))
        anchors.append(engine.Anchor(f"2026-11-{day:02}", version, chain, place, size, path, checkpoint(size, root)))
    return anchors


def checkpoint(size: int, root: bytes, origin: str = ORIGIN) -> str:
    """Return the signed note of a day."""
    text = engine.write_checkpoint(engine.Checkpoint(origin, size, root))
    signature = engine.NoteSignature(origin, engine.key_hash(origin, PUBLIC_KEY), KEY.sign(text.encode()))
    return engine.write_note(engine.Note(text, (signature,)))


def short_match(seed: int = 1, **options: object) -> Match:
    """Return a short match of classic cards for two; wilds convict, which keeps its events unchanged."""
    chosen = {"game": "classic", "edition": "base", "scoring": "single_round", "wild_matches_color": True} | options
    match = Match(chosen, 2, seed, Style.SHED).play(10_000)
    assert match.table.is_over
    return match
