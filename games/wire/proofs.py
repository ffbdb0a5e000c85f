"""What proves something to somebody who does not trust us: keys and anchors."""

from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from common.http.types import Moment
from games.wire.scalars import Hex32

KeyId = Annotated[
    str, Meta(pattern="^[0-9a-f]{16}$", description="The first 16 hexadecimal digits of the SHA-256 of the public key.")
]
LogSize = Annotated[int, Meta(ge=0, le=2**53 - 1, description="The number of leaves.")]


class SigningKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key with which the service signs, or has signed, transcripts and checkpoints."""

    id: KeyId
    algorithm: Literal["Ed25519"] = "Ed25519"
    public_key: Hex32
    since: Moment
    until: Annotated[Moment | None, Meta(description="When another key replaced it; null for the current key.")]


class SigningKeys(msgspec.Struct, frozen=True, kw_only=True):
    """All keys of this service, newest first."""

    keys: list[SigningKey]


class Anchor(msgspec.Struct, frozen=True, kw_only=True):
    """The log of anchors at the end of a day."""

    date: date
    size: LogSize
    root: Annotated[Hex32, Meta(description="The root of the Merkle tree over all leaves (RFC 6962).")]
    checkpoint: Annotated[
        str, Meta(description="The same data as a C2SP signed note (docs/protocol/anchors.md). Save it.")
    ]
    key: Annotated[KeyId, Meta(description="The id of the key that signed it; see `/v1/keys`.")]


class AnchorPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of anchors, newest first."""

    anchors: list[Anchor]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page, or null on the last page.")]


class Consistency(msgspec.Struct, frozen=True, kw_only=True):
    """Proof that the log of the second day begins with that of the first."""

    first: Anchor
    second: Anchor
    path: Annotated[
        list[Hex32],
        Meta(description="See RFC 6962, section 2.1.2. It is empty if the first log is empty or both are the same."),
    ]
