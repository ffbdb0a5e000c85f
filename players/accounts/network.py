"""Which network a request comes from, for limits; never stored as such.

Proxies count only as far as `ALLAUTH_TRUSTED_PROXY_COUNT` says, so a client gains nothing
by sending `X-Forwarded-For`.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Final

from allauth.account.adapter import get_adapter

if TYPE_CHECKING:
    from django.http import HttpRequest

_CUSTOMER_BITS: Final = 64
"""What one customer holds of IPv6: counting single addresses would count nothing."""


def network_of(request: HttpRequest) -> str:
    """Return the IPv4 address or IPv6 /64 of the client."""
    client: str = get_adapter().get_client_ip(request)
    address = ipaddress.ip_address(client)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, _CUSTOMER_BITS), strict=False))
    return client
