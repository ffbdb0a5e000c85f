"""Unions, enumerations and defaults in a form that generated clients still read when a later release adds to them.

What generators of clients do, and what the description does about it:

- They throw on a union whose discriminator has an unknown value. So unions have none, because the `type` or `kind` of
  each alternative is a constant, and end with an alternative for everything else. Some try alternatives in the order
  of their names: hence its Z.
- They throw on an unknown value of an enumeration. So an enumeration is a text in answers; `x-known-values` has its
  values.
- They cannot leave out an enumeration that has no name and may be null. So it has one where requests take it.
- They take a member with a `default` for one that is always there. So the description tells the default.
- They make an empty class of a value that can be text or number or list. So it is any JSON value to them; `x-any-of`
  has its alternatives.
- They make an enumeration of a parameter's values anew in each operation, and one that does not compile if the
  parameter is called like a keyword (`as`). So the values are a schema.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

KNOWN: Final = "Known{name}"
UNKNOWN: Final = "ZUnknown{name}"
VALUES: Final = "x-known-values"
OF_PARAMETER: Final = "{name}Parameter"
ANY_OF: Final = "x-any-of"
NULL: Final = {"type": "null"}
SCHEMA: Final = "#/components/schemas/"


def describe_growth(document: dict[str, Any], fixed: Collection[str]) -> None:
    """Change the types of `document`; the enumerations named in `fixed` never get more values."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    for name in [name for name, schema in schemas.items() if "discriminator" in schema]:
        schemas[UNKNOWN.format(name=name)] = _add_unknown(name, schemas[name])
    _name_enumerations(schemas, document["components"].get("parameters", {}))
    _open_answers(document, fixed)
    for schema in list(_objects(schemas)):
        for member in schema.get("properties", {}).values():
            _say_default(member)
        if _is_mixed(schema):
            schema[ANY_OF] = schema.pop("anyOf")
    for parameter in _objects(_parameters(document)):
        if _is_mixed(parameter.get("schema", {})):  # a query is text
            alternatives = parameter["schema"].pop("anyOf")
            parameter["schema"] |= {"type": "string", ANY_OF: alternatives}
    document["components"]["schemas"] = dict(sorted(schemas.items()))


def _name_enumerations(schemas: dict[str, Any], parameters: dict[str, Any]) -> None:
    """Refer to enumerations by name beside null and in lists, too, and in parameters, which name those without one."""
    names = {frozenset(schema["enum"]): name for name, schema in schemas.items() if _is_enumeration(schema)}
    for name, parameter in parameters.items():
        if _is_enumeration(parameter["schema"]):
            known = names.get(frozenset(parameter["schema"]["enum"]), OF_PARAMETER.format(name=name))
            said = f"The values of the parameter `{parameter['name']}`."
            schemas.setdefault(known, parameter["schema"] | {"description": said})
            parameter["schema"] = {"$ref": SCHEMA + known}
    for member in [member for schema in schemas.values() for member in schema.get("properties", {}).values()]:
        for part in list(_objects(member)):
            if part is not member and _is_enumeration(part) and frozenset(part["enum"]) in names:
                if "description" in part:
                    member["description"] = part["description"]
                known = names[frozenset(part["enum"])]
                part.clear()
                part["$ref"] = SCHEMA + known


def _open_answers(document: dict[str, Any], fixed: Collection[str]) -> None:
    """Let answers have more values and members than are described; the service refuses them in requests."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    sent = _reached(_bodies_of_requests(document), schemas)
    answered = _reached(_bodies_of_answers(document), schemas)
    grow = {name for name in answered - set(fixed) if _is_enumeration(schemas[name])}
    _refer_to_known([schemas[name] for name in sent] + [_bodies_of_requests(document)], grow & sent)
    for name in grow:
        values = schemas[name].pop("enum")
        schemas[name][VALUES] = values
        if name in sent:
            said = f"The values of `{name}` that requests take."
            schemas[KNOWN.format(name=name)] = {"type": "string", "enum": values, "description": said}
    for part in _objects([schemas[name] for name in answered - sent - set(fixed)]):
        if _is_enumeration(part):
            part[VALUES] = part.pop("enum")
    for name in answered - sent:
        if schemas[name].get("additionalProperties") is False:
            del schemas[name]["additionalProperties"]


def _add_unknown(name: str, union: dict[str, Any]) -> dict[str, Any]:
    """Take the discriminator out of a union, and return the alternative that stands for everything else."""
    discriminator = union.pop("discriminator")
    tag = discriminator["propertyName"]
    union["oneOf"].append({"$ref": SCHEMA + UNKNOWN.format(name=name)})
    # The constant keeps the alternatives apart for type checkers. Generators of classes overlook it and take any text.
    any_text = {"type": "string", "allOf": [{"type": "string"}, {"const": "unknown"}]}
    return {
        "description": f"Any other `{tag}`, which a later release may add: ignore it.",
        "type": "object",
        "properties": {tag: any_text},
        "required": [tag],
    }


def _say_default(member: dict[str, Any]) -> None:
    """Move the default of a member into its description, unless it is nothing."""
    default = member.pop("default", None)
    if default not in (None, [], {}):
        said = f"Default: `{json.dumps(default)}`."
        member["description"] = f"{member['description']} {said}" if "description" in member else said


def _is_mixed(schema: dict[str, Any]) -> bool:
    """Return whether a value may be of several types, of which generators make no class."""
    alternatives = [each for each in schema.get("anyOf", ()) if each != NULL]
    return len(alternatives) > 1


def _is_enumeration(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "string" and "enum" in schema


def _refer_to_known(parts: Any, names: Collection[str]) -> None:
    for schema in _objects(parts):
        name = str(schema.get("$ref", "")).removeprefix(SCHEMA)
        if name in names:
            schema["$ref"] = SCHEMA + KNOWN.format(name=name)


def _bodies_of_requests(document: dict[str, Any]) -> list[Any]:
    bodies = [operation.get("requestBody") for operation in _operations(document["paths"])]
    return [bodies, _parameters(document)]


def _parameters(document: dict[str, Any]) -> list[Any]:
    own = [operation.get("parameters") for operation in _operations(document["paths"])]
    return [own, document["components"].get("parameters")]


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
