"""Secrets that are stored and needed again, such as signing secrets of webhooks: sealed before they reach the database.

AES-256-GCM under keys derived (HKDF, RFC 5869) from those of `settings.GAME_SECRET_KEYS`, so an installation rotates
all its keys in one place: the first key seals, all keys open. Each secret is bound to its purpose and its owner's id.
"""

from __future__ import annotations

import secrets
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from common.keys import derive

if TYPE_CHECKING:
    from uuid import UUID

_NONCE_BYTES: Final = 12


class Unreadable(Exception):
    """A sealed secret cannot be opened: its key is no longer configured, or its bytes were changed."""


class Sealed(NamedTuple):
    """A sealed secret: the id of the key, and nonce, ciphertext and tag."""

    key: str
    box: bytes


def seal(purpose: str, owner: UUID, secret: bytes) -> Sealed:
    """Seal `secret` for `purpose` and the row `owner`."""
    key = next(iter(settings.GAME_SECRET_KEYS))
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return Sealed(key, nonce + _cipher(purpose, settings.GAME_SECRET_KEYS[key]).encrypt(nonce, secret, owner.bytes))


def unseal(purpose: str, owner: UUID, sealed: Sealed) -> bytes:
    """Open a secret that was sealed for `purpose` and `owner`. Raises `Unreadable`."""
    master = settings.GAME_SECRET_KEYS.get(sealed.key)
    if master is None:
        raise Unreadable(f"{purpose} {owner}: no key {sealed.key!r} in GAME_SECRET_KEYS")
    try:
        return _cipher(purpose, master).decrypt(sealed.box[:_NONCE_BYTES], sealed.box[_NONCE_BYTES:], owner.bytes)
    except (InvalidTag, ValueError):
        raise Unreadable(f"{purpose} {owner}: the sealed secret does not open") from None


@cache
def _cipher(purpose: str, master: bytes) -> AESGCM:
    return AESGCM(derive(master, purpose))
