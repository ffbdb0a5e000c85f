"""Strong entity tags (RFC 9110, 8.8.3): keyed hashes, one per viewer and version.

A tag covers the viewer and the values that the body is computed from, as far as the viewer may know them; for a
short body, the viewer and the body. Values that the viewer must not know are never hashed.
"""

from __future__ import annotations

import hmac
import re
from hashlib import blake2b
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
    """A version named by a tag, and a hash of its chain, in case another branch had the same number."""

    version: int
    line: str


def versioned_tag(version: int, whose: tuple[object, ...], chain: bytes, *parts: object) -> str:
    """Return the tag of `parts` that also names the version and its `chain`, for the viewer and game in `whose`."""
    names = _bound(version, whose) + _line(chain)
    return f'"{version}.{names}.{_hash("etag", (whose, version, chain, *parts), _TAG_BYTES)}"'


def body_tag(viewer: object, body: bytes) -> str:
    """Return the tag of a body for `viewer`, independent of the time of the request."""
    timeless = _CLOCK.sub(b"", body)
    return f'"{blake2b(f"{viewer}|".encode() + timeless, key=derived_key("etag"), digest_size=_TAG_BYTES).hexdigest()}"'


def matches(header: str | None, tag: str) -> bool:
    """Tell whether `If-None-Match: header` names `tag` (RFC 9110, 13.1.2, weak comparison)."""
    if header is None:
        return False
    if header.strip() == "*":
        return True
    return any(candidate.strip().removeprefix("W/") == tag for candidate in header.split(","))


def agrees(header: str | None, tag: str) -> bool:
    """Tell whether `If-Match: header` allows a change of the resource of `tag` (RFC 9110, 13.1.1, strong)."""
    if header is None or header.strip() == "*":
        return True
    return tag in {candidate.strip() for candidate in header.split(",")}


def demanded(header: str | None, whose: tuple[object, ...]) -> list[Demanded] | None:
    """Return the versions that `If-Match: header` names for the viewer and game in `whose`; None if it demands none.

    Tags that were not made for `whose` are ignored.
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
    """Tell whether the demanded version is earlier than this one, or the same."""
    return demand.version < version or (demand.version == version and hmac.compare_digest(demand.line, _line(chain)))


def _line(chain: bytes) -> str:
    return _hash("if-match", (chain,), _BOUND_BYTES)


def _bound(version: int, whose: tuple[object, ...]) -> str:
    return _hash("if-match", (version, *whose), _BOUND_BYTES)


def _hash(purpose: str, parts: tuple[Any, ...], length: int) -> str:
    return blake2b(msgspec.json.encode(parts), key=derived_key(purpose), digest_size=length).hexdigest()
