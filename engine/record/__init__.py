"""Records: a match as text for people, one move a line, that parses back to the same events (docs/records.md)."""

from engine.record.files import read_bytes, read_groups, read_match
from engine.record.parsing import parse_record
from engine.record.printing import print_record
from engine.record.steps import Record, Step, record_of, retrace

__all__ = [
    "Record",
    "Step",
    "parse_record",
    "print_record",
    "read_bytes",
    "read_groups",
    "read_match",
    "record_of",
    "retrace",
]
