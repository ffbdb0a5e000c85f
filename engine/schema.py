"""The fields of every event, read from its annotations once: what each holds and who sees it."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, get_type_hints

from engine.events import EVENT_TYPES, Event, Kind, Sees


class EventField(NamedTuple):
    """`annotation`: the Python type behind the field."""

    name: str
    kind: Kind
    sees: Sees
    annotation: Any


def _field(name: str, annotation: Any) -> EventField:
    marks = getattr(annotation, "__metadata__", ())
    kind = next((mark for mark in marks if isinstance(mark, Kind)), Kind.PLAIN)
    sees = next((mark for mark in marks if isinstance(mark, Sees)), Sees.PUBLIC)
    return EventField(name, kind, sees, getattr(annotation, "__origin__", annotation) if marks else annotation)


FIELDS: Final[dict[type[Event], tuple[EventField, ...]]] = {
    kind: tuple(_field(name, annotation) for name, annotation in get_type_hints(kind, include_extras=True).items())
    for kind in EVENT_TYPES.values()
}


def tag(kind: type[Event]) -> str:
    """Name of an event type on the wire: `CardPlayed` is `card_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


TAGS: Final[dict[type[Event], str]] = {kind: tag(kind) for kind in EVENT_TYPES.values()}
