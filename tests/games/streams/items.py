"""Items of streams as a client reads them, each checked against the committed description."""

from __future__ import annotations

import json
from typing import Any

from tests.contract import openapi

GAME = "#/components/schemas/GameStreamItem"
ALL = "#/components/schemas/StreamItem"


def parse(body: bytes, schema: str = GAME) -> list[Any]:
    """The items of Server-Sent Events that came as a whole."""
    return [checked(item, schema) for block in body.decode().split("\n\n") if (item := item_of(block)) is not None]


def item_of(block: str) -> Any:
    """The item of one event, None if it only says when to come again."""
    fields = dict(line.split(": ", 1) for line in block.splitlines() if line)
    if "data" not in fields:
        assert set(fields) <= {"retry"}, block
        return None
    item = json.loads(fields["data"])
    assert fields["event"] == item["type"]
    assert fields.get("id") == item.get("cursor")
    return item


def lines(body: bytes, schema: str = GAME) -> list[Any]:
    """The items of lines of JSON."""
    return [checked(json.loads(line), schema) for line in body.splitlines()]


def checked(item: Any, schema: str) -> Any:
    """The item, if it is described."""
    found = [error.message[:300] for error in openapi._validator(schema).iter_errors(item)]
    assert not found, found[:3]
    return item


def events(items: list[Any]) -> list[int]:
    """The numbers of the events that were told."""
    return [item["entry"]["seq"] for item in items if item["type"] == "event"]


def types(items: list[Any]) -> list[str]:
    """What kinds of items came."""
    return [item["type"] for item in items]
