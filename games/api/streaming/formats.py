"""How an item looks on the line: Server-Sent Events, or lines of JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

EVENT_STREAM: Final = "text/event-stream"
JSON_LINES: Final = "application/jsonl"
NDJSON: Final = "application/x-ndjson"
MEDIA: Final = (EVENT_STREAM, JSON_LINES, NDJSON)

RETRY_MS: Final = 2_000
"""When a browser opens a stream anew that has ended or broken."""
LONG_RETRY_MS: Final = 60_000
"""The same where nothing will follow soon."""

Frame = bytes
encode: Callable[[object], bytes] = msgspec.json.Encoder().encode


def item(media: str, kind: str, cursor: str | None, facts: bytes) -> Frame:
    """An item on the line. `facts`: a JSON object with at least one member, which the item adds its own to."""
    place = "" if cursor is None else f'"cursor":"{cursor}",'
    data = b'{"type":"%b",%b%b' % (kind.encode(), place.encode(), facts[1:])
    if media != EVENT_STREAM:
        return data + b"\n"
    name = b"" if cursor is None else b"id: %b\n" % cursor.encode()
    return b"%bevent: %b\ndata: %b\n\n" % (name, kind.encode(), data)


def retry(media: str, milliseconds: int = RETRY_MS) -> Frame:
    """When to come again; only Server-Sent Events have a word for that."""
    return b"retry: %d\n\n" % milliseconds if media == EVENT_STREAM else b""
