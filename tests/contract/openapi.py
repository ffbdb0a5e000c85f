"""Reads the committed description of the API and checks answers against it.

It is stricter than a client should be: a member that is not described is an error here, so that no member leaves the
service unreviewed.
"""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"


@cache
def document() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(COMMITTED.read_text(), Loader=yaml.CSafeLoader)
    make_exact(loaded)
    return loaded


def make_exact(part: Any) -> None:
    """Put values and alternatives back in their places, which are hidden from generators of clients."""
    if isinstance(part, dict):
        for hidden, exact in (("x-any-of", "anyOf"), ("x-known-values", "enum")):
            if hidden in part:
                part[exact] = part.pop(hidden)
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        make_exact(inner)


@cache
def headers() -> frozenset[str]:
    """Return the headers that mean something to clients: an answer has none of them that is not described."""
    return frozenset(document()["components"]["headers"])


def check(method: str, path: str, answer: Any) -> None:
    """Raise AssertionError unless the description lists this Django answer for the route, including its code."""
    operation = operation_at(method, path)
    status, content_type = answer.status_code, answer.headers.get("Content-Type", "")
    if operation is None:
        assert status in {404, 405, 429}, f"{method} {path} is not described, yet answered {status}"
        described = ANY_PROBLEM
    else:
        described = _described(operation, method, path, status)
        undescribed = headers() & set(answer.headers) - headers_of(described)
        assert not undescribed, f"{method} {path}: {status} has {undescribed}"
    media = described.get("content", {})
    if not media:
        assert answer.content == b"", f"{method} {path}: {status} should have no body"
        return
    content_type = content_type if content_type in media else PAGES.get(content_type, content_type)
    assert content_type in media, f"{method} {path}: {status} came as {content_type}, described: {list(media)}"
    reference = media[content_type]["schema"].get("$ref")
    if content_type in ITEMS and reference and method != "HEAD":
        for item in ITEMS[content_type](answer.content):
            faults = faults_of(reference, item)
            assert not faults, f"{method} {path} {status} item {item.get('type')}: {faults[:5]}"
    if content_type in {"application/json", "application/problem+json"} and method != "HEAD":
        found = json.loads(answer.content)
        faults = faults_of(media[content_type]["schema"]["$ref"], found)
        assert not faults, f"{method} {path} {status}: {faults[:5]}"
        if operation is not None and content_type == PROBLEM:
            code = found["code"]
            assert code in codes_of(operation).get(str(status), ()), f"{method} {path}: {status} came with {code}"


def _of_events(body: bytes) -> list[Any]:
    """Return the items of Server-Sent Events, each with the type and the cursor of its event."""
    found = []
    for block in body.decode().split("\n\n"):
        event = dict(line.split(": ", 1) for line in block.splitlines())
        if "data" in event:
            found.append(item := json.loads(event["data"]))
            assert (event["event"], event.get("id")) == (item["type"], item.get("cursor")), event
        else:
            assert set(event) <= {"retry"}, block
    return found


def _of_lines(body: bytes) -> list[Any]:
    return [json.loads(line) for line in body.splitlines()]


ITEMS: dict[str, Callable[[bytes], list[Any]]] = {
    "text/event-stream": _of_events,
    "application/jsonl": _of_lines,
    "application/x-ndjson": _of_lines,
}
"""The parser of a sequence of items, by media type."""
PAGES = {"text/html; charset=utf-8": "text/html"}


def faults_of(reference: str, instance: Any) -> list[str]:
    """Return the parts of `instance` that the schema does not describe."""
    return [f"{list(e.instance_path)}: {e.message[:300]}" for e in _validator(reference).iter_errors(instance)]


def resolved(described: dict[str, Any]) -> dict[str, Any]:
    """Return the object, or the one it refers to."""
    found: Any = described
    while "$ref" in found:
        place: Any = document()
        for step in found["$ref"].removeprefix("#/").split("/"):
            place = place[step]
        found = place
    return dict(found)


def parameters_of(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of an operation, including the shared ones."""
    return [resolved(one) for one in operation.get("parameters", ())]


def headers_of(described: dict[str, Any]) -> set[str]:
    """Return the headers that an answer may have, including those of every answer."""
    shared = {name for name, header in document()["components"]["headers"].items() if "x-on-any-answer" in header}
    return shared | set(described.get("headers", {}))


def codes_of(operation: dict[str, Any]) -> dict[str, set[str]]:
    """Return the codes with which an operation can refuse, by status."""
    return codes_in(document(), operation)


def codes_in(described: dict[str, Any], operation: dict[str, Any]) -> dict[str, set[str]]:
    """Return the codes by status in any description: the operation's own, and those of shared responses."""
    name = operation["responses"]["default"]["$ref"].rpartition("/")[2]
    found: dict[str, set[str]] = {}
    for codes in (operation.get("x-problem-codes", {}), described["components"]["responses"][name]["x-problem-codes"]):
        for status, listed in codes.items():
            found.setdefault(status, set()).update(listed)
    return found


def _described(operation: dict[str, Any], method: str, path: str, status: int) -> dict[str, Any]:
    described = operation["responses"].get(str(status))
    if described is None and status == METHOD_NOT_ALLOWED:
        return ANY_PROBLEM
    if described is None and str(status) in codes_of(operation):
        described = operation["responses"]["default"]
    assert described is not None, f"{method} {path}: status {status} is not described"
    return resolved(described)


PROBLEM = "application/problem+json"
METHOD_NOT_ALLOWED = 405
"""The error for a route without an operation."""

ANY_PROBLEM: dict[str, Any] = {
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
}


@cache
def _routes() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    return tuple(
        (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operations)
        for path, operations in document()["paths"].items()
    )


def operation_at(method: str, path: str) -> dict[str, Any] | None:
    """Return the operation at this address, if there is one."""
    wanted = "get" if method == "HEAD" else method.lower()
    # A literal path (`/v1/me/tokens`) comes before a pattern that also matches it.
    exact = document()["paths"].get(path, {}).get(wanted)
    if exact is not None:
        return dict(exact)
    for pattern, operations in _routes():
        if pattern.fullmatch(path) and wanted in operations:
            return dict(operations[wanted])
    return None


@cache
def _validator(reference: str) -> Any:
    schema = {"$ref": reference, "components": {"schemas": _closed()}}
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)


@cache
def _closed() -> dict[str, Any]:
    """Return all schemas, each changed to refuse members that are not described."""
    schemas: dict[str, Any] = copy.deepcopy(document()["components"]["schemas"])
    _close(list(schemas.values()))
    return schemas


def _close(schema: Any) -> None:
    if isinstance(schema, list):
        for item in schema:
            _close(item)
    elif isinstance(schema, dict):
        if "properties" in schema and "allOf" not in schema:
            schema.setdefault("additionalProperties", False)
        for value in schema.values():
            _close(value)
