"""Signed tokens that carry bytes: links in messages, cursors of lists and streams.

A token is base64url of a body and its HMAC-SHA256, cut to 16 bytes. A context may be signed along with the body, such
as the list and the viewer of a cursor: then the token is not valid elsewhere.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from common import base64url

if TYPE_CHECKING:
    from collections.abc import Callable

MAC_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class TokenFormat:
    """One kind of token. `longest`: characters; `mac_first`: the HMAC stands before the body, not after it."""

    key: Callable[[], bytes]
    longest: int
    prefix: str = ""
    mac_first: bool = False

    def sign(self, body: bytes, context: bytes = b"") -> str:
        """Return the token of `body`."""
        mac = self._mac(body, context)
        return self.prefix + base64url.write(mac + body if self.mac_first else body + mac)

    def read(self, token: str, context: bytes = b"") -> bytes | None:
        """Return the body of `token`; None unless this installation made it for `context`."""
        if len(token) > self.longest or not token.startswith(self.prefix):
            return None
        text = token[len(self.prefix) :]
        try:
            raw = base64url.read(text)
        except ValueError:
            return None
        if self.mac_first:
            mac, body = raw[:MAC_BYTES], raw[MAC_BYTES:]
        else:
            body, mac = raw[:-MAC_BYTES], raw[-MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(body, context)):
            return None
        # The same bytes have several spellings; only the canonical one is accepted, because ids are made from tokens.
        return body if base64url.write(raw) == text else None

    def _mac(self, body: bytes, context: bytes) -> bytes:
        return hmac.digest(self.key(), context + body, "sha256")[:MAC_BYTES]
