"""Wire types of commands, one msgspec Struct per command class of the engine.

Made from the engine's own annotations, so that a command is described once; this module
adds only the patterns and bounds that an annotation cannot say.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Union, get_type_hints

import msgspec
from msgspec import Meta

import engine
from common.http.types import exact, like
from common.http.validation_errors import PATTERNS
from engine import Command
from games.wire.scalars import CardText, Count, SeatNumber

MOST_CARDS = 112
CHOICE_PATTERN = "^[RYGB0-9]$"
PATTERNS[exact(CHOICE_PATTERN)] = "one of the colors `R`, `Y`, `G`, `B`, or of the digits `0` to `9`"

_EXACT: Mapping[str, Any] = {
    "card": CardText,
    "seat": SeatNumber,
    "handle": Count | None,
    "target": SeatNumber | None,
    "to": SeatNumber | None,
    "cards": Annotated[tuple[CardText, ...], Meta(max_length=MOST_CARDS)],
    "handles": Annotated[tuple[Count, ...], Meta(max_length=MOST_CARDS)] | None,
    "discard": CardText,
    "choice": Annotated[str, like(CHOICE_PATTERN, "A color or a number.")],
}
"""Fields whose wire type says more than the engine's annotation."""


def _struct(word: str, kind: type[Any]) -> type[msgspec.Struct]:
    hints = get_type_hints(kind)
    fields: list[Any] = []
    for name in kind._fields:
        wire = _EXACT.get(name, hints[name])
        if name in kind._field_defaults:
            fields.append((name, wire, kind._field_defaults[name]))
        else:
            fields.append((name, wire))
    return msgspec.defstruct(
        f"{kind.__name__}Command",
        fields,
        namespace={"__doc__": kind.__doc__, "engine_type": kind},
        module=__name__,
        tag=word,
        tag_field="type",
        forbid_unknown_fields=True,
        frozen=True,
        kw_only=True,
        omit_defaults=True,
    )


STRUCTS: Mapping[str, type[msgspec.Struct]] = {word: _struct(word, kind) for word, kind in engine.COMMANDS.items()}
"""Wire struct by the command's word."""

AnyCommand: Any = Union[tuple(STRUCTS.values())]  # noqa: UP007  (a union made of data)
"""Any one command; told apart by `type`."""


def to_engine(wire: Any) -> Command:
    """Return the engine command of a decoded wire command."""
    kind = type(wire).engine_type
    return kind(*(getattr(wire, name) for name in kind._fields))  # type: ignore[no-any-return]


def to_wire(command: Command) -> dict[str, object]:
    """Return `command` as JSON-ready members, `type` first; defaults are left out."""
    defaults = command._field_defaults
    members = zip(command._fields, command, strict=True)
    return {
        "type": engine.COMMAND_WORDS[type(command)],
        **{name: value for name, value in members if name not in defaults or defaults[name] != value},
    }
