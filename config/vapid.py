"""Keys for Web Push where nobody set any: made from the installation's secret, so that they stay the same.

For development: whoever changes the secret loses all subscriptions of browsers.
"""

import base64
import hashlib
import hmac

# The order of P-256 (SP 800-186, section 3.2.1.3).
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def derived_key(secret_key: str) -> str:
    """A private key of P-256, 32 bytes in unpadded base64url, that follows from `secret_key`."""
    digest = hmac.digest(secret_key.encode(), b"vapid", hashlib.sha512)
    scalar = int.from_bytes(digest) % (ORDER - 1) + 1
    return base64.urlsafe_b64encode(scalar.to_bytes(32)).rstrip(b"=").decode()
