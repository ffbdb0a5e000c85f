"""How often codes may be requested for an address: counted per network, and with a higher limit per address.

The first limit keeps a stranger from using up the owner's requests; the second bounds the mails that strangers in
several networks can send to an address. allauth counts both (`ACCOUNT_RATE_LIMITS`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.core import ratelimit

from common.http.client_address import network_of
from common.http.errors import RateLimited
from players.limits import SIGN_UP

if TYPE_CHECKING:
    from django.http import HttpRequest

BY_NETWORK: Final = "code_by_network"
BY_ADDRESS: Final = "code"
WINDOW: Final = 60
"""Seconds; allauth does not say how long to wait, and none of these limits waits for longer."""


def take(request: HttpRequest, address: str) -> None:
    """Count a code for this address, which is in lower case; raises `RateLimited` beyond a limit."""
    network = f"{network_of(request.META)} {address}"
    for action, key in ((BY_NETWORK, network), (BY_ADDRESS, address)):
        if not ratelimit.consume(request, action=action, key=key):
            raise RateLimited(rate_class=SIGN_UP, retry_after=WINDOW)
