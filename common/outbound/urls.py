"""The syntax of receivers' addresses, checked by their text alone.

Only one spelling of each is accepted: parsers that disagree about an address are how calls reach internal hosts. What
a name resolves to is checked when it is called (`addresses`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final

from common.sentences import Sentence

MAX_LENGTH: Final = 2048
PORTS: Final = frozenset({443, 8443})
"""Ports of public receivers; no mail, database or shell server answers there."""

_URL: Final = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)"
    r"(?::(?P<port>[1-9][0-9]{0,4}))?"
    # RFC 3986, section 3.3 and 3.4: no backslash, quote, blank or second authority.
    r"(?P<target>/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?)?",
)
_NAME: Final = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*(?:[a-z][a-z0-9-]{0,61}[a-z0-9]|[a-z])")
"""Labels of letters, digits and hyphens; the last one starts with a letter, so it is no spelling of a number."""
_MAX_NAME: Final = 253
_MAX_PORT: Final = 65535


class BadUrl(Exception):
    """This is not a valid address of a receiver; `reason` is a clause that quotes nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Url:
    """An address in parts: `host` is a name or an IP address without brackets, `target` path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Return host and port as in the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _default_port(self.scheme) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Return scheme and authority, as in RFC 6454."""
        return f"{self.scheme}://{self.authority}"

    @property
    def literal(self) -> IPv4Address | IPv6Address | None:
        """Return the host as an IP address, None if it is a name."""
        return _literal(self.host)


def parse(text: str) -> Url:
    """Parse an address. Raises `BadUrl` for any but the plainest spelling."""
    if len(text) > MAX_LENGTH:
        raise BadUrl(Sentence("it is longer than {most} characters", most=MAX_LENGTH))
    found = _URL.fullmatch(text)
    if found is None:
        raise BadUrl("write it as https://host/path in plain ASCII and lower-case, without user, password or fragment")
    scheme, host = found["scheme"], found["host"]
    port = int(found["port"] or _default_port(scheme))
    if port > _MAX_PORT:
        raise BadUrl("there is no such port")
    if host.startswith("["):
        host = host[1:-1]
        if not isinstance(_literal(host), IPv6Address):
            raise BadUrl("its IPv6 address is none")
    elif _literal(host) is None and (len(host) > _MAX_NAME or not _NAME.fullmatch(host)):
        raise BadUrl("its host is no name of the domain name system")
    return Url(scheme, host, port, found["target"] or "/")


def require_public(url: Url) -> None:
    """Refuse addresses that no public receiver needs. Raises `BadUrl`."""
    if url.scheme != "https":
        raise BadUrl("only https is called")
    if url.port not in PORTS:
        raise BadUrl(Sentence("only these ports are called: {ports}", ports=sorted(PORTS)))
    if url.literal is None and "." not in url.host:
        raise BadUrl("its host has no domain")


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    for kind in (IPv4Address, IPv6Address):
        try:
            return kind(host)
        except AddressValueError:
            continue
    return None


def _default_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80
