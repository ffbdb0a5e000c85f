"""Wire types of events, one msgspec Struct per event class of the engine.

Made from the engine's annotations, which say what a field holds and who sees it. What a
viewer may not see is left out, or null in a list by seat; that is `engine.redact`'s doing,
and these types only describe it.
"""

from collections.abc import Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Meta

import engine
from engine import EventField, Kind, Sees
from games.wire.scalars import CardText, Count
from games.wire.words import (
    AutopilotReason,
    Color,
    ColorReason,
    Direction,
    DrawReason,
    EntropySource,
    OwnBacks,
    PauseReason,
    Sector,
    Side,
    SitterName,
    UnoName,
)

_SCALARS: Mapping[Kind, Any] = {
    Kind.FACE: CardText | None,
    Kind.COLOR: Color | None,
    Kind.SIDE: Side,
}
_EXACT: Mapping[tuple[str, str], Any] = {
    ("seat_taken", "kind"): SitterName,
    ("seat_taken", "source"): EntropySource,
    ("match_started", "own_backs"): OwnBacks,
    ("color_asked", "reason"): ColorReason,
    ("cards_drawn", "reason"): DrawReason,
    ("direction_reversed", "direction"): Direction,
    ("autopilot_engaged", "reason"): AutopilotReason,
    ("clock_paused", "reason"): PauseReason,
    ("clock_resumed", "reason"): PauseReason,
    ("clock_extended", "reason"): PauseReason,
    ("wheel_spun", "sector"): Sector,
    ("wheel_choice_asked", "sector"): Sector,
    ("position_set", "direction"): Direction,
    ("position_set", "uno"): list[UnoName],
}
"""Types of fields, by event, that say more than the engine's annotations."""
# Of a tuple whose items differ, generators of clients make nothing; of a list they do.
_NAME_AND_VALUE = Annotated[
    list[engine.OptionValue], Meta(min_length=2, max_length=2, description="An option and its value.")
]
_HANDLES = Annotated[list[Count], Meta(description="The handles of the cards, for the seat that draws them.")]
_ADDED: Mapping[str, list[tuple[str, Any, Any]]] = {
    "cards_drawn": [("handles", _HANDLES | msgspec.UnsetType, msgspec.UNSET)],
}
"""Fields that `engine.redact` adds, by event."""
_BY_SEAT = {Sees.OWN_HAND, Sees.HANDS, Sees.OTHER_HANDS}


def _shape(kind: Kind, annotation: Any) -> Any:
    if get_origin(annotation) is tuple:
        item, *rest = get_args(annotation)
        if rest == [object]:
            return _NAME_AND_VALUE
        return list[CardText] if (kind, item) == (Kind.FACE, int) else list[_shape(kind, item)]  # type: ignore[misc]
    if annotation is int and kind in _SCALARS:
        return _SCALARS[kind]
    return annotation


def _field(tag: str, field: EventField) -> Any:
    shape = _EXACT.get((tag, field.name)) or _shape(field.kind, field.annotation)
    if field.sees in _BY_SEAT:
        (hand,) = get_args(shape)
        shape = list[hand | None]  # type: ignore[valid-type]  # shape is data
    if field.sees not in {Sees.PUBLIC, *_BY_SEAT}:
        return field.name, _or_unset(shape), msgspec.UNSET
    return field.name, shape


def _or_unset(shape: Any) -> UnionType | Any:
    return Union[shape, msgspec.UnsetType]  # noqa: UP007  (the shape is data)


def _struct(tag: str, kind: type[Any]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        f"{kind.__name__}Event",
        [*(_field(tag, field) for field in engine.FIELDS[kind]), *_ADDED.get(tag, ())],
        namespace={"__doc__": kind.__doc__ if not (kind.__doc__ or "").startswith(kind.__name__ + "(") else None},
        module=__name__,
        tag=tag,
        tag_field="type",
        forbid_unknown_fields=True,
        frozen=True,
        kw_only=True,
    )


STRUCTS: Mapping[str, type[msgspec.Struct]] = {tag: _struct(tag, kind) for kind, tag in engine.TAGS.items()}
"""Wire struct by the event's tag."""

AnyEvent: Any = Union[tuple(STRUCTS.values())]  # noqa: UP007  (a union made of data)
"""Any one event; told apart by `type`."""
