"""Keys derived from the installation's secrets: one for each purpose.

There are two derivations, because what was signed or sealed under either of them is still in use.
"""

from __future__ import annotations

import hmac
from functools import cache

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_KEY_BYTES = 32


def derived_key(purpose: str) -> bytes:
    """Return the key by which the API signs for `purpose`: cursors, entity tags, ids."""
    return _keyed(str(settings.SECRET_KEY), purpose)


def link_key(purpose: str) -> bytes:
    """Return the key by which links in messages are signed for `purpose`."""
    return derive(str(settings.SECRET_KEY).encode(), purpose)


@cache
def derive(master: bytes, purpose: str) -> bytes:
    """Return the key for `purpose` under a master key (HKDF, RFC 5869)."""
    return HKDF(SHA256(), _KEY_BYTES, None, b"flipside " + purpose.encode()).derive(master)


@cache
def _keyed(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), b"flipside.api." + purpose.encode(), "sha256")
