"""The client's address, with or without proxies: the one place that reads `X-Forwarded-For`.

`NUM_PROXIES` is the number of our proxies in front of the service. Each appends its caller's address to the
header, so the entry that many places from the end was written by the outermost of them. Entries before it were sent by
the client, who may write anything there. Without proxies the header is ignored.
"""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from ipaddress import IPv4Address, IPv4Network

_CUSTOMER_BITS: Final = 64
"""The prefix that one customer holds in IPv6: counts of single addresses would be useless."""

PROXIED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA")
"""Headers that a proxy adds."""

UNKNOWN: Final = "unknown"
"""The network of a client without an address: a local socket, or a proxy that writes none."""


def client_address(meta: Mapping[str, str]) -> IPv4Address | IPv6Address | None:
    """Return the client's address from the WSGI variables, None if there is none."""
    found = _read(_claimed(meta))
    return found if found is not None else _read(meta.get("REMOTE_ADDR", ""))


def is_within(meta: Mapping[str, str], networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Tell whether the client's address is in one of `networks`.

    A request through a proxy has the proxy's address, so the answer is False unless `NUM_PROXIES` counts the
    proxy and the header names the client.
    """
    passed_on = any(name in meta for name in PROXIED)
    address = _read(_claimed(meta)) if passed_on else _read(meta.get("REMOTE_ADDR", ""))
    return address is not None and any(address in network for network in networks)


def network_of(meta: Mapping[str, str]) -> str:
    """Return the network of the client, for limits: their IPv4 address or IPv6 /64, else `UNKNOWN`."""
    address = client_address(meta)
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _CUSTOMER_BITS), strict=False))
    return str(address)


def _claimed(meta: Mapping[str, str]) -> str:
    """Return the outermost proxy's entry; with fewer entries the first, for no client can shorten the list."""
    proxies: int = settings.NUM_PROXIES
    forwarded = meta.get("HTTP_X_FORWARDED_FOR", "")
    if not proxies or not forwarded:
        return ""
    entries = forwarded.split(",")
    return entries[-min(proxies, len(entries))]


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in `text`, which may have a port, brackets or a zone; an IPv4-mapped one as IPv4."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
