"""The one kind of call to an address that a user gave: a POST.

The name is resolved once, all its addresses are checked, and the connection goes to one of those checked, while TLS
and `Host` keep the name; so changing the name's addresses between the check and the call gains nothing. No redirects,
no proxies from the environment, no cookies, no reused connections. Time and bytes are bounded over the whole call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from common.outbound.answer import Answer

SECONDS: Final = 10.0
"""For the whole call: look-up, connection, TLS, request and answer."""


def post(
    address: str, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS, http2: bool = False
) -> Answer:
    """Send `body` to `address` and return the answer, whatever its status. Raises `CallFailed`.

    `http2`: speak nothing but HTTP/2, over TLS.
    """
    # Imported here, because the HTTP client takes 28 MB that a web process does not need: it makes no calls.
    from common.outbound.transport import exchange  # noqa: PLC0415

    return exchange(address, body, headers, min(seconds, SECONDS), http2=http2)
