"""Keys for what the API signs, derived from the installation's secret key."""

from __future__ import annotations

import hmac
from functools import cache

from django.conf import settings


def derived_key(purpose: str) -> bytes:
    """Return 32 bytes for `purpose`; different purposes never share a key."""
    return _derive(str(settings.SECRET_KEY), purpose)


@cache
def _derive(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), b"flipside.api." + purpose.encode(), "sha256")
