"""redact: an event as one viewer may see it; nothing about an event leaves the service by another way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.codec import to_plain
from engine.events import Sees
from engine.schema import FIELDS, TAGS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.events import Event
    from engine.schema import EventField

OPEN: Final = -1
"""The viewer of a match that is over: he sees everything."""


def redact(event: Event, viewer: int | None) -> dict[str, Any]:
    """The event as JSON data with its `type`. `viewer`: a seat, None for a spectator, or OPEN after the match.

    A field that the viewer may not see is left out; in a list by seat, entries that he may not see are null.
    """
    seen: dict[str, Any] = {"type": TAGS[type(event)]}
    for field, value in zip(FIELDS[type(event)], event, strict=True):
        if field.sees is Sees.PUBLIC or viewer == OPEN:
            seen[field.name] = to_plain(field.kind, value)
        elif field.sees is not Sees.NOBODY:
            _add_what_is_seen(seen, field, value, event, viewer)
    return seen


def _add_what_is_seen(seen: dict[str, Any], field: EventField, value: Any, event: Any, viewer: int | None) -> None:
    if field.sees in _SEEN:
        if _SEEN[field.sees](event, viewer):
            seen[field.name] = to_plain(field.kind, value)
        return
    own_backs_shown = getattr(event, "backs_shown", False)
    seen[field.name] = [
        to_plain(field.kind, hand)
        if (seat == viewer if field.sees is Sees.OWN_HAND else seat != viewer or own_backs_shown)
        else None
        for seat, hand in enumerate(value)
    ]


_SEEN: Final[Mapping[Sees, Callable[[Any, int | None], bool]]] = {
    Sees.OWNER: lambda event, viewer: viewer == event.seat,
    Sees.TO: lambda event, viewer: viewer == event.to,
    Sees.OTHERS: lambda event, viewer: viewer != event.seat,
    Sees.BOTH: lambda event, viewer: viewer in (event.seat, event.to),
}
"""Does the viewer see a field that is seen whole or not at all."""
