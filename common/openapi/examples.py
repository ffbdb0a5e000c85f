"""Recorded answers (`make examples`) as examples of the description. A test keeps them what the service says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.conf import settings

from common.http import media_types

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def add_examples(result: dict[str, Any], operations: Iterable[dict[str, Any]]) -> None:
    """Add to every operation of the document `result` what was recorded of it."""
    for operation in operations:
        path: Path = settings.BASE_DIR / "openapi" / "examples" / f"{operation['operationId']}.json"
        if path.exists():
            recorded = json.loads(path.read_text())
            if "request" in recorded:
                (content,) = operation["requestBody"]["content"].values()
                content.setdefault("examples", {})["recorded"] = {
                    "summary": operation["summary"],
                    "value": recorded["request"],
                }
            for status, body in recorded["answers"].items():
                if isinstance(body, list):
                    _add_items(result, operation, operation["responses"][status], body)
                elif body is not None:
                    _add_answer(result, operation, status, body)


def _add_items(result: dict[str, Any], operation: dict[str, Any], response: dict[str, Any], items: list[Any]) -> None:
    """Add an example of each kind of item of a stream, once for all media."""
    shared = result["components"].setdefault("examples", {})
    for item in items:
        name = f"{operation['operationId']}_{item['type']}"
        shared[name] = {"summary": f"{operation['summary']}: `{item['type']}`", "value": item}
        for content in response["content"].values():
            content.setdefault("examples", {})[item["type"]] = {"$ref": f"#/components/examples/{name}"}


def _add_answer(result: dict[str, Any], operation: dict[str, Any], status: str, body: Any) -> None:
    """Add an answer where it is described; refusals that are shared have one example of each code."""
    response = operation["responses"].get(status, {})
    if "$ref" in response:
        response = result["components"]["responses"][response["$ref"].rpartition("/")[2]]
    for media, content in response.get("content", {}).items():
        if suits(media, body):
            told: dict[str, Any] = body if isinstance(body, dict) else {}
            name, summary = told.get("code", "recorded"), told.get("title", operation["summary"])
            content.setdefault("examples", {}).setdefault(name, {"summary": summary, "value": body})


def suits(media: str, body: Any) -> bool:
    """Tell whether a recorded body is of this media type; an answer may be described in several."""
    if not isinstance(body, dict):
        return not media.endswith("json")
    is_problem = str(body.get("type", "")).startswith("urn:flipside:error:")
    return media == media_types.PROBLEM if is_problem else media.endswith("json") and media != media_types.PROBLEM
