"""Strong entity tags: one per viewer and version, made of public values only.

A tag is a keyed hash over everything the body is computed from that the viewer may know:
who he is, the game's version and chain head, and the row facts shown beside the view.
It is never derived from the table itself, so it says nothing about hidden cards.
"""

from __future__ import annotations

import hmac

import msgspec

from games.api.keys import derived_key

_TAG_BYTES = 16


def entity_tag(*parts: object) -> str:
    """Return the quoted strong tag of `parts` (JSON-ready values)."""
    message = msgspec.json.encode(parts)
    return f'"{hmac.digest(derived_key("etag"), message, "sha256")[:_TAG_BYTES].hex()}"'


def matches(header: str | None, tag: str) -> bool:
    """Say whether `If-None-Match: header` names `tag` (RFC 9110, 13.1.2, weak comparison)."""
    if header is None:
        return False
    if header.strip() == "*":
        return True
    return any(candidate.strip().removeprefix("W/") == tag for candidate in header.split(","))
