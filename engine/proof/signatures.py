"""Ed25519 signatures of the service: names of keys, and checking.

The one place of the engine that needs more than the standard library, and only when a signature is checked.
"""

from __future__ import annotations

import hashlib
from typing import Final

SIGNATURE_BYTES: Final = 64


class CannotCheck(Exception):
    """This installation cannot check a signature."""

    def __str__(self) -> str:
        """Return the remedy, for people."""
        return "the Python package cryptography is not installed, so signatures cannot be checked"


def key_id(public_key: bytes) -> str:
    """Return the name of a key: the first 16 hexadecimal digits of SHA-256 over its 32 bytes."""
    return hashlib.sha256(public_key).hexdigest()[:16]


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether the key signed the message; False also for a key off the curve. Raises CannotCheck."""
    try:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  only who checks needs it
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
    except ImportError:
        raise CannotCheck from None
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
