"""The key of the ledger of erasures where nobody set one: made from the installation's secret.

Its id follows from it, so that lines written under the key of another secret are noticed.
"""

import hashlib
import hmac


def derived_key(secret_key: str) -> str:
    """`id:64 hex digits`, following from `secret_key`."""
    key = hmac.digest(secret_key.encode(), b"erasures", hashlib.sha256)
    return f"{hashlib.sha256(key).hexdigest()[:8]}:{key.hex()}"
