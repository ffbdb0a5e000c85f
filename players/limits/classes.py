"""The rate classes of this service. docs/limits.md publishes their budgets."""

from collections.abc import Mapping
from typing import Final, Literal

ClassName = Literal["play", "read", "write", "account", "sign_up", "stream", "public"]

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
"""The classes of a view about games that names none."""
