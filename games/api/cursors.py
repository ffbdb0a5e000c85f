"""Cursors of paginated lists: a position, signed, and good for one viewer and one list.

A cursor is what the caller gets to see of a keyset position. The signature covers the
route, its filters and the viewer, so that a cursor found elsewhere is refused (400).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from common.keys import derived_key
from common.signed_tokens import TokenFormat
from games.errors import BadCursor

if TYPE_CHECKING:
    from collections.abc import Sequence

_CURSORS: Final = TokenFormat(partial(derived_key, "cursor"), longest=512, prefix="c", mac_first=True)


def sign(position: Sequence[object], *, scope: str) -> str:
    """Return `position` (JSON-ready values) as a cursor for `scope`: "route|viewer|filters"."""
    return _CURSORS.sign(msgspec.json.encode(position), _context(scope))


def unsign(cursor: str, *, scope: str, parameter: str = "cursor") -> list[object]:
    """Return the position signed into `cursor`; raises BadCursor, about `parameter`, unless made for `scope`."""
    body = _CURSORS.read(cursor, _context(scope))
    if body is None:
        raise BadCursor(parameter=parameter)
    return msgspec.json.decode(body, type=list)


def _context(scope: str) -> bytes:
    return len(scope).to_bytes(2) + scope.encode()
