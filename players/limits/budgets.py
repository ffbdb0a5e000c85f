"""Whose budget a request is taken from: its player's, its network's, or an operator's account."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings

from common.rate_limits.policy import Budget, keyed, network_key, use
from players.limits.classes import PUBLIC, SIGN_UP

_BY_NETWORK: Final = frozenset({SIGN_UP, PUBLIC})

PASSWORDS: Final = Budget(10, 300)
"""How often anybody may try to sign in as an operator."""


def spend(request: Any, name: str) -> None:
    """Count `request` as one of class `name`: for its player, else for its network. Notes it in `request.used`.

    Raises `RateLimited`. Does nothing where the class has no budget, or where the counts cannot be had.
    """
    budget = _budget(name)
    if budget is None:
        return
    by_network = name in _BY_NETWORK or getattr(request, "auth", None) is None
    _spend(request, name, budget, network_key(request.META) if by_network else f"p{request.user.id.hex}")


def spend_on_guessing(request: Any) -> None:
    """Count an invalid token for the network it came from: as much as for signing in, but apart from it.

    Raises `RateLimited`. Players with a valid token are not affected by their neighbours' mistakes.
    """
    budget = _budget(SIGN_UP)
    if budget is not None:
        _spend(request, SIGN_UP, budget, "guess:" + network_key(request.META))


def spend_on_password(request: Any, account: str) -> None:
    """Count an attempt to sign in as an operator, for its network and for the account that it names.

    Raises `RateLimited`: guessing from many networks is as slow as from one.
    """
    for whose in (network_key(request.META), "a" + keyed(f"account:{account.casefold()}")):
        used = use("password", PASSWORDS, whose)
        if used is not None:
            used.require()


def _budget(name: str) -> Budget | None:
    limit: tuple[int, int] | None = settings.RATE_LIMITS.get(name)
    return None if limit is None else Budget(*limit)


def _spend(request: Any, name: str, budget: Budget, whose: str) -> None:
    used = use(name, budget, whose)
    if used is not None:
        request.used = used
        used.require()
