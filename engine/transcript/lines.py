"""The lines of a transcript as values. Ids, hashes, keys and bodies of events are bytes."""

from __future__ import annotations

from typing import Final, NamedTuple

FORMAT: Final = 1
PROTOCOL: Final = "UFLIP1"
ALGORITHM: Final = "Ed25519"
SYSTEM: Final = 255
"""The actor of an event that no seat has caused."""


class Seat(NamedTuple):
    """A seat of the match. `kind`: human or bot; open at a table that was closed before its match.

    `bot`: the bot's strategy.
    """

    seat: int
    pseudonym: bytes
    kind: str
    bot: str | None


class Header(NamedTuple):
    """The first line. `game`: 16 bytes; `rules`: the document whose hash the match is bound to; `events`: how many."""

    game: bytes
    rules: bytes
    seats: tuple[Seat, ...]
    events: int


class StoredEvent(NamedTuple):
    """An event as stored. `at` in microseconds since 1970 UTC; `private` and `commitment` are None together."""

    seq: int
    type: int
    schema_version: int
    at: int
    actor: int
    command: bytes
    public: bytes
    private: bytes | None
    commitment: bytes | None
    chain: bytes


class End(NamedTuple):
    """The line after the events: what the last of them says, and its link."""

    seed: bytes
    cause: str
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    chain: bytes


class Signature(NamedTuple):
    """An Ed25519 signature and the key it was made with."""

    public_key: bytes
    signature: bytes


class Anchor(NamedTuple):
    """Proof that the log of anchors held event `version` of the match on a day (YYYY-MM-DD).

    `leaf`: its number among `size`, from 0; `path`: from the leaf upwards; `checkpoint`: the signed note of that day.
    """

    date: str
    version: int
    chain: bytes
    leaf: int
    size: int
    path: tuple[bytes, ...]
    checkpoint: str


class Transcript(NamedTuple):
    """A whole file. `rules_hash` is what its header says; `signed`: what the signature has to be over."""

    header: Header
    rules_hash: bytes
    events: tuple[StoredEvent, ...]
    end: End
    key: str
    signature: Signature
    signed: bytes
    anchors: tuple[Anchor, ...]
