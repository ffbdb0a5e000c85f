"""Seeds of matches: generated here, and sealed before they are stored.

A seed fixes every shuffle of its match, so its reader can derive all hands. It is encrypted with AES-256-GCM under a
key of `settings.GAME_SECRET_KEYS`, bound to its game, and opened only while a command is decided. It never appears in
a log line, an exception or a repr.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

if TYPE_CHECKING:
    from uuid import UUID

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 12


class SeedUnreadable(Exception):
    """A sealed seed cannot be opened: its key is not configured, or its bytes were changed."""


def new_seed() -> bytes:
    """Return 32 fresh random bytes."""
    return secrets.token_bytes(SEED_BYTES)


def seal(game_id: UUID, seed: bytes) -> tuple[str, bytes]:
    """Encrypt `seed` for the game. Returns the id of the key and nonce + ciphertext + tag."""
    key_id, key = next(iter(_keys().items()))
    nonce = secrets.token_bytes(NONCE_BYTES)
    return key_id, nonce + AESGCM(key).encrypt(nonce, seed, game_id.bytes)


def unseal(game_id: UUID, key_id: str, sealed: bytes) -> bytes:
    """Return the seed sealed for the game. Raises `SeedUnreadable`."""
    key = _keys().get(key_id)
    if key is None:
        raise SeedUnreadable(f"game {game_id}: no key {key_id!r} in GAME_SECRET_KEYS")
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], game_id.bytes)
    except (InvalidTag, ValueError):
        raise SeedUnreadable(f"game {game_id}: the sealed seed does not open") from None


def _keys() -> dict[str, bytes]:
    keys: dict[str, bytes] = settings.GAME_SECRET_KEYS
    return keys
