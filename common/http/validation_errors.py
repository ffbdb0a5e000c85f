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

from common.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Path = tuple[str | int, ...]

PATTERNS: Final[dict[str, str]] = {}
"""Text patterns in words. Each module that defines a pattern for bodies or queries adds its own."""

_MISSING: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\.\.\.|[0-9]+)\]")
_KEY: Final = "`key` in "
_OF_ANY_TYPE: Final = "of the documented type"
_OR: Final = "{before} or {last}"
_MAY_HAVE: Final = "{thing} has no {part} of that name; it may have {names}."
_NAME_IN: Final = "A name in {thing} must be {takes}."
_TAKES_NONE: Final = "{thing} has no {part} of that name; it takes none."


class Description(NamedTuple):
    """The path to an error, as in `("command", "card")` (empty: the whole), and a sentence about it."""

    path: Path
    sentence: Sentence


def describe_error(error: msgspec.ValidationError, document: Any, kind: Any, *, thing: str, part: str) -> Description:
    """Return the place and the reason of a decoder's `error` about `document`, which this may change.

    `thing` names the document for people ("The body"), `part` a name in it ("member").
    """
    message, place = _parted(str(error), document)
    path, known = _walk(place, document, kind)
    named = Sentence("`{path}`", path=path) if path else Sentence(thing)
    if found := _MISSING.fullmatch(message):
        path = (*path, found[1])
        return Description(path, Sentence("The {part} `{name}` is missing.", part=Sentence(part), name=path))
    if found := _UNKNOWN.fullmatch(message):
        names = _names(known)
        said = Sentence(_TAKES_NONE, thing=named, part=Sentence(part))
        if names:
            listed = _listed(names, "{before} and {last}")
            said = Sentence(_MAY_HAVE, thing=named, part=Sentence(part), names=listed)
        return Description((*path, found[1]), said)
    if place.startswith(_KEY) and isinstance(known, inspect.DictType):
        return Description(path, Sentence(_NAME_IN, thing=named, takes=_takes(known.key_type)))
    return Description(path, Sentence("{thing} must be {takes}.", thing=named, takes=_takes(known)))


def _parted(said: str, document: Any) -> tuple[str, str]:
    """Return msgspec's message and its place; a name that a client has sent may look like a place."""
    unknown = _UNKNOWN.fullmatch(said)
    if " - at " not in said or (unknown and unknown[1] in document):
        return said, ""
    message, _, path = said.rpartition(" - at ")
    return message, path


def _walk(place: str, document: Any, kind: Any) -> tuple[Path, inspect.Type]:
    here, path = document, list[str | int]()
    known: Any = _bare(inspect.type_info(kind), document)
    for name, index in _STEP.findall(place.removeprefix(_KEY).strip("`")):
        step: str | int
        if name:
            step, here, known = name, here.get(name), _member(known, name)
        elif index == "...":  # a value of an object, whose name msgspec does not report
            step = _guilty(here, document, kind, place)
            here, known = here[step], known.value_type
        else:
            step = int(index)
            here, known = here[step], known.item_type
        path.append(step)
        known = _bare(known, here)
    return tuple(path), known


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


def _takes(kind: inspect.Type) -> Sentence:
    if isinstance(kind, inspect.UnionType):
        return _listed(list(dict.fromkeys(map(_takes, kind.types))), _OR)
    if isinstance(kind, inspect.LiteralType):
        return _listed([f"`{value}`" for value in kind.values], _OR)
    if isinstance(kind, inspect.StrType) and kind.pattern:
        return Sentence(PATTERNS[kind.pattern])
    return _measured(kind)


def _measured(kind: inspect.Type) -> Sentence:
    if isinstance(kind, inspect.IntType):
        if kind.le is None:
            return Sentence("a whole number")
        return Sentence("a whole number from {least} to {most}", least=kind.ge, most=kind.le)
    if isinstance(kind, inspect.StrType):
        return _of_size(kind, "text", "text of {least} to {most} characters", "text of at most {most} characters")
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return _of_size(kind, "a list", "a list of {least} to {most} entries", "a list of at most {most} entries")
    if isinstance(kind, inspect.DictType):
        return _of_size(
            kind, "an object", "an object of {least} to {most} members", "an object of at most {most} members"
        )
    return Sentence(_PLAIN.get(type(kind), _OF_ANY_TYPE))


def _of_size(kind: Any, of_any_size: str, bounded: str, limited: str) -> Sentence:
    if kind.max_length is None:
        return Sentence(of_any_size)
    if kind.min_length:
        return Sentence(bounded, least=kind.min_length, most=kind.max_length)
    return Sentence(limited, most=kind.max_length)


def _listed(words: Sequence[str], joint: str) -> Sentence:
    *before, last = words
    return Sentence(joint, before=before, last=last) if before else Sentence("{last}", last=last)


_PLAIN: Final[Mapping[type[inspect.Type], str]] = {
    inspect.BoolType: "`true` or `false`",
    inspect.DateTimeType: "a time with its distance from UTC, such as `2026-01-31T12:00:00Z`",
    inspect.StructType: "an object",
}
