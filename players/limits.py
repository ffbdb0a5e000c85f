"""The rate classes of this service, and budgets against guessing. docs/clients/api.md publishes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from common.rate_limits.budgets import spend
from common.rate_limits.policy import Budget, keyed, network_key, use

ClassName = Literal["play", "read", "write", "account", "sign_up", "stream", "public", "invitation"]

PLAY: Final = "play"
READ: Final = "read"
WRITE: Final = "write"
ACCOUNT: Final = "account"
SIGN_UP: Final = "sign_up"
STREAM: Final = "stream"
PUBLIC: Final = "public"
INVITATION: Final = "invitation"

CLASSES: Final[Mapping[ClassName, str]] = {
    PLAY: "Commands in a match. Nothing else counts here, so polling never costs a move.",
    READ: "Looking at games, players and your inbox.",
    WRITE: "Tables, seats, bots, branches, nudges and invitations; records, and whether options can be played.",
    ACCOUNT: "Your account: profile, preferences, tokens, devices, webhooks, vacation, export.",
    SIGN_UP: "Becoming a guest and signing in; tokens that are none count here too. By network.",
    STREAM: "Opening a stream.",
    PUBLIC: "What is the same for everybody: rules, keys, anchors, the description; pages of links. By network.",
    INVITATION: "Codes of invitations, so that nobody finds one by trying. By player, and again by network.",
}
"""Every class with one sentence on it."""

BY_METHOD: Final[Mapping[str, ClassName]] = {
    "GET": READ,
    "POST": WRITE,
    "PUT": WRITE,
    "PATCH": WRITE,
    "DELETE": WRITE,
}
"""The default classes of views about games."""

PASSWORDS: Final = Budget(10, 300)
"""Attempts to sign in as an operator, per network and per account."""


def spend_on_guessing(request: Any) -> None:
    """Count an invalid token for its network, with the limit for sign-ins but in a counter of its own.

    Raises `RateLimited`. Players with a valid token are not affected by other users of their network.
    """
    spend(request, SIGN_UP, apart="guess:")


def spend_on_code(request: Any) -> None:
    """Count the use of an invitation's code, for its network and for its player. Raises `RateLimited`.

    Right codes count too: otherwise somebody who has spent the budget could go on and see which code is not refused.
    With 120 in ten minutes one network finds one of ten thousand open invitations in ten years.
    """
    spend(request, INVITATION, apart="code:")
    if getattr(request, "auth", None) is not None:
        spend(request, INVITATION)


def spend_on_password(request: Any, account: str) -> None:
    """Count an attempt to sign in as an operator, for its network and for the account that it names.

    Raises `RateLimited`: guessing from many networks is as slow as from one.
    """
    for whose in (network_key(request.META), "a" + keyed(f"account:{account.casefold()}")):
        used = use("password", PASSWORDS, whose)
        if used is not None:
            used.require()
