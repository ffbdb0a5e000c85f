"""Reading a match from a file: a transcript or a record, perhaps compressed by gzip."""

from __future__ import annotations

import gzip
import zlib
from typing import Final

from engine.errors import BadNotation
from engine.record.form import TITLE
from engine.record.parsing import parse_record
from engine.record.steps import Record, record_of
from engine.transcript import MAX_BYTES, read_transcript

_GZIP: Final = b"\x1f\x8b"


def read_match(path: str) -> Record:
    """The match in a file. Raises OSError, BadTranscript, Unexplained or BadNotation."""
    data = read_bytes(path)
    if not data.startswith(TITLE.split(" ")[0].encode()):
        return record_of(read_transcript(data))
    try:
        return parse_record(data.decode())
    except UnicodeDecodeError:
        raise BadNotation(text="the file is not text in UTF-8") from None


def read_bytes(path: str) -> bytes:
    """The bytes of a file, unpacked if it is compressed, a byte more than a transcript may have at most."""
    with open(path, "rb") as file:  # noqa: PTH123  the engine does without pathlib
        start = file.read(len(_GZIP))
        file.seek(0)
        if start != _GZIP:
            return file.read(MAX_BYTES + 1)
        try:
            with gzip.open(file) as unpacked:
                return unpacked.read(MAX_BYTES + 1)
        except (EOFError, zlib.error) as error:
            raise OSError(f"{path} is damaged: {error}") from error
