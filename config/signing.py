"""A key that signs transcripts and anchors where nobody set one: made from the installation's secret.

For development: whoever knows the secret can sign.
"""

import hmac


def derived_seed(secret_key: str) -> bytes:
    """The 32-byte seed of an Ed25519 key that follows from `secret_key`."""
    return hmac.digest(secret_key.encode(), b"signing", "sha256")
