"""The fields of every event, read once from its annotations: content and visibility."""

from __future__ import annotations

import re
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

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
    """Return the name of an event type on the wire: `CardPlayed` is `card_played`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


TAGS: Final[dict[type[Event], str]] = {kind: tag(kind) for kind in EVENT_TYPES.values()}


def flaw(event: Event) -> str | None:
    """Return the name of the first field that does not hold what its annotation says; None if all do.

    For untrusted events: a fold trusts its events. Ranges are not checked.
    """
    for field, value in zip(FIELDS[type(event)], event, strict=True):
        if not fits(field.annotation, value):
            return field.name
    return None


def fits(annotation: Any, value: Any) -> bool:
    """Return whether the value is of the annotated type, strictly: a bool is not an int, a list not a tuple."""
    kinds = get_args(annotation)
    origin = get_origin(annotation)
    if origin is Literal:
        return type(value) is str and value in kinds
    if origin in (Union, UnionType):
        return any(fits(kind, value) for kind in kinds)
    if origin is not tuple:
        # isinstance accepts a bool as an int.
        return annotation is object or type(value) is annotation
    if type(value) is not tuple:
        return False
    if kinds[1:] == (...,):
        return all(fits(kinds[0], item) for item in value)
    return len(value) == len(kinds) and all(map(fits, kinds, value))
