"""Signed notes (c2sp.org/signed-note): a text, an empty line, and a line for each signature.

Only the form is handled here; signing is the service's business, checking that of `engine.proof.signatures`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Final, NamedTuple

HASH_BYTES: Final = 4
_ED25519: Final = b"\x01"
_LINE: Final = re.compile("\N{EM DASH} ([^\\s+]+) ([A-Za-z0-9+/=]+)")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


class BadNote(ValueError):
    """The text is not a signed note; the message says why."""


class NoteSignature(NamedTuple):
    """A signature on a note: who made it, the hash that tells which key, the signature itself."""

    name: str
    key_hash: bytes
    signature: bytes


class Note(NamedTuple):
    """A signed note. The signatures cover `text`, its last newline included, as UTF-8."""

    text: str
    signatures: tuple[NoteSignature, ...]

    @property
    def signed(self) -> bytes:
        """Return the bytes that every signature covers."""
        return self.text.encode()


def key_hash(name: str, public_key: bytes) -> bytes:
    """Return the 4 bytes by which a signature line names the Ed25519 key of `name`."""
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public_key).digest()[:HASH_BYTES]


def write_note(note: Note) -> str:
    """Return the note as text. Raises BadNote if the text could not be read back."""
    lines = [
        f"\N{EM DASH} {name} {base64.b64encode(hashed + signature).decode()}\n"
        for name, hashed, signature in note.signatures
    ]
    text = f"{note.text}\n{''.join(lines)}"
    if read_note(text) != note:
        raise BadNote("what the note says cannot be written as a signed note")
    return text


def read_note(text: str) -> Note:
    """Return the note of this text. Raises BadNote."""
    body, empty_line, lines = text.rpartition("\n\n")
    if not empty_line or not body:
        raise BadNote("there is no text, or no empty line between it and the signatures")
    if _CONTROL.search(text):
        raise BadNote("there are control characters in it")
    if not lines.endswith("\n"):
        raise BadNote("it does not end with a line of a signature")
    return Note(body + "\n", tuple(_signature(line) for line in lines[:-1].split("\n")))


def _signature(line: str) -> NoteSignature:
    match = _LINE.fullmatch(line)
    if match is None:
        raise BadNote("a line below the text is not a signature")
    data = unbase64(match[2])
    if len(data) <= HASH_BYTES:
        raise BadNote("a signature is too short")
    return NoteSignature(match[1], data[:HASH_BYTES], data[HASH_BYTES:])


def unbase64(text: str) -> bytes:
    """Decode padded base64 in its canonical form. Raises BadNote."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote("there is something that is not base64") from None
    if base64.b64encode(data).decode() != text:
        raise BadNote("there is base64 that is not written as it should be")
    return data
