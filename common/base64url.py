"""Bytes as text for URLs and tokens: base64url without padding (RFC 4648, section 5)."""

from __future__ import annotations

import base64


def write(raw: bytes) -> str:
    """Return the canonical text of these bytes."""
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def read(text: str) -> bytes:
    """Return the bytes of a text, which may have other spellings; compare with `write`. Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
