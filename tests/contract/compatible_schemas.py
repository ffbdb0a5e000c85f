"""Compares schemas from a client's point of view: what it may send, and what it must be able to read."""

from __future__ import annotations

import json
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

Schema = dict[str, Any]


class Direction(Enum):
    """The direction of the data. Clients may go on sending what they sent; what they read keeps its form."""

    SENT_BY_CLIENTS = 1
    SENT_BY_US = 2


UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
EXACT: Final = ("const", "format")
SCALARS: Final = {"string", "integer", "number", "boolean"}
INFINITE: Final = float("inf")


def resolve(document: dict[str, Any], schema: Schema) -> Schema:
    """Return the schema itself, or the one it refers to."""
    while "$ref" in schema:
        place: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            place = place[step.replace("~1", "/").replace("~0", "~")]
        schema = place
    return schema


class Comparison:
    """Two descriptions. Each pair of schemas is compared once."""

    def __init__(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        self.old = old
        self.new = new
        self._seen: set[tuple[str, str, Direction]] = set()

    def schemas(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        """Yield every breakage between two schemas."""
        if "$ref" in old and "$ref" in new:
            pair = (old["$ref"], new["$ref"], direction)
            if pair in self._seen:
                return
            self._seen.add(pair)
            where = f"{where} {old['$ref'].rpartition('/')[2]}"
        old, new = resolve(self.old, old), resolve(self.new, new)
        yield from self._variants(where, old, new, direction)
        if _union(old) is None and _union(new) is None:
            yield from _values(where, old, new, direction)
            yield from self._members(where, old, new, direction)
            for part in ("items", "additionalProperties"):
                former, kept = old.get(part), new.get(part)
                if isinstance(former, dict) and isinstance(kept, dict):
                    yield from self.schemas(f"{where}[]", former, kept, direction)
                elif kept is False and former is not False and direction is Direction.SENT_BY_CLIENTS:
                    yield f"{where}: other members are refused now"

    def _variants(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        if _union(old) is None and _union(new) is None:
            return
        former, present = self._named(self.old, old), self._named(self.new, new)
        for name in sorted(former.keys() - present.keys()):
            yield f"{where}: {name} is gone"
        if direction is Direction.SENT_BY_US and not self._has_tags(old):
            for name in sorted(present.keys() - former.keys()):
                yield f"{where}: it may be {name} now"
        for name in sorted(former.keys() & present.keys()):
            yield from self.schemas(f"{where}<{name}>", former[name], present[name], direction)

    def _named(self, document: dict[str, Any], schema: Schema) -> dict[str, Schema]:
        """Return the alternatives of a schema, by the value that tells them apart."""
        alternatives = [each for each in _union(schema) or [schema] if "ZUnknown" not in each.get("$ref", "")]
        return {_tag(document, each) or _name(document, each): each for each in alternatives}

    def _has_tags(self, schema: Schema) -> bool:
        return any(_tag(self.old, each) for each in _union(schema) or ())

    def _members(self, where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
        former, present = old.get("properties", {}), new.get("properties", {})
        for name, schema in former.items():
            if name not in present:
                yield f"{where}: the member {name} is gone"
            else:
                yield from self.schemas(f"{where}.{name}", schema, present[name], direction)
        demanded, promised = set(new.get("required", [])), set(old.get("required", []))
        if direction is Direction.SENT_BY_CLIENTS:
            for name in sorted(demanded - promised):
                yield f"{where}: the member {name} is required now"
        else:
            for name in sorted((promised - demanded) & set(present)):
                yield f"{where}: the member {name} may be missing now"


def _tag(document: dict[str, Any], schema: Schema) -> str | None:
    """Return the constant that tells an alternative of a union from the others."""
    members = resolve(document, schema).get("properties", {}).values()
    return next((str(member["const"]) for member in members if "const" in member), None)


def _union(schema: Schema) -> list[Schema] | None:
    found: list[Schema] | None = schema.get("oneOf") or schema.get("anyOf")
    return found


def _name(document: dict[str, Any], schema: Schema) -> str:
    """Return the type of a text or number: its schema may be inlined or renamed. For all others return the name."""
    types = _types(resolve(document, schema))
    if "$ref" in schema and not types & SCALARS:
        return str(schema["$ref"].rpartition("/")[2])
    return "/".join(sorted(types)) or json.dumps(schema, sort_keys=True)


def _types(schema: Schema) -> set[str]:
    types = schema.get("type", [])
    return {types} if isinstance(types, str) else set(types)


def _values(where: str, old: Schema, new: Schema, direction: Direction) -> Iterator[str]:
    former, present = _types(old), _types(new)
    if former and "integer" in present | former and "number" in present | former:
        former, present = _with_numbers(former), _with_numbers(present)
    lost = former - present if direction is Direction.SENT_BY_CLIENTS else present - former
    if lost or (former and not present and direction is Direction.SENT_BY_US):
        yield f"{where}: its type was {_said(former)} and is {_said(present)}"
    for word in _choices(old) - _choices(new) if _choices(new) else ():
        yield f"{where}: the value {word} is gone"
    if _choices(new) and not _choices(old) and direction is Direction.SENT_BY_CLIENTS:
        yield f"{where}: only some values are taken now"
    for key in EXACT:
        if old.get(key) != new.get(key) and (key in new or direction is Direction.SENT_BY_US) and "enum" not in old:
            yield f"{where}: {key} was {old.get(key)} and is {new.get(key)}"
    if direction is Direction.SENT_BY_CLIENTS:
        yield from _bounds(where, old, new)


def _with_numbers(types: set[str]) -> set[str]:
    return types | {"integer"} if "number" in types else types


def _said(types: set[str]) -> str:
    return " or ".join(sorted(types)) or "any"


def _choices(schema: Schema) -> set[str]:
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    return {json.dumps(value) for value in values}


def _in_any_case(pattern: str) -> str:
    """Return the pattern that also accepts capital hexadecimal digits."""
    return pattern.replace("[0-9a-f]", "[0-9A-Fa-f]")


def _bounds(where: str, old: Schema, new: Schema) -> Iterator[str]:
    for key in UPPER:
        if new.get(key, INFINITE) < old.get(key, INFINITE):
            yield f"{where}: {key} is {new[key]} now"
    for key in LOWER:
        if new.get(key, -INFINITE) > old.get(key, -INFINITE) and new[key] != 0:
            yield f"{where}: {key} is {new[key]} now"
    if "pattern" in new and new["pattern"] not in {old.get("pattern"), _in_any_case(old.get("pattern", ""))}:
        yield f"{where}: the pattern is {new['pattern']} now"
