"""Items of streams as a client reads them, each checked against the committed description."""

from __future__ import annotations

import json
from typing import Any

from tests.contract import openapi

GAME = "#/components/schemas/GameStreamItem"
ALL = "#/components/schemas/StreamItem"


def parse(body: bytes, schema: str = GAME) -> list[Any]:
    """Return the items of complete Server-Sent Events."""
    return [checked(item, schema) for block in body.decode().split("\n\n") if (item := item_of(block)) is not None]


def item_of(block: str) -> Any:
    """Return the item of one event; None if it only sets the retry interval."""
    fields = dict(line.split(": ", 1) for line in block.splitlines() if line)
    if "data" not in fields:
        assert set(fields) <= {"retry"}, block
        return None
    item = json.loads(fields["data"])
    assert fields["event"] == item["type"]
    assert fields.get("id") == item.get("cursor")
    return item


def lines(body: bytes, schema: str = GAME) -> list[Any]:
    """Return the items of JSON lines."""
    return [checked(json.loads(line), schema) for line in body.splitlines()]


def checked(item: Any, schema: str) -> Any:
    """Return the item if the schema describes it; fail otherwise."""
    found = [error.message[:300] for error in openapi._validator(schema).iter_errors(item)]
    assert not found, found[:3]
    return item


def events(items: list[Any]) -> list[int]:
    """Return the numbers of the events in the items."""
    return [item["entry"]["seq"] for item in items if item["type"] == "event"]


def types(items: list[Any]) -> list[str]:
    return [item["type"] for item in items]
