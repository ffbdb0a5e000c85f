"""The secret half of a token: how it is made, recognised and hashed.

A secret is a prefix naming its kind and 256 bits from the operating system, so a plain
SHA-256 is as good as a slow hash: there is nothing to guess.  Only the digest is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

DEVICE: Final = "device"
PERSONAL: Final = "personal"

PREFIXES: Final[dict[str, str]] = {DEVICE: "ufd_", PERSONAL: "ufp_"}

_RANDOM_BYTES: Final = 32
SECRET_LENGTH: Final = 4 + 43
"""Prefix and 32 bytes in unpadded base64url."""

HINT_LENGTH: Final = 4 + 4
"""How much of a secret its owner is shown again, to tell his tokens apart."""

_PREFIX_VALUES: Final = tuple(PREFIXES.values())


def mint_secret(kind: str) -> str:
    """Return a fresh secret of `kind` (`DEVICE` or `PERSONAL`)."""
    return PREFIXES[kind] + secrets.token_urlsafe(_RANDOM_BYTES)


def looks_like_secret(text: str) -> bool:
    """Tell whether `text` has the shape of a secret; nobody's token fails this."""
    return len(text) == SECRET_LENGTH and text.startswith(_PREFIX_VALUES) and text.isascii()


def digest(secret: str) -> bytes:
    """Return the 32 bytes under which `secret` is kept."""
    return hashlib.sha256(secret.encode()).digest()
