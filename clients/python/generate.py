"""Writes the types and operations of the package from openapi.yaml.

    python clients/python/generate.py openapi.yaml          (`make packages`; `--check` only compares)

TypedDicts, because an answer then stays what came: new members, kinds and values of a later release are kept, a command
goes back unchanged, and nothing is decoded.
"""

from __future__ import annotations

import keyword
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "src" / "flipside_client"
SCHEMA = "#/components/schemas/"
UNKNOWN = f"{SCHEMA}ZUnknown"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
METHODS = ("get", "post", "put", "patch", "delete")
WIDTH = 116
HEADER = '"""{title}, generated from openapi.yaml by generate.py."""\n\n'


def annotation(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return a schema as an annotation."""
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(SCHEMA))
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if "x-known-values" in schema:
        return f"Literal[{', '.join(map(repr, schema['x-known-values']))}] | str"
    for key in ("oneOf", "anyOf", "allOf", "x-any-of"):
        if key in schema:
            return " | ".join(dict.fromkeys(annotation(one, schemas) for one in named(schema[key])))
    types = schema.get("type", [])
    return (
        " | ".join(of_type(each, schema, schemas) for each in ([types] if isinstance(types, str) else types)) or "Any"
    )


def named(alternatives: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the alternatives but for that which stands for everything else: a type checker could not tell it apart."""
    for one in alternatives:
        if not one.get("$ref", "").startswith(UNKNOWN):
            yield one


def of_type(kind: str, schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return one of the types of a schema as an annotation."""
    if kind == "array":
        return f"list[{annotation(schema.get('items', {}), schemas)}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {annotation(values, schemas) if isinstance(values, dict) else 'Any'}]"
    return PLAIN[kind]


def definition(name: str, schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the definition of a component."""
    if "properties" not in schema:
        return f"{name}: TypeAlias = {wrapped(annotation(schema, schemas))}\n"
    required = set(schema.get("required", ()))
    members = {
        member: inner if member in required else f"NotRequired[{inner}]"
        for member, inner in ((key, annotation(value, schemas)) for key, value in schema["properties"].items())
    }
    if any(keyword.iskeyword(member) for member in members):
        lines = "".join(f'        "{member}": "{inner}",\n' for member, inner in members.items())
        return f'{name} = TypedDict(\n    "{name}",\n    {{\n{lines}    }},\n)\n'
    lines = "".join(f"    {member}: {inner}\n" for member, inner in members.items())
    return f"class {name}(TypedDict):\n{documented(schema)}{lines}"


def documented(schema: dict[str, Any]) -> str:
    """Return the description as a docstring."""
    text = str(schema.get("description", "")).replace("\\", "\\\\").split("\n\n")[0]
    lines = textwrap.wrap(text, WIDTH - 10)
    if len(lines) < 2:  # noqa: PLR2004 - one line or several
        return f'    """{text}"""\n\n' if text else ""
    return '    """' + "\n    ".join(lines) + '\n    """\n\n'


def wrapped(text: str) -> str:
    """Return an annotation that may name what is defined later, in as many lines as it takes."""
    if len(text) < WIDTH // 2:
        return f'"{text}"'
    lines = textwrap.wrap(text, WIDTH - 10, break_long_words=False, break_on_hyphens=False)
    return "(\n" + "".join(f'    "{line} "\n' for line in lines[:-1]) + f'    "{lines[-1]}"\n)'


def types(document: dict[str, Any]) -> str:
    """Return the module of types."""
    schemas = document["components"]["schemas"]
    head = HEADER.format(title="Types of requests and answers")
    head += (
        "from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n"
    )
    shown = {name: schema for name, schema in schemas.items() if not (SCHEMA + name).startswith(UNKNOWN)}
    return head + "\n" + "\n\n".join(definition(name, schema, schemas) for name, schema in sorted(shown.items()))


def operations(document: dict[str, Any]) -> str:
    """Return the module of operations."""
    schemas = document["components"]["schemas"]
    lines = []
    for path, methods in document["paths"].items():
        for method in (one for one in METHODS if one in methods):
            described = methods[method]
            body, answer = body_of(described, schemas), answer_of(described, schemas)
            name = described["operationId"]
            lines.append(f'{name}: Operation[{body}, {answer}] = Operation("{method.upper()}", "{path}")\n')
    head = HEADER.format(title="What can be asked of the service, by `operationId`")
    head += "from flipside_client import types\nfrom flipside_client.operation import Operation\n\n"
    return head + "".join(sorted(lines))


def body_of(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the annotation of a request's body, which may be None if it may be left out."""
    described = operation.get("requestBody", {})
    media = described.get("content", {}).get("application/json")
    if media is None:
        return "None"
    body = qualified(media["schema"], schemas)
    return body if described.get("required") else f"{body} | None"


def answer_of(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the annotation of a success: JSON, or text, or nothing."""
    for status, response in operation["responses"].items():
        content = response.get("content", {}) if status.startswith("2") else {}
        if "application/json" in content:
            return qualified(content["application/json"]["schema"], schemas)
        if content:
            return "str"
    return "None"


def qualified(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the annotation of a schema for another module."""
    return f"types.{annotation(schema, schemas)}" if "$ref" in schema else "dict[str, object]"


def main(words: list[str]) -> int:
    """Write both modules, or compare them with what would be written."""
    document = yaml.load(Path(words[0]).read_text(), yaml.CSafeLoader)
    modules = {FOLDER / "types.py": types(document), FOLDER / "operations.py": operations(document)}
    if "--check" not in words:
        for path, text in modules.items():
            path.write_text(text)
        return 0
    stale = [path for path, text in modules.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        print(f"{path} is not what openapi.yaml says: run `make packages`.")
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
