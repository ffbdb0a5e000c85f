"""The secret half of a token: how it is made, recognized and hashed.

A secret is a prefix for its kind and 256 bits, random unless stated otherwise, so a plain
SHA-256 is as good as a slow hash. Only the digest is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final
from uuid import UUID

from common import base64url
from common.keys import derived_key

DEVICE: Final = "device"
PERSONAL: Final = "personal"
APP: Final = "app"

OWN: Final = (DEVICE, PERSONAL)
"""Kinds of tokens that players hold themselves."""

PREFIXES: Final[dict[str, str]] = {DEVICE: "ufd_", PERSONAL: "ufp_", APP: "ufa_"}
"""Prefixes of the tokens that authenticate requests, by kind."""

EMAIL: Final = "ufe_"
"""Prefix of the secrets that name codes sent by mail."""
CODE: Final = "ufc_"
REFRESH: Final = "ufr_"
APP_SECRET: Final = "ufs_"  # noqa: S105 - its prefix

_RANDOM_BYTES: Final = 32
SECRET_LENGTH: Final = 4 + 43
"""Prefix and 32 bytes in unpadded base64url."""

HINT_LENGTH: Final = 4 + 4
"""The characters of a secret that its owner is shown again, to tell tokens apart."""

_PREFIX_VALUES: Final = tuple(PREFIXES.values())
_ID_BYTES: Final = 16


def mint_secret(kind: str) -> str:
    """Return a new secret of `kind` (`DEVICE`, `PERSONAL` or `APP`)."""
    return mint(PREFIXES[kind])


def mint(prefix: str) -> str:
    """Return a new secret that begins with `prefix`."""
    return prefix + secrets.token_urlsafe(_RANDOM_BYTES)


def derive_secret(kind: str, secret: str) -> str:
    """Return the secret of `kind` that belongs to another one; it is always the same, so it need not be stored.

    Only those can make it who have both the other secret, of which we store a digest, and the key of the installation.
    """
    raw = hmac.digest(derived_key(f"{kind} tokens"), secret.encode(), "sha256")
    return PREFIXES[kind] + base64url.write(raw)


def mint_refresh(authorization: UUID) -> str:
    """Return a new refresh token: the id of its authorization and 128 random bits.

    The id identifies a used token too, so that its reuse is detected.
    """
    random = secrets.token_bytes(_RANDOM_BYTES - _ID_BYTES)
    return REFRESH + base64url.write(authorization.bytes + random)


def authorization_of(refresh: str) -> UUID | None:
    """Return the authorization of a refresh token, None if `refresh` cannot be one."""
    if not _has_shape(refresh) or not refresh.startswith(REFRESH):
        return None
    try:
        return UUID(bytes=base64url.read(refresh[len(REFRESH) :])[:_ID_BYTES])
    except ValueError:
        return None


def looks_like_secret(text: str) -> bool:
    """Tell whether `text` has the shape of a token for requests; every valid token has it."""
    return _has_shape(text) and text.startswith(_PREFIX_VALUES)


def digest(secret: str) -> bytes:
    """Return the 32 bytes under which `secret` is stored."""
    return hashlib.sha256(secret.encode()).digest()


def matches(secret: str, kept: str) -> bool:
    """Tell whether `kept` is the digest of `secret`, in hex, in constant time."""
    return hmac.compare_digest(digest(secret).hex().encode(), kept.encode())


def _has_shape(text: str) -> bool:
    return len(text) == SECRET_LENGTH and text.isascii()
