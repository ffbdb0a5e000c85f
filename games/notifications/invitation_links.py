"""The last link of a mail with an invitation to a stranger: its address gets no more of them, without signing in.

Bytes, before base64url: keyed digest of the address 32, HMAC-SHA256 of it 16.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from django.conf import settings

from common.keys import link_key
from common.signed_tokens import TokenFormat

PATH: Final = "/m/no-invitations/"
_DIGEST: Final = 32
_TOKENS: Final = TokenFormat(partial(link_key, "no invitations 1"), longest=80)


def link(recipient: bytes) -> str:
    """Return the absolute address of the page for the address of this digest."""
    return settings.PUBLIC_URL + PATH + _TOKENS.sign(recipient)


def read(token: str) -> bytes | None:
    """Return the digest of the address; None if this installation has not made the token."""
    found = _TOKENS.read(token)
    return None if found is None or len(found) != _DIGEST else found
