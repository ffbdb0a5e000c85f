"""Error messages for values that do not fit their wire type.

`msgspec` finds the place; the allowed values are derived from the type, so that no sentence shows a regular
expression or quotes what the client sent. HTTP and the origin of the value do not belong here.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec import inspect

if TYPE_CHECKING:
    from collections.abc import Mapping

PATTERNS: Final[dict[str, str]] = {}
"""Text patterns in words. Each module that defines a pattern for bodies or queries adds its own."""

_MISSING: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\.\.\.|[0-9]+)\]")
_KEY: Final = "`key` in "


class Description(NamedTuple):
    """The place of an error, as in `command.card` (empty: the whole), and a sentence about it."""

    where: str
    sentence: str


def describe_error(error: msgspec.ValidationError, document: Any, kind: Any, *, thing: str, part: str) -> Description:
    """Return the place and the reason of a decoder's `error` about `document`, which this may change.

    `thing` names the document for people ("The body"), `part` a name in it ("member").
    """
    message, path = _parted(str(error), document)
    where, known = _walk(path, document, kind)
    named = f"`{where}`" if where else thing
    if found := _MISSING.fullmatch(message):
        whole = f"{where}.{found[1]}".lstrip(".")
        return Description(whole, f"The {part} `{whole}` is missing.")
    if found := _UNKNOWN.fullmatch(message):
        names = _listed(_names(known), "and")
        holds = f"it may have {names}" if names else "it takes none"
        return Description(f"{where}.{found[1]}".lstrip("."), f"{named} has no {part} of that name; {holds}.")
    if path.startswith(_KEY) and isinstance(known, inspect.DictType):
        return Description(where, f"A name in {named} must be {_takes(known.key_type)}.")
    return Description(where, f"{named} must be {_takes(known)}.")


def _parted(said: str, document: Any) -> tuple[str, str]:
    """Return msgspec's message and its place; a name that a client has sent may look like a place."""
    unknown = _UNKNOWN.fullmatch(said)
    if " - at " not in said or (unknown and unknown[1] in document):
        return said, ""
    message, _, path = said.rpartition(" - at ")
    return message, path


def _walk(path: str, document: Any, kind: Any) -> tuple[str, inspect.Type]:
    here, where = document, ""
    known: Any = _bare(inspect.type_info(kind), document)
    for name, index in _STEP.findall(path.removeprefix(_KEY).strip("`")):
        if name:
            where, here, known = f"{where}.{name}", here.get(name), _member(known, name)
        elif index == "...":  # a value of an object, whose name msgspec does not report
            guilty = _guilty(here, document, kind, path)
            where, here, known = f"{where}.{guilty}", here[guilty], known.value_type
        else:
            where, here, known = f"{where}[{index}]", here[int(index)], known.item_type
        known = _bare(known, here)
    return where.lstrip("."), known


def _guilty(values: dict[str, Any], document: Any, kind: Any, path: str) -> str:
    """Return the name of the wrong value: the first one that, moved to the end, still gives the same path."""
    everything = dict(values)
    names = list(everything)

    def is_there(last: int) -> bool:
        values.clear()
        values.update((name, everything[name]) for name in names[: last + 1])
        try:
            msgspec.json.decode(json.dumps(document), type=kind)
        except msgspec.DecodeError as error:
            return str(error).endswith(f" - at {path}")
        return False

    found = names[bisect_left(range(len(names) - 1), 1, key=is_there)]
    values.update(everything)
    return found


def _bare(kind: inspect.Type, value: object) -> inspect.Type:
    """Return the type without its description; of several the one that a value of this kind is meant to be."""
    if isinstance(kind, inspect.Metadata):
        return _bare(kind.type, value)
    if not isinstance(kind, inspect.UnionType):
        return kind
    several = [_bare(one, value) for one in kind.types if not isinstance(one, inspect.NoneType)]
    meant = [one for one in several if _is_meant(one, value)]
    return meant[0] if len(meant) == 1 else several[0] if len(several) == 1 else inspect.UnionType(tuple(several))


def _is_meant(kind: inspect.Type, value: object) -> bool:
    if isinstance(kind, inspect.StructType):
        return isinstance(value, dict) and (kind.tag_field is None or value.get(kind.tag_field) == kind.tag)
    return type(value) in _KINDS.get(type(kind), ())


_KINDS: Final[Mapping[type[inspect.Type], tuple[type, ...]]] = {
    inspect.BoolType: (bool,),
    inspect.IntType: (int,),
    inspect.StrType: (str,),
    inspect.ListType: (list,),
    inspect.DictType: (dict,),
}


def _member(kind: Any, name: str) -> Any:
    if isinstance(kind, inspect.UnionType):  # nothing is known of it before its tag
        return inspect.LiteralType(tuple(one.tag for one in kind.types if isinstance(one, inspect.StructType)))
    if name == kind.tag_field:
        return inspect.LiteralType((kind.tag,))
    return next(one.type for one in kind.fields if one.encode_name == name)


def _names(kind: Any) -> list[str]:
    tag = [kind.tag_field] if kind.tag_field else []
    return [f"`{name}`" for name in (*tag, *(one.encode_name for one in kind.fields))]


def _takes(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        return _listed(list(dict.fromkeys(map(_takes, kind.types))), "or")
    if isinstance(kind, inspect.LiteralType):
        return _listed([f"`{value}`" for value in kind.values], "or")
    if isinstance(kind, inspect.StrType) and kind.pattern:
        return PATTERNS[kind.pattern]
    return _measured(kind)


def _measured(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.IntType):
        return "a whole number" + (f" from {kind.ge} to {kind.le}" if kind.le is not None else "")
    if isinstance(kind, inspect.StrType):
        return f"text{_size(kind, 'characters')}"
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return f"a list{_size(kind, 'entries')}"
    if isinstance(kind, inspect.DictType):
        return f"an object{_size(kind, 'members')}"
    return _PLAIN.get(type(kind), "of the documented type")


def _size(kind: Any, of: str) -> str:
    if kind.max_length is None:
        return ""
    return (
        f" of {kind.min_length} to {kind.max_length} {of}" if kind.min_length else f" of at most {kind.max_length} {of}"
    )


def _listed(words: list[str], joint: str) -> str:
    *before, last = words or [""]
    return f"{', '.join(before)} {joint} {last}" if before else last


_PLAIN: Final[Mapping[type[inspect.Type], str]] = {
    inspect.BoolType: "`true` or `false`",
    inspect.DateTimeType: "a time with its distance from UTC, such as `2026-01-31T12:00:00Z`",
    inspect.StructType: "an object",
}
