"""Anchors: the heads of games as leaves of one append-only log, and its checkpoints (protocol.md, Anchors).

A checkpoint is the text of a C2SP tlog-checkpoint: origin, number of leaves, root.
"""

from __future__ import annotations

import base64
import re
from typing import Final, NamedTuple

from engine.proof.merkle import HASH_BYTES
from engine.proof.notes import BadNote, unbase64

_LABEL: Final = b"UFLIP1/anchor\0"
_ID_BYTES: Final = 16
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_LINES: Final = 4
"""Origin, size, root, and nothing after the last newline."""


class Checkpoint(NamedTuple):
    """A log of `origin` as it was when it had `size` leaves."""

    origin: str
    size: int
    root: bytes


def anchor_leaf(game: bytes, version: int, chain: bytes) -> bytes:
    """Return the leaf that says: event `version` of `game` (16 bytes) has the link `chain` (32 bytes).

    Raises ValueError for bytes of a wrong length, OverflowError for a version beyond 32 bits.
    """
    if len(game) != _ID_BYTES or len(chain) != HASH_BYTES:
        raise ValueError(f"a leaf takes {_ID_BYTES} bytes of an id and {HASH_BYTES} of a hash")
    return _LABEL + game + version.to_bytes(4, "big") + chain


def write_checkpoint(checkpoint: Checkpoint) -> str:
    """Return the text of a note that states the checkpoint."""
    origin, size, root = checkpoint
    return f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"


def read_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint in the text of a note. Raises BadNote."""
    lines = text.split("\n")
    if len(lines) != _LINES or lines[-1] or not lines[0]:
        raise BadNote("a checkpoint has three lines: origin, size, root")
    origin, size, encoded = lines[:-1]
    if not _SIZE.fullmatch(size):
        raise BadNote("the size of a checkpoint is a whole number")
    root = unbase64(encoded)
    if len(root) != HASH_BYTES:
        raise BadNote(f"the root of a checkpoint has {HASH_BYTES} bytes")
    return Checkpoint(origin, int(size), root)
