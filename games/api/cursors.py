"""Cursors of paginated lists: a position, signed, and good for one viewer and one list.

A cursor is what the caller gets to see of a keyset position. The signature covers the
route, its filters and the viewer, so that a cursor found elsewhere is refused (400).
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

import msgspec

from games.errors import BadCursor
from players import base64url
from players.derived_keys import derived_key

if TYPE_CHECKING:
    from collections.abc import Sequence

_MAC_BYTES = 16
_PREFIX = "c"
MAX_CURSOR = 512


def sign(position: Sequence[object], *, scope: str) -> str:
    """Return `position` (JSON-ready values) as a cursor for `scope`: "route|viewer|filters"."""
    body = msgspec.json.encode(position)
    return _PREFIX + base64url.write(_mac(body, scope) + body)


def unsign(cursor: str, *, scope: str) -> list[object]:
    """Return the position signed into `cursor`; raises BadCursor unless made for `scope`."""
    text = cursor.removeprefix(_PREFIX)
    if len(cursor) > MAX_CURSOR or text == cursor:
        raise BadCursor
    try:
        raw = base64url.read(text)
    except ValueError:
        raise BadCursor from None
    mac, body = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
    if not hmac.compare_digest(mac, _mac(body, scope)):
        raise BadCursor
    return msgspec.json.decode(body, type=list)


def _mac(body: bytes, scope: str) -> bytes:
    message = len(scope).to_bytes(2) + scope.encode() + body
    return hmac.digest(derived_key("cursor"), message, "sha256")[:_MAC_BYTES]
