"""Reads `Authorization: Bearer ...` (RFC 6750, section 2.1) from a request's headers.

It does not check the token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def bearer_token(headers: Mapping[str, str]) -> str | None:
    """Return the token in WSGI `headers`, "" if there is a header but no token, else None."""
    header = headers.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip(" ") if scheme.lower() == "bearer" else ""
