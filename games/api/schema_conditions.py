"""Conditional requests in the description: every answer to a GET that is one JSON document has a tag.

A post-processing hook of drf-spectacular, because the views of two applications have them from
`common.http.conditions`.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from common.http import media_types

STREAMED: Final = frozenset({"export_me"})
"""Operations whose document is too long to be made before it is sent, so nobody knows its tag in time."""
CHANGING: Final = ("put", "patch")
"""Methods whose answer is the resource as it is now, with its tag."""
IF_NONE_MATCH: Final[dict[str, Any]] = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The `ETag` you have. The answer is 304 if nothing has changed.",
}
ETAG: Final[dict[str, Any]] = {
    "schema": {"type": "string"},
    "description": "Changes when what you are shown does; `server_now` does not count.",
}


def describe_conditions(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - spectacular calls it so
    """Add tags and 304 to the OpenAPI document `result` and return it."""
    for path, operations in result["paths"].items():
        operation = operations.get("get")
        if path.startswith("/v1/") and operation is not None and operation["operationId"] not in STREAMED:
            found = operation["responses"].get("200", {})
            if media_types.JSON in found.get("content", {}):
                _describe(operation, found)
        for changed in (operations[method] for method in CHANGING if method in operations):
            shown = changed["responses"].get("200")
            if path.startswith("/v1/") and shown is not None:
                shown.setdefault("headers", {}).setdefault("ETag", deepcopy(ETAG))
    return result


def _describe(operation: dict[str, Any], found: dict[str, Any]) -> None:
    parameters = operation.setdefault("parameters", [])
    if not any(one.get("name") == IF_NONE_MATCH["name"] for one in parameters):
        parameters.append(deepcopy(IF_NONE_MATCH))
    found.setdefault("headers", {}).setdefault("ETag", deepcopy(ETAG))
    same = operation["responses"].setdefault("304", {"description": "Not modified"})
    same.setdefault("headers", {}).setdefault("ETag", deepcopy(ETAG))
