"""Allowed destinations of a connection: public unicast addresses, and the networks an operator allowed.

Denies by default: IPv6 outside 2000::/3 and every address that contains another one (IPv4-mapped, NAT64, 6to4,
Teredo, ISATAP) is refused.
"""

from __future__ import annotations

import socket
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from common.outbound import urls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.outbound.urls import Url

    Address = IPv4Address | IPv6Address

GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
# IANA special-purpose registries; `is_global` differs for some of them between Python versions.
NOT_PUBLIC: Final = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
            "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
            "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
        ),
    )
)  # fmt: skip
# Interface identifiers of ISATAP (RFC 5214, section 6.1), which carry an IPv4 address.
ISATAP: Final = frozenset({0x00005EFE, 0x02005EFE})

RESOLVERS: Final = 512
"""Concurrent look-ups, each of another name. One that hangs holds a place until it ends, for longer than its caller
waits: as many as calls to webhooks, so that names whose servers are silent take nothing from others."""


class NotReachable(Exception):
    """The address is not allowed. The reason is left out: it would map the internal network for a stranger."""


def is_public(address: Address) -> bool:
    """Tell whether the address is public."""
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address) and (address not in GLOBAL_UNICAST or _is_isatap(address)):
        return False
    return not any(address in network for network in NOT_PUBLIC)


def _is_isatap(address: IPv6Address) -> bool:
    return (int(address) >> 32) & 0xFFFF_FFFF in ISATAP


def is_allowed(address: Address) -> bool:
    """Tell whether the setting `OUTBOUND_ALLOW` opens this address, for any port and for http too."""
    allowed: Sequence[IPv4Network | IPv6Network] = settings.OUTBOUND_ALLOW
    return any(address in network for network in allowed)


def resolve(url: Url, seconds: float) -> list[Address]:
    """Resolve the host once and return its addresses in the order to try them.

    Raises `NotReachable` if there is none or one of them may not be called, if the host is ours, and after `seconds`.
    """
    literal = url.literal
    found = [literal] if literal is not None else _look_up(url.host, seconds)
    if not found:
        raise NotReachable
    if all(map(is_allowed, found)):
        return found
    if is_own(url.host) or not all(map(is_public, found)):
        raise NotReachable
    return found


def require_acceptable(url: Url) -> None:
    """Refuse a new address as far as possible without resolving its name. Raises `BadUrl`.

    Where operators opened networks, the name may resolve into one: then only the call itself can tell.
    """
    literal = url.literal
    if settings.OUTBOUND_ALLOW and (literal is None or is_allowed(literal)):
        return
    urls.require_public(url)
    if is_own(url.host) or (literal is not None and not is_public(literal)):
        raise urls.BadUrl("it is not on the public internet")


def is_own(host: str) -> bool:
    """Tell whether this is a name of the service itself."""
    own: Sequence[str] = settings.ALLOWED_HOSTS
    return any(host == name.lstrip(".") or (name.startswith(".") and host.endswith(name)) for name in own)


def _look_up(name: str, seconds: float) -> list[Address]:
    # The dot keeps the machine's search domains out of it.
    absolute = f"{name}." if "." in name else name
    try:
        answers = _look_ups.get(absolute).result(seconds)
    except (OSError, UnicodeError, Late):
        raise NotReachable from None
    found = (ip_address(str(place[0])) for *_, place in answers)
    return list(dict.fromkeys(found))


class _LookUps:
    """The look-ups under way. A caller joins the one of its name, if there is one."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.under_way: dict[str, Future[Any]] = {}

    def get(self, name: str) -> Future[Any]:
        with self.lock:
            found = self.under_way.get(name)
            if found is not None:
                return found
            begun = self.under_way[name] = _resolvers().submit(socket.getaddrinfo, name, None, type=socket.SOCK_STREAM)
        begun.add_done_callback(lambda _: self.under_way.pop(name))
        return begun


_look_ups: Final = _LookUps()


@cache
def _resolvers() -> ThreadPoolExecutor:
    """Return the threads that wait for the system's resolver, which knows no time limit of ours."""
    return ThreadPoolExecutor(RESOLVERS, thread_name_prefix="resolve")
