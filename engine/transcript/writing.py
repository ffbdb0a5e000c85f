"""Writing transcripts: one line after the other, so that a service can stream a long one."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from engine.codec import decode_event
from engine.events import MatchEnded
from engine.proof.signatures import key_id
from engine.transcript.lines import ALGORITHM, FORMAT, PROTOCOL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.transcript.lines import Anchor, Header, Signature, StoredEvent

_LABEL: Final = b"UFLIP1/transcript\0"
_quoted: Final = json.encoder.encode_basestring_ascii
encode: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode
"""Canonical JSON: the one form of a value that a transcript has."""


def write_transcript(
    header: Header,
    events: Iterable[StoredEvent],
    sign: Callable[[bytes], Signature],
    anchors: Iterable[Anchor] = (),
) -> Iterator[bytes]:
    """Yield the lines of a transcript.

    `sign` is called once, for the signature over the message it is given; a service that has signed these lines before
    returns that signature again. Raises ValueError, before the line of the end, if there are not as many events as the
    header says or the last one does not end a match that had a seed.
    """
    digest = hashlib.sha256()
    for line in _signed_lines(header, events):
        digest.update(line)
        yield line
    yield signature_line(sign(signed_message(header.game, digest.digest())))
    for anchor in anchors:
        yield anchor_line(anchor)


def signed_message(game: bytes, digest: bytes) -> bytes:
    """Return the bytes to sign: `game` is its id, `digest` SHA-256 over all lines before that of the signature."""
    return _LABEL + game + digest


def signature_line(signature: Signature) -> bytes:
    """Return the line of the signature."""
    return _line(
        "signature",
        algorithm=ALGORITHM,
        key=key_id(signature.public_key),
        public_key=signature.public_key.hex(),
        signature=signature.signature.hex(),
    )


def anchor_line(anchor: Anchor) -> bytes:
    """Return the line of an anchor."""
    return _line(
        "anchor",
        date=anchor.date,
        version=anchor.version,
        chain=anchor.chain.hex(),
        index=anchor.leaf,
        size=anchor.size,
        path=[item.hex() for item in anchor.path],
        checkpoint=anchor.checkpoint,
    )


def _signed_lines(header: Header, events: Iterable[StoredEvent]) -> Iterator[bytes]:
    yield _header_line(header)
    last, count = None, 0
    for count, last in enumerate(events, 1):  # noqa: B007  both are needed after the last one
        yield _event_line(last)
    if last is None or count != header.events:
        raise ValueError(f"there are {count} events, not {header.events}")
    yield _end_line(last)


def _header_line(header: Header) -> bytes:
    return _line(
        "transcript",
        format=FORMAT,
        protocol=PROTOCOL,
        game=uuid_text(header.game),
        rules=header.rules.decode("ascii"),
        rules_hash=hashlib.sha256(header.rules).hexdigest(),
        seats=[
            {"seat": seat, "pseudonym": uuid_text(pseudonym), "kind": kind, "bot": bot}
            for seat, pseudonym, kind, bot in header.seats
        ],
        events=header.events,
    )


def _event_line(event: StoredEvent) -> bytes:
    # Members in the order of their names, written by hand: nearly all lines are events, and `_line` takes 2.6 times as
    # long.
    private = "null" if event.private is None else _quoted(event.private.decode("ascii"))
    commitment = "null" if event.commitment is None else f'"{event.commitment.hex()}"'
    return (
        f'{{"actor":{event.actor},"at":{event.at},"chain":"{event.chain.hex()}","command":"{uuid_text(event.command)}",'
        f'"commitment":{commitment},"event":{event.type},"private":{private},'
        f'"public":{_quoted(event.public.decode("ascii"))},"schema":{event.schema_version},"seq":{event.seq},'
        '"type":"event"}\n'
    ).encode()


def _end_line(last: StoredEvent) -> bytes:
    ended = decode_event(last.type, last.schema_version, last.public, last.private)
    if not isinstance(ended, MatchEnded) or ended.seed is None:
        raise ValueError(f"event {last.seq} does not end the match")
    return _line(
        "end",
        seed=ended.seed,
        cause=ended.cause,
        winners=ended.winners,
        ranks=ended.ranks,
        chain=last.chain.hex(),
    )


def _line(kind: str, **members: Any) -> bytes:
    return encode({"type": kind, **members}).encode() + b"\n"


def uuid_text(value: bytes) -> str:
    """Return 16 bytes as UUIDs are written."""
    digits = value.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
