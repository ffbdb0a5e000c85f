"""The manifest: a line for each transcript of the corpus, with its contents and the reason of any change."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "transcripts"
MANIFEST = Path(__file__).parent / "manifest.json"
DIGITS = 10
"""The number of hexadecimal digits of the original SHA-256 in a file's name."""


class Entry(NamedTuple):
    """A file. `options`: those that differ from the edition; `holds`: tags of events and words of commands.

    `reason`: why the file was changed after it was written. `origin`: the file of the match that a branch continues.
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
    return [Entry(**line) for line in json.loads(MANIFEST.read_text())] if MANIFEST.exists() else []


def write(listed: list[Entry]) -> None:
    lines = [json.dumps(entry._asdict(), sort_keys=True) for entry in sorted(listed)]
    MANIFEST.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def unpacked(entry: Entry) -> bytes:
    return transcript_in(entry.file)


def transcript_in(file: str) -> bytes:
    """Return the transcript in the file of this name."""
    return gzip.decompress((FOLDER / file).read_bytes())


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
