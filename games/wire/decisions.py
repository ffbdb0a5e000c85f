"""Wire types of open decisions, one msgspec Struct per class of the engine.

For the description alone, as `games/wire/views.py`; this module adds only what the engine's annotations cannot say.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Union, get_type_hints

import msgspec
from msgspec import Meta

import engine
from games.wire.scalars import CardText, Count, SeatNumber
from games.wire.words import Color, ColorReason, Sector

_EXACT: Mapping[str, Any] = {
    "seat": SeatNumber,
    "by": SeatNumber,
    "card": CardText,
    "count": Count,
    "color_before": Color | None,
    "extra": Count,
    "total": Count,
    "reason": ColorReason,
    "sector": Sector,
    "handle": Annotated[int | None, Meta(description="Null for the other seats.")],
    "seats": list[SeatNumber],
}


def _struct(word: str, kind: type[Any]) -> type[msgspec.Struct]:
    hints = get_type_hints(kind)
    return msgspec.defstruct(
        kind.__name__,
        [(name, _EXACT.get(name, hints[name])) for name in (field.name for field in fields(kind)) if name != "kind"],
        namespace={"__doc__": kind.__doc__},
        module=__name__,
        tag=word,
        tag_field="kind",
        frozen=True,
        kw_only=True,
    )


STRUCTS: Mapping[str, type[msgspec.Struct]] = {word: _struct(word, kind) for word, kind in engine.DECISIONS.items()}
"""Wire struct by kind."""

AnyDecision: Any = Union[tuple(STRUCTS.values())]  # noqa: UP007  (a union made of data)
"""Any one decision; told apart by `kind`."""
