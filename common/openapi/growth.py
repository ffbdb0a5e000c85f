"""Unions and enumerations in a form that generated clients still read when a later release adds to them.

Generators decode a union by its discriminator and an enumeration by its values, and most of them throw on what they do
not know. So a union ends with an alternative for everything else and has no discriminator, because the `type` or `kind`
of each other alternative is a constant; and an enumeration in answers is its known values or any text.

Some generators take a member with a `default` for one that is always there, so the description says the default.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

KNOWN: Final = "Known{name}"
UNKNOWN: Final = "Unknown{name}"
SCHEMA: Final = "#/components/schemas/"


def describe_growth(document: dict[str, Any], fixed: Collection[str]) -> None:
    """Change the unions and enumerations of `document`; the enumerations named in `fixed` never get more values."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    sent = _reached(_bodies_of_requests(document), schemas)
    answered = _reached(_bodies_of_answers(document), schemas)
    for name in [name for name, schema in schemas.items() if "discriminator" in schema]:
        schemas[UNKNOWN.format(name=name)] = _add_unknown(name, schemas[name])
    grow = {name for name in answered - set(fixed) if _is_enumeration(schemas[name])}
    _close_in_requests([schemas[name] for name in sent] + [_bodies_of_requests(document)], grow & sent)
    for name in grow:
        schemas[KNOWN.format(name=name)], schemas[name] = _open(name, schemas[name])
    for name in answered - sent:
        if schemas[name].get("additionalProperties") is False:
            del schemas[name]["additionalProperties"]
    for schema in _objects(schemas):
        for member in schema.get("properties", {}).values():
            _say_default(member)
    document["components"]["schemas"] = dict(sorted(schemas.items()))


def _add_unknown(name: str, union: dict[str, Any]) -> dict[str, Any]:
    """Take the discriminator out of a union, and return the alternative that stands for everything else."""
    discriminator = union.pop("discriminator")
    tag = discriminator["propertyName"]
    union["oneOf"].append({"$ref": SCHEMA + UNKNOWN.format(name=name)})
    return {
        "description": f"Any other `{tag}`: a later release may add some. Ignore it.",
        "type": "object",
        "not": {"properties": {tag: {"enum": list(discriminator["mapping"])}}},
    }


def _say_default(member: dict[str, Any]) -> None:
    """Move the default of a member into its description, unless it is nothing."""
    default = member.pop("default", None)
    if default not in (None, [], {}):
        said = f"Default: `{json.dumps(default)}`."
        member["description"] = f"{member['description']} {said}" if "description" in member else said


def _is_enumeration(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string" and "enum" in schema


def _open(name: str, schema: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the known values, and the schema that takes any other text, too."""
    known = {key: schema[key] for key in ("type", "enum")}
    others = {key: value for key, value in schema.items() if key not in known}
    return known, {**others, "anyOf": [{"$ref": SCHEMA + KNOWN.format(name=name)}, {"type": "string"}]}


def _close_in_requests(parts: Any, names: Collection[str]) -> None:
    """Let requests refer to the known values: the service refuses all others."""
    for schema in _objects(parts):
        name = str(schema.get("$ref", "")).removeprefix(SCHEMA)
        if name in names:
            schema["$ref"] = SCHEMA + KNOWN.format(name=name)


def _bodies_of_requests(document: dict[str, Any]) -> list[Any]:
    bodies = [operation.get("requestBody") for operation in _operations(document["paths"])]
    parameters = [operation.get("parameters") for operation in _operations(document["paths"])]
    return [bodies, parameters, document["components"].get("parameters")]


def _bodies_of_answers(document: dict[str, Any]) -> list[Any]:
    answers = [operation["responses"] for operation in _operations(document["paths"])]
    calls = [operation.get("requestBody") for operation in _operations(document.get("webhooks", {}))]
    return [answers, document["components"].get("responses"), calls]


def _operations(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in paths.values():
        yield from (operation for operation in methods.values() if "responses" in operation)


def _reached(parts: Any, schemas: dict[str, Any]) -> set[str]:
    """Return the names of all schemas that these parts refer to, directly or not."""
    found: set[str] = set()
    waiting = list(_references(parts))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_references(schemas[name]))
    return found


def _references(parts: Any) -> Iterator[str]:
    for schema in _objects(parts):
        reference = str(schema.get("$ref", ""))
        if reference.startswith(SCHEMA):
            yield reference.removeprefix(SCHEMA)


def _objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
        for value in part.values():
            yield from _objects(value)
    elif isinstance(part, list):
        for value in part:
            yield from _objects(value)
