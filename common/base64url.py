"""Bytes as text for addresses and tokens: base64url without padding (RFC 4648, section 5)."""

from __future__ import annotations

import base64


def write(raw: bytes) -> str:
    """The one text of these bytes that we write."""
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def read(text: str) -> bytes:
    """The bytes of a text, of which there may be other spellings; compare with `write`. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
