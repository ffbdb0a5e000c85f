"""redact: an event as one viewer may see it; nothing about an event leaves the service by another way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.codec import to_plain
from engine.codec.schema import FIELDS, TAGS
from engine.events import CardsDrawn, Sees

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from engine.codec.schema import EventField
    from engine.events import Event

OPEN: Final = -1
"""The viewer of a match that is over, who sees everything."""


ONLOOKER: Final = -2
"""Stands for a spectator who may see the backs of all hands."""


def redact(
    event: Event,
    viewer: int | None,
    shown: Sequence[int] = (),
    *,
    backs_open: bool = False,
    handle: int | None = None,
) -> dict[str, Any]:
    """Return the event as JSON data with its `type`. `viewer`: a seat, None for a spectator, or OPEN after the match.

    `shown`: the partners who show this seat their cards, as `Table.hands_shown_to` says; it sees the active faces of
    their hands, too. `backs_open`: as `Table.backs_open`. Where it is false, a spectator sees no back of a hand,
    because the holder does not see it either (R-SPECTATORS). `handle`: the one that the next card into a hand gets; the
    seat that draws is then told the `handles` of its cards, which the event does not hold.

    A field that the viewer may not see is left out; in a list by seat, entries that the viewer may not see are null.
    """
    seen: dict[str, Any] = {"type": TAGS[type(event)]}
    eyes = ONLOOKER if viewer is None and backs_open else viewer
    for field, value in zip(FIELDS[type(event)], event, strict=True):
        if field.sees is Sees.PUBLIC or viewer == OPEN:
            seen[field.name] = to_plain(field.kind, value)
        elif field.sees is not Sees.NOBODY:
            _add_what_is_seen(seen, field, value, event, (eyes, *shown))
    if handle is not None and isinstance(event, CardsDrawn) and viewer in (event.seat, OPEN):
        seen["handles"] = list(range(handle, handle + len(event.cards)))
    return seen


def _add_what_is_seen(seen: dict[str, Any], field: EventField, value: Any, event: Any, hands: _Hands) -> None:
    if field.sees in _SEEN:
        if _SEEN[field.sees](event, hands):
            seen[field.name] = to_plain(field.kind, value)
        return
    sees = _SEEN_BY_SEAT[field.sees]
    seen[field.name] = [
        to_plain(field.kind, hand) if sees(event, seat, hands) else None for seat, hand in enumerate(value)
    ]


_Hands = tuple[int | None, ...]
"""The viewer (None: a spectator who sees no backs), and the partners whose hands they see."""
_SEEN: Final[Mapping[Sees, Callable[[Any, _Hands], bool]]] = {
    Sees.OWNER: lambda event, hands: hands[0] == event.seat,
    Sees.HAND: lambda event, hands: event.seat in hands,
    Sees.TO: lambda event, hands: hands[0] == event.to,
    Sees.OTHERS: lambda event, hands: hands[0] not in {None, event.seat},
    Sees.BOTH: lambda event, hands: event.seat in hands or event.to in hands,
}
"""Predicates for fields that are visible as a whole or not at all."""
_SEEN_BY_SEAT: Final[Mapping[Sees, Callable[[Any, int, _Hands], bool]]] = {
    Sees.OWN_HAND: lambda _event, seat, hands: seat == hands[0],
    Sees.HANDS: lambda _event, seat, hands: seat in hands,
    Sees.OTHER_HANDS: lambda event, seat, hands: hands[0] not in {None, seat} or getattr(event, "backs_shown", False),
}
"""Predicates for the entry of one seat in a list by seat."""
