"""The manifest: a line for every transcript of the corpus, what it holds and why it was ever changed, if it was."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "transcripts"
MANIFEST = Path(__file__).parent / "manifest.json"
DIGITS = 10
"""Hexadecimal digits of its SHA-256 that a file's name was given when it was written."""


class Entry(NamedTuple):
    """A file. `options`: those that are not as the edition has them; `holds`: tags of events and words of commands.

    `reason`: why the file is not as it was first written. `origin`: the file of the match that a branch goes on from.
    """

    file: str
    sha256: str
    game: str
    edition: str
    seats: int
    events: int
    cause: str
    options: dict[str, Any]
    holds: list[str]
    reason: str | None = None
    origin: str | None = None


def entries() -> list[Entry]:
    """The files that the manifest lists."""
    return [Entry(**line) for line in json.loads(MANIFEST.read_text())] if MANIFEST.exists() else []


def write(listed: list[Entry]) -> None:
    """Write the manifest, a line for each file."""
    lines = [json.dumps(entry._asdict(), sort_keys=True) for entry in sorted(listed)]
    MANIFEST.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def unpacked(entry: Entry) -> bytes:
    """The transcript."""
    return transcript_in(entry.file)


def transcript_in(file: str) -> bytes:
    """The transcript in a file of this name."""
    return gzip.decompress((FOLDER / file).read_bytes())


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
