"""redact: an event as one viewer may see it; nothing about an event leaves the service by another way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.codec import to_plain
from engine.events import HandsDealt, HandShown, Sees
from engine.schema import FIELDS, TAGS

if TYPE_CHECKING:
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
    if field.sees is Sees.OWNER:
        owner = event.to if isinstance(event, HandShown) else event.seat
        if viewer == owner:
            seen[field.name] = to_plain(field.kind, value)
        return
    if field.sees is Sees.OTHERS:
        if viewer != event.seat:
            seen[field.name] = to_plain(field.kind, value)
        return
    own_backs_shown = isinstance(event, HandsDealt) and event.backs_shown
    seen[field.name] = [
        to_plain(field.kind, hand)
        if (seat == viewer if field.sees is Sees.OWN_HAND else seat != viewer or own_backs_shown)
        else None
        for seat, hand in enumerate(value)
    ]
