"""How often codes may be asked for an address: counted for the network that asks, and, more widely, for the address.

The first keeps a stranger from using up what the owner of the address may ask for; the second bounds the mails that
strangers in several networks can have sent there. allauth counts both (`ACCOUNT_RATE_LIMITS`), the second by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.core import ratelimit

from common.http.client_address import network_of

if TYPE_CHECKING:
    from django.http import HttpRequest

BY_NETWORK: Final = "code_by_network"


def take(request: HttpRequest, address: str) -> bool:
    """Count a request for a code to this address; False if there were too many from this network."""
    key = f"{network_of(request.META)} {address.strip().lower()}"
    taken: bool = ratelimit.consume(request, action=BY_NETWORK, key=key)
    return taken
