"""How often codes may be requested for an address: counted per network, and with a higher limit per address.

The first limit keeps a stranger from using up the owner's requests; the second bounds the mails that strangers in
several networks can send to an address. allauth counts both (`ACCOUNT_RATE_LIMITS`), the second by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.core import ratelimit

from common.http.client_address import network_of

if TYPE_CHECKING:
    from django.http import HttpRequest

BY_NETWORK: Final = "code_by_network"


def take(request: HttpRequest, address: str) -> bool:
    """Count a request for a code to this address; return False if this network made too many."""
    key = f"{network_of(request.META)} {address.strip().lower()}"
    taken: bool = ratelimit.consume(request, action=BY_NETWORK, key=key)
    return taken
