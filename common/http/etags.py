"""Strong entity tags (RFC 9110, 8.8.3): keyed hashes, one per viewer and version.

A tag covers who the viewer is and the values that the body is computed from, as far as the viewer may know them; for a
short body, the viewer and the body. Values that the viewer must not know are never hashed.
"""

from __future__ import annotations

import hmac
import re
from typing import Any, Final, NamedTuple

import msgspec

from common.keys import derived_key

_TAG_BYTES: Final = 16
_BOUND_BYTES: Final = 8
_VERSIONED: Final = re.compile(r'"(0|[1-9][0-9]{0,9})\.([0-9a-f]{16})([0-9a-f]{16})\.[0-9a-f]{32}"')
_CLOCK: Final = re.compile(rb'"server_now":"[^"]*"')
"""The one member that changes by itself."""


def entity_tag(*parts: object) -> str:
    """Return the quoted strong tag of `parts` (JSON-ready values)."""
    return f'"{_hash("etag", parts, _TAG_BYTES)}"'


class Demanded(NamedTuple):
    """A version that a tag names, and which one it was, if others were ever given this number."""

    version: int
    line: str


def versioned_tag(version: int, whose: tuple[object, ...], chain: bytes, *parts: object) -> str:
    """Return the tag of `parts` that also names the version and its `chain`, for the viewer and game in `whose`."""
    names = _bound(version, whose) + _line(chain)
    return f'"{version}.{names}.{_hash("etag", (whose, version, chain, *parts), _TAG_BYTES)}"'


def body_tag(viewer: object, body: bytes) -> str:
    """Return the tag of a body for `viewer`, whenever it is asked for."""
    timeless = _CLOCK.sub(b"", body)
    return f'"{hmac.digest(derived_key("etag"), f"{viewer}|".encode() + timeless, "sha256")[:_TAG_BYTES].hex()}"'


def matches(header: str | None, tag: str) -> bool:
    """Say whether `If-None-Match: header` names `tag` (RFC 9110, 13.1.2, weak comparison)."""
    if header is None:
        return False
    if header.strip() == "*":
        return True
    return any(candidate.strip().removeprefix("W/") == tag for candidate in header.split(","))


def agrees(header: str | None, tag: str) -> bool:
    """Say whether `If-Match: header` lets a change pass of what has `tag` now (RFC 9110, 13.1.1, strong comparison)."""
    if header is None or header.strip() == "*":
        return True
    return tag in {candidate.strip() for candidate in header.split(",")}


def demanded(header: str | None, whose: tuple[object, ...]) -> list[Demanded] | None:
    """Return the versions of which `If-Match: header` demands one, of what `whose` names; None if it demands none.

    Tags that were not made for `whose` name nothing.
    """
    if header is None or header.strip() == "*":
        return None
    found = [_VERSIONED.fullmatch(candidate.strip()) for candidate in header.split(",")]
    return [
        Demanded(int(tag[1]), tag[3])
        for tag in found
        if tag is not None and hmac.compare_digest(tag[2], _bound(int(tag[1]), whose))
    ]


def is_there(demand: Demanded, version: int, chain: bytes) -> bool:
    """Say whether what is demanded is an earlier version than this, or this very one."""
    return demand.version < version or (demand.version == version and hmac.compare_digest(demand.line, _line(chain)))


def _line(chain: bytes) -> str:
    return _hash("if-match", (chain,), _BOUND_BYTES)


def _bound(version: int, whose: tuple[object, ...]) -> str:
    return _hash("if-match", (version, *whose), _BOUND_BYTES)


def _hash(purpose: str, parts: tuple[Any, ...], length: int) -> str:
    return hmac.digest(derived_key(purpose), msgspec.json.encode(parts), "sha256")[:length].hex()
