"""Reading a match from a file: a transcript or a record, perhaps compressed by gzip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BadNotation
from engine.notation.game_record import grouped, record_of
from engine.notation.record_form import TITLE
from engine.notation.record_reading import parse_record
from engine.transcript import MAX_BYTES, read_transcript, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event
    from engine.notation.game_record import Record


def read_match(path: str) -> Record:
    """Return the match in a file. Raises OSError, BadTranscript, CannotInfer or BadNotation."""
    data = read_bytes(path)
    return _record(data) if _is_record(data) else record_of(read_transcript(data))


def read_groups(path: str) -> list[Sequence[Event]]:
    """Return the events of the match in a file, by command; of a transcript as stored, whatever today's rules.

    Raises what `read_match` raises.
    """
    data = read_bytes(path)
    if not _is_record(data):
        return [events for _, events in grouped(read_transcript(data))]
    record = _record(data)
    return [record.opening, *(step.events for step in record.steps)]


def _is_record(data: bytes) -> bool:
    return data.startswith(TITLE.split(" ")[0].encode())


def _record(data: bytes) -> Record:
    try:
        return parse_record(data.decode())
    except UnicodeDecodeError:
        raise BadNotation(text="the file is not text in UTF-8") from None


def read_bytes(path: str) -> bytes:
    """Return the unpacked bytes of a file, at most one more than a transcript may have.

    Raises OSError, BadTranscript.
    """
    with open(path, "rb") as file:  # noqa: PTH123  the engine does without pathlib
        return unpacked(file.read(MAX_BYTES + 1))
