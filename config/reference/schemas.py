"""Schemas as people read them: a type in words with links, limits in words, and the members of an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from config.reference.markdown import inline, render

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Schema = dict[str, Any]
_ALTERNATIVES: Final = ("oneOf", "anyOf", "x-any-of")
_UUID: Final = "uuid"
_LONG: Final = 60
"""Characters of a pattern that nobody reads."""
_OR: Final = mark_safe(" <i>or</i> ")


class Member(NamedTuple):
    """A member of an object, or a parameter of a request; `place` says where a parameter stands."""

    name: str
    required: bool
    type: SafeString
    limits: str
    description: SafeString
    place: str = ""


class Type(NamedTuple):
    """A schema of the document. It has members, alternatives or values, or is a plain `type` with limits."""

    name: str
    description: SafeString
    members: list[Member]
    alternatives: list[SafeString]
    values: list[str]
    plain: SafeString
    limits: str


def types(schemas: Mapping[str, Schema]) -> list[Type]:
    """Return all schemas, in the order of their names."""
    return [type_of(name, schemas[name]) for name in sorted(schemas, key=str.lower)]


def type_of(name: str, schema: Schema) -> Type:
    """Return a schema as it is shown under its name."""
    alternatives = [in_words(one) for key in _ALTERNATIVES for one in schema.get(key, [])]
    values = [str(value) for value in (schema.get("enum") or schema.get("x-known-values") or [])]
    has_members = bool(schema.get("properties"))
    return Type(
        name,
        render(schema.get("description", "")),
        members(schema),
        alternatives,
        values,
        SafeString("") if has_members or alternatives or values else in_words(schema),
        limits(schema),
    )


def members(schema: Schema) -> list[Member]:
    """Return the members of an object; of anything else none."""
    required = set(schema.get("required", []))
    return [
        Member(name, name in required, in_words(one), limits(one), inline(one.get("description", "")))
        for name, one in schema.get("properties", {}).items()
    ]


def in_words(schema: Schema) -> SafeString:
    """Return the type that a schema describes, with links to the types it names."""
    if "$ref" in schema:
        name = reference(schema)
        return format_html('<a href="#type-{}">{}</a>', name, name)
    for key in _ALTERNATIVES:
        if key in schema:
            return _joined([in_words(one) for one in schema[key]])
    if "allOf" in schema:
        return in_words(schema["allOf"][-1])  # the last is the narrowest
    if "const" in schema:
        return format_html("<code>{}</code>", schema["const"])
    known = schema.get("enum", schema.get("x-known-values"))
    if known:
        return format_html_join(_OR, "<code>{}</code>", ((value,) for value in known))
    kinds = schema.get("type", "object")
    return _joined([_plain(kind, schema) for kind in (kinds if isinstance(kinds, list) else [kinds])])


def _plain(kind: str, schema: Schema) -> SafeString:
    if kind == "array":
        return format_html("list of {}", in_words(schema["items"]))
    inner = schema.get("additionalProperties")
    if kind == "object" and isinstance(inner, dict):
        return format_html("map of {}", in_words(inner))
    if kind == "string" and "format" in schema:
        return format_html("{}", schema["format"])
    return format_html("{}", kind)


def _joined(words: list[SafeString]) -> SafeString:
    return format_html_join(_OR, "{}", ((word,) for word in words))


def reference(schema: Schema) -> str:
    """Return the name to which a schema, parameter or response refers; empty if it stands there itself."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def limits(schema: Schema) -> str:
    """Return the limits of a value in words."""
    return "; ".join(_limits(schema))


def _limits(schema: Schema) -> Iterator[str]:
    for least, most, unit in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " entries"),
    ):
        yield from _range(schema.get(least), schema.get(most), unit)
    if len(schema.get("pattern", "")) > _LONG or schema.get("format") == _UUID:
        pass  # the description says it in words
    elif "pattern" in schema:
        yield f"pattern {schema['pattern']}"
    if "default" in schema:
        yield f"default {schema['default']}".lower()


def _range(least: int | None, most: int | None, unit: str) -> Iterator[str]:
    if most is not None and least == most:
        yield f"exactly {most}{unit}"
    elif most is not None:
        yield f"at most {most}{unit}" if least is None else f"{least} to {most}{unit}"
    elif least is not None:
        yield f"at least {least}{unit}"
