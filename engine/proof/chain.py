"""The hash chain over the events of a match: protocol UFLIP1, to the byte.

Here lives only the arithmetic of the links; `docs/protocol/protocol.md` publishes it.
Which bytes an event consists of is the codec's business, where links are kept
is the store's. The bytes are hashed exactly as stored, so that checking needs
no canonical form of anything.

Bytes of a wrong length raise `ValueError`, numbers that do not fit their field
raise `OverflowError`.
"""

import hashlib
import hmac
import struct

NO_PRIVATE = bytes(32)
"""Stands in a link for the private commitment of an event without private part."""

_LINK_LABEL = b"UFLIP1/event\0"
_NUMBERS = struct.Struct(">IHHqB")  # seq, type, schema version, time, actor
_LINK_BYTES = 32
_ID_BYTES = 16


def genesis(match_id: bytes) -> bytes:
    """Return chain_0, the 32 bytes the first event of a match links to."""
    if len(match_id) != _ID_BYTES:
        message = f"match id must be {_ID_BYTES} bytes, not {len(match_id)}"
        raise ValueError(message)
    return hashlib.sha256(b"UFLIP1/genesis\0" + match_id).digest()


def private_commitment(salt: bytes, private: bytes) -> bytes:
    """Return PC, 32 bytes that bind to `private` and tell nothing about it.

    `salt` is `chance.private_salt` of the event. An event without private part
    has `NO_PRIVATE` instead; an empty private part is a part.
    """
    return hmac.digest(salt, private, "sha256")


def link(  # noqa: PLR0913, PLR0917 - the ten fields of the published formula
    previous: bytes,
    match_id: bytes,
    seq: int,
    type: int,  # noqa: A002 - the field's name in the protocol and in the store
    schema_version: int,
    recorded_at_us: int,
    actor: int,
    command_id: bytes,
    public: bytes,
    private_commitment: bytes,
) -> bytes:
    """Return chain_s, the 32 bytes that bind event `seq` to all before it.

    `seq` counts from 1; `recorded_at_us` is in microseconds since 1970 UTC;
    `actor` is a seat, 255 the system; `public` the stored bytes;
    `private_commitment` PC or `NO_PRIVATE`.
    """
    # A short id would shift the fields behind it and could collide.
    if (
        len(previous) != _LINK_BYTES
        or len(match_id) != _ID_BYTES
        or len(command_id) != _ID_BYTES
        or len(private_commitment) != _LINK_BYTES
    ):
        message = "a link takes 32, 16, 16 and 32 bytes of hashes and ids"
        raise ValueError(message)
    try:
        numbers = _NUMBERS.pack(seq, type, schema_version, recorded_at_us, actor)
    except struct.error as error:
        message = f"a number of the link does not fit its field: {error}"
        raise OverflowError(message) from error
    return hashlib.sha256(
        b"".join(
            (
                _LINK_LABEL,
                previous,
                match_id,
                numbers,
                command_id,
                hashlib.sha256(public).digest(),
                private_commitment,
            ),
        ),
    ).digest()
