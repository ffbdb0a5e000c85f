"""The committed description of the API, and whether an answer keeps to it.

Stricter than a client should be: a member that is not described is an error here, so that
nothing leaves the service that nobody has looked at.
"""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"


@cache
def document() -> dict[str, Any]:
    """The committed openapi.yaml."""
    loaded: dict[str, Any] = yaml.load(COMMITTED.read_text(), Loader=yaml.CSafeLoader)
    return loaded


def check(method: str, path: str, status: int, content_type: str, body: bytes) -> None:
    """Raise AssertionError unless the answer is one that is described for this route."""
    operation = _operation(method, path)
    if operation is None:
        assert status in {404, 405, 429}, f"{method} {path} is not described, yet answered {status}"
        media: dict[str, Any] = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    else:
        media = _described(operation, method, path, status)
    if not media:
        assert body == b"", f"{method} {path}: {status} should have no body"
        return
    assert content_type in media, f"{method} {path}: {status} came as {content_type}, described: {list(media)}"
    if content_type in {"application/json", "application/problem+json"} and method != "HEAD":
        validator = _validator(media[content_type]["schema"]["$ref"])
        errors = [f"{list(e.instance_path)}: {e.message[:300]}" for e in validator.iter_errors(_json(body))]
        assert not errors, f"{method} {path} {status}: {errors[:5]}"


def _json(body: bytes) -> Any:
    return json.loads(body)


def _described(operation: dict[str, Any], method: str, path: str, status: int) -> dict[str, Any]:
    responses = operation["responses"]
    described = responses.get(str(status))
    if described is None and status >= 400:
        described = responses.get("default", _ANY_PROBLEM)
    assert described is not None, f"{method} {path}: status {status} is not described"
    content: dict[str, Any] = described.get("content", {})
    return content


_ANY_PROBLEM = {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}


@cache
def _routes() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    return tuple(
        (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), operations)
        for path, operations in document()["paths"].items()
    )


def _operation(method: str, path: str) -> dict[str, Any] | None:
    wanted = "get" if method == "HEAD" else method.lower()
    # A literal path (`/v1/me/tokens`) comes before a pattern that fits it too.
    exact = document()["paths"].get(path, {}).get(wanted)
    if exact is not None:
        return dict(exact)
    for pattern, operations in _routes():
        if pattern.fullmatch(path) and wanted in operations:
            return dict(operations[wanted])
    return None


@cache
def _validator(reference: str) -> Any:
    components = copy.deepcopy(document()["components"])
    for schema in components["schemas"].values():
        _close(schema)
    return jsonschema_rs.Draft202012Validator({"$ref": reference, "components": components}, validate_formats=True)


def _close(schema: Any) -> None:
    if isinstance(schema, list):
        for item in schema:
            _close(item)
    elif isinstance(schema, dict):
        if "properties" in schema and "allOf" not in schema:
            schema.setdefault("additionalProperties", False)
        for value in schema.values():
            _close(value)
