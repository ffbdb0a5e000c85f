"""Redirect URIs: which ones an author may register and a request may name.

Pure text. A URI is compared character by character; only the port of a loopback address is free (RFC 8252, 7.3),
because a program on a player's machine takes the port it gets.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from common.sentences import Sentence

MAX_LENGTH: Final = 512

_PRINTABLE: Final = re.compile(r"[!#-;=?-\[\]_a-z~]+")
"""Characters allowed in a URI (RFC 3986): no quotes, no spaces, and only ASCII."""
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+")
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})
_OWN_SCHEME: Final = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+")
"""A scheme that belongs to the owner of a domain, such as com.example.app (RFC 8252, 7.1)."""


def fault(uri: str, *, confidential: bool) -> str | None:
    """Return why an app may not register `uri`, None if it may. `confidential`: it runs on a server."""
    split = _split(uri)
    if len(uri) > MAX_LENGTH or split is None or not split.scheme:
        return Sentence("it must be an absolute address of at most {most} characters", most=MAX_LENGTH)
    if not _PRINTABLE.fullmatch(uri) or "#" in uri or "*" in uri or "@" in split.netloc:
        return "it must have no fragment, wildcard, user or odd character"
    if split.scheme in {"http", "https"}:
        return _fault_on_the_web(split)
    if confidential or not _OWN_SCHEME.fullmatch(split.scheme):
        return (
            "it must begin with https; apps without a secret may have a scheme of their own that begins with their "
            "domain, such as com.example.app"
        )
    return None


def matches(uri: str, registered: str) -> bool:
    """Tell whether `uri` matches the registered one."""
    if uri == registered:
        return True
    named, allowed = _split(uri), _split(registered)
    if named is None or allowed is None or not _is_loopback(allowed) or not _PRINTABLE.fullmatch(uri):
        return False
    return _is_loopback(named) and "@" not in named.netloc and _without_port(named) == _without_port(allowed)


def source(uri: str) -> str:
    """Return the source in a Content-Security-Policy for `uri`."""
    split = urlsplit(uri)
    # Policies know names and IPv4 addresses only.
    if split.scheme not in {"http", "https"} or ":" in (split.hostname or ""):
        return f"{split.scheme}:"
    return f"{split.scheme}://{split.netloc}"


def place(uri: str) -> str:
    """Return the target of `uri` as players are shown it: a host, or the scheme of an app."""
    split = urlsplit(uri)
    return split.netloc if split.scheme in {"http", "https"} else f"{split.scheme}:"


def _split(uri: str) -> SplitResult | None:
    try:
        split = urlsplit(uri)
        _ = split.port
    except ValueError:
        return None
    return split


def _fault_on_the_web(split: SplitResult) -> str | None:
    if not _HOST.fullmatch(split.hostname or "") and split.hostname not in _LOOPBACK:
        return "it names no host"
    if split.scheme == "http" and split.hostname not in _LOOPBACK:
        return "http is for 127.0.0.1 and [::1] alone, localhost not among them; others must begin with https"
    return None


def _is_loopback(split: SplitResult) -> bool:
    return split.scheme == "http" and split.hostname in _LOOPBACK


def _without_port(split: SplitResult) -> tuple[str | None, str, str, str]:
    return split.hostname, split.path, split.query, split.fragment
