"""Recorded answers (`make examples`) as examples of the description. A test keeps them what the service says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

JSON = "application/json"


def add_examples(result: dict[str, Any], operations: Iterable[dict[str, Any]]) -> None:
    """Add to every operation of the document `result` what was recorded of it."""
    for operation in operations:
        path: Path = settings.BASE_DIR / "openapi" / "examples" / f"{operation['operationId']}.json"
        if path.exists():
            recorded = json.loads(path.read_text())
            if "request" in recorded:
                operation["requestBody"]["content"][JSON].setdefault("examples", {})["recorded"] = {
                    "summary": operation["summary"],
                    "value": recorded["request"],
                }
            for status, body in recorded["answers"].items():
                _add_answer(result, operation, status, body)


def _add_answer(result: dict[str, Any], operation: dict[str, Any], status: str, body: Any) -> None:
    """Add an answer where it is described; refusals that are shared have one example of each code."""
    response = operation["responses"].get(status, {})
    if "$ref" in response:
        response = result["components"]["responses"][response["$ref"].rpartition("/")[2]]
    for media, content in response.get("content", {}).items():
        if body is not None and media.endswith("json") == isinstance(body, dict):
            name = body.get("code", "recorded") if isinstance(body, dict) else "recorded"
            content.setdefault("examples", {}).setdefault(name, {"summary": _summary(operation, body), "value": body})


def _summary(operation: dict[str, Any], body: Any) -> str:
    return str(body["title"] if "code" in body else operation["summary"])
