"""The rate classes: what requests are counted together, and which class a request belongs to.

A view names its class in `rate_class`: one for all methods, or one for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

ClassName = Literal["play", "read", "write", "account", "sign_up", "stream", "public"]
RateClass = ClassName | Mapping[str, ClassName]

PLAY: Final = "play"
READ: Final = "read"
WRITE: Final = "write"
ACCOUNT: Final = "account"
SIGN_UP: Final = "sign_up"
STREAM: Final = "stream"
PUBLIC: Final = "public"

CLASSES: Final[Mapping[ClassName, str]] = {
    PLAY: "Commands in a match. Nothing else counts here, so polling never costs a move.",
    READ: "Looking at games, players and your inbox.",
    WRITE: "Tables, seats, bots, branches, nudges and invitations; records, and whether options can be played.",
    ACCOUNT: "Your account: profile, preferences, tokens, devices, webhooks, vacation, export.",
    SIGN_UP: "Becoming a guest and signing in; tokens that are none count here too. By network.",
    STREAM: "Opening a stream.",
    PUBLIC: "What is the same for everybody: rules, keys, anchors, the description; pages of links. By network.",
}
"""Every class with one sentence on it."""

BY_METHOD: Final[Mapping[str, ClassName]] = {
    "GET": READ,
    "POST": WRITE,
    "PUT": WRITE,
    "PATCH": WRITE,
    "DELETE": WRITE,
}
"""Of a view about games that says nothing else."""

_LIKE_GET: Final = frozenset({"HEAD", "OPTIONS"})


def class_of(view: Any, method: str) -> ClassName:
    """Return the class of `method` at `view` (a class, an instance or a function with `rate_class`).

    A method that has none is one the view does not answer to: it is counted as looking.
    Raises `AttributeError` for a view that names none.
    """
    named: RateClass = view.rate_class
    if isinstance(named, str):
        return named
    return named.get("GET" if method in _LIKE_GET else method, READ)
