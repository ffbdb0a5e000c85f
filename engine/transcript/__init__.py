"""Transcripts: a finished match in one file that anyone can check (docs/protocol/protocol.md, Transcripts)."""

from engine.transcript.lines import Anchor, End, Header, Seat, Signature, StoredEvent, Transcript
from engine.transcript.members import BadTranscript
from engine.transcript.packing import unpacked
from engine.transcript.reading import MAX_BYTES, read_transcript
from engine.transcript.writing import anchor_line, signature_line, signed_message, write_transcript

__all__ = [
    "MAX_BYTES",
    "Anchor",
    "BadTranscript",
    "End",
    "Header",
    "Seat",
    "Signature",
    "StoredEvent",
    "Transcript",
    "anchor_line",
    "read_transcript",
    "signature_line",
    "signed_message",
    "unpacked",
    "write_transcript",
]
