"""Keys derived from SECRET_KEY, for installations whose operator has set none.

All but the key of the erasure log are for development: everybody with the secret can sign, and a new one ends the
push subscriptions of all browsers.
"""

import base64
import hashlib

from common.keys import derive

# The order of P-256 (SP 800-186, section 3.2.1.3).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def erasure_key(secret_key: str) -> str:
    """Return a key of the erasure log, as `id:64 hex digits`.

    The id is derived from the key, so that lines written under another secret are noticed.
    """
    key = derive(secret_key.encode(), "erasures")
    return f"{hashlib.sha256(key).hexdigest()[:8]}:{key.hex()}"


def signing_seed(secret_key: str) -> bytes:
    """Return the 32-byte seed of an Ed25519 key, which signs transcripts and anchors."""
    return derive(secret_key.encode(), "signing")


def vapid_key(secret_key: str) -> str:
    """Return a private key of P-256 for Web Push: 32 bytes in unpadded base64url."""
    scalar = int.from_bytes(derive(secret_key.encode(), "vapid")) % (P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(scalar.to_bytes(32)).rstrip(b"=").decode()
