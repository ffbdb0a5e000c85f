"""Component schemas from the msgspec types that parse and print messages.

A drf-spectacular extension turns the types into schemas, so every message is described once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from inspect import cleandoc
from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from rest_framework.serializers import BaseSerializer

REF = "#/components/schemas/{name}"

PLAIN = frozenset({"boolean", "integer", "number", "string"})

_kinds: dict[str, Any] = {}
"""Every type named in a description, by component name."""
_named: dict[str, Any] = {}
_exact: dict[str, Mapping[str, Any]] = {}


def name_types(types: Mapping[str, Any], exact: Mapping[str, Mapping[str, Any]]) -> None:
    """Give types without a class a component of their own, so that generated clients have names for them.

    `exact` holds more precise types of members, by the name of the class and of the member.
    """
    _named.update(types)
    _exact.update(exact)
    component_schemas.cache_clear()


def published(pattern: str) -> str:
    """Return an exact pattern of Python in the form of JSON Schema."""
    return pattern.removesuffix(r"\Z") + "$" if pattern.endswith(r"\Z") else pattern


class Wire(BaseSerializer[Any]):
    """Stands for a msgspec type where drf-spectacular expects a serializer."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind
        _kinds[kind.__name__] = kind


class WireExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself, untyped
    """Registers the component schemas of a wire type and all types it refers to."""

    target_class = Wire

    def get_name(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002  (its signature)
        """Return the component's name."""
        return str(self.target.kind.__name__)

    def get_identity(self, auto_schema: Any, direction: Any) -> Any:  # noqa: ARG002  (its signature)
        """Return the type itself: one type, one component."""
        return self.target.kind

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:  # noqa: ARG002
        """Return the schema of the type; components it refers to are registered beside it."""
        name = self.target.kind.__name__
        components = component_schemas(tuple(_kinds.values()))
        for other in reachable(name, components) - {name}:
            auto_schema.registry.register_on_missing(
                ResolvedComponent(  # type: ignore[no-untyped-call]
                    name=other,
                    type=ResolvedComponent.SCHEMA,
                    schema=deepcopy(components[other]),
                    object=_kinds.get(other, other),
                )
            )
        # Copies: the hooks that finish a description change it in place.
        return deepcopy(components[name])


@cache
def component_schemas(kinds: tuple[Any, ...]) -> dict[str, dict[str, Any]]:
    """Return the component schemas of `kinds` and of the named types, by name."""
    exact_types = [kind for members in _exact.values() for kind in members.values()]
    refs, schemas = msgspec.json.schema_components([*kinds, *_named.values(), *exact_types], ref_template=REF)
    named = dict(zip(_named, refs[len(kinds) : len(kinds) + len(_named)], strict=True))
    components = {name: tidy(schema, named) for name, schema in schemas.items()}
    for name, members in _exact.items():
        if name in components:
            exact, _ = msgspec.json.schema_components(members.values(), ref_template=REF)
            for member, schema in zip(members, exact, strict=True):
                former = components[name]["properties"].get(member, {})
                kept = {key: former[key] for key in ("default",) if key in former}
                components[name]["properties"][member] = {**tidy(schema, named), **kept}
    for name, schema in named.items():
        others = {other: known for other, known in named.items() if other != name}
        components[name] = {"title": name, **tidy(schema, others)}
    return components


def reachable(name: str, components: Mapping[str, Any]) -> set[str]:
    """Return this name and the names of all components that it refers to."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(_references(components[current]))
    return found


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for item in schema:
            yield from _references(item)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            elif key != "discriminator":
                yield from _references(value)


def tidy(schema: Any, named: Mapping[str, Any]) -> Any:
    """Refer to named types by name, give every enumeration a type, and make tagged kinds exclude each other.

    Patterns take the form of JSON Schema. Descriptions lose the indentation that they have in the code.
    """
    if isinstance(schema, list):
        return [tidy(item, named) for item in schema]
    if not isinstance(schema, dict):
        return schema
    for name, known in named.items():
        if known.items() <= schema.items():
            return {**{key: value for key, value in schema.items() if key not in known}, "$ref": REF.format(name=name)}
    found = {key: tidy(value, named) for key, value in schema.items()}
    if isinstance(found.get("description"), str):  # a docstring, indented as it stands in the code before Python 3.13
        found["description"] = cleandoc(found["description"])
    if isinstance(found.get("pattern"), str):
        found["pattern"] = published(found["pattern"])
    if [kind.keys() for kind in found.get("anyOf", ())][1:] == [{"type"}] and found["anyOf"][1]["type"] == "null":
        _write_null_as_type(found)
    if "discriminator" in found and "anyOf" in found:
        found["oneOf"] = found.pop("anyOf")
    if isinstance(found.get("enum"), list):
        _add_type_of_enumeration(found)
    return found


def _write_null_as_type(schema: dict[str, Any]) -> None:
    """Write `anyOf` of a plain type and null as one schema with two types."""
    plain = schema["anyOf"][0]
    if isinstance(plain.get("type"), str) and plain["type"] in PLAIN and not plain.keys() & {"enum", "const"}:
        del schema["anyOf"]
        schema.update({**plain, **schema, "type": [plain["type"], "null"]})


def _add_type_of_enumeration(schema: dict[str, Any]) -> None:
    values = schema["enum"]
    if "type" not in schema:
        for kind, word in ((str, "string"), (int, "integer")):
            if all(isinstance(value, kind) for value in values):
                schema["type"] = word
        if len(values) == 1:
            schema["const"] = schema.pop("enum")[0]
