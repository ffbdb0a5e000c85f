"""Every event can be read by this engine, and is stored as the engine writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.codec import EncodedEvent, decode_event, encode_event
from engine.codec.schema import TAGS, flaw
from engine.codec.upcasters import VERSIONS
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.events import Event
    from engine.transcript import StoredEvent
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Decode the events, for the other checks too."""
    case.decoded = tuple(_decoded(row) for row in case.transcript.events)
    return f"All {len(case.decoded):,} events can be read."


def stored(row: StoredEvent) -> EncodedEvent:
    """Return the row in the form of the codec, as far as it is in the file."""
    return EncodedEvent(row.type, row.schema_version, row.public, row.private)


def states(row: StoredEvent, found: Event, due: Event) -> bool:
    """Return whether the row, decoded as `found`, is the event `due`: to the byte, if it has the present shape."""
    if row.schema_version == VERSIONS[row.type]:
        return stored(row) == encode_event(due)
    return found == due


def _decoded(row: StoredEvent) -> Event:
    try:
        event = decode_event(*stored(row))
        wrong = flaw(event)
        as_written = wrong is not None or states(row, event, event)
    except Exception as error:  # noqa: BLE001  whatever the bytes are
        raise Broken(f"Event {row.seq} cannot be read.", f"{type(error).__name__}: {error}"[:200], row.seq) from None
    if wrong:
        raise Broken(f"Event {row.seq} says what no event says.", f"{TAGS[type(event)]}: the field {wrong}", row.seq)
    if not as_written:
        detail = f"it should be {encode_event(event)}"
        raise Broken(f"Event {row.seq} is not written as events are.", detail, row.seq)
    return event
