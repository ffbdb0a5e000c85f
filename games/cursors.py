"""Page tokens: the sort key of the last item shown, as text. They hold nothing that the item did not show."""

from __future__ import annotations

import struct
from typing import Final
from uuid import UUID

from common import base64url
from games import errors

_PREFIX: Final = {"list": b"\x01", "mine": b"\x02"}


def encode(kind: str, numbers: tuple[int, ...], last: UUID) -> str:
    """A token of list `kind` for signed 64-bit `numbers` and the id that breaks ties."""
    raw = _PREFIX[kind] + struct.pack(f">{len(numbers)}q", *numbers) + last.bytes
    return base64url.write(raw)


def decode(kind: str, token: str, count: int) -> tuple[tuple[int, ...], UUID]:
    """The `count` numbers and the id of a token. Raises `BadCursor` for anything `encode` did not make."""
    try:
        raw = base64url.read(token)
    except ValueError:
        raise errors.BadCursor from None
    if len(raw) != 1 + 8 * count + 16 or raw[:1] != _PREFIX[kind]:
        raise errors.BadCursor
    return struct.unpack(f">{count}q", raw[1 : 1 + 8 * count]), UUID(bytes=raw[-16:])
