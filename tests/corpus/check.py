"""Checks a transcript of the corpus with the engine alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.codec import decode_event, encode_event
from engine.codec.upcasters import VERSIONS
from engine.notation.game_record import record_of
from engine.notation.record_reading import parse_record
from engine.notation.record_writing import print_record
from engine.replay import replay
from engine.transcript import read_transcript
from engine.verify import Case, Verdict, verify
from tests.corpus.manifest import FOLDER, digest, transcript_in, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.corpus.manifest import Entry


def complaints(entry: Entry) -> Iterator[str]:
    """Yield the faults of a file as sentences."""
    if digest((FOLDER / entry.file).read_bytes()) != entry.sha256:
        yield "the file is not the one that the manifest lists"
    transcript = read_transcript(unpacked(entry))
    rows = transcript.events
    events = [decode_event(row.type, row.schema_version, row.public, row.private) for row in rows]
    for row, event in zip(rows, events, strict=True):
        stored = (row.type, row.schema_version, row.public, row.private)
        if row.schema_version == VERSIONS[row.type] and encode_event(event) != stored:
            yield f"event {row.seq} is written differently now"
    result = replay(events).result
    if result is None or (result.cause, len(events)) != (entry.cause, entry.events):
        yield f"it ends as {result}"
    origins = [read_transcript(transcript_in(entry.origin))] if entry.origin else []
    for finding in verify(Case(transcript, origins=origins)):
        # Without the package `cryptography` the signature cannot be checked. The origin of a branch is another file.
        if finding.verdict is Verdict.BROKEN or (
            finding.verdict is Verdict.UNCHECKED and finding.check not in {"signature", "origin"}
        ):
            yield f"{finding.check}: {finding.sentence} {finding.detail or ''}"
    record = record_of(transcript)
    if record.events != tuple(events) or parse_record(print_record(record)) != record:
        yield "its record does not parse back to the same events"
