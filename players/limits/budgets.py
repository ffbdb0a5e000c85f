"""Whose budget a request is taken from, how much is left of it, and how an answer says so.

The headers are those of draft-ietf-httpapi-ratelimit-headers-11: structured fields, an item for each policy.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings

from players.addresses import network_of
from players.errors import RateLimited
from players.limits import server
from players.limits.classes import PUBLIC, SIGN_UP

if TYPE_CHECKING:
    from collections.abc import Mapping

    from players.limits.classes import ClassName

_BY_NETWORK: Final = frozenset({SIGN_UP, PUBLIC})
_MICRO: Final = 1_000_000


class Budget(NamedTuple):
    """So many requests in so many seconds. Unused ones add up to a full budget and no further."""

    requests: int
    seconds: int


class Use(NamedTuple):
    """One request of a class, and what is left afterwards.

    `seconds`: until the budget is whole again if anything is left, else until the next request is taken.
    """

    name: ClassName
    budget: Budget
    left: int
    seconds: int


def spend(request: Any, name: ClassName) -> None:
    """Count `request` as one of class `name`: for its player, else for its network. Notes it in `request.used`.

    Raises `RateLimited`. Does nothing where the class has no budget, or where the counts cannot be had.
    """
    budget = _budget(name)
    if budget is None:
        return
    by_network = name in _BY_NETWORK or getattr(request, "auth", None) is None
    _spend(request, name, budget, _of_network(network_of(request.META)) if by_network else f"p{request.user.id.hex}")


def spend_on_guessing(request: Any) -> None:
    """Count a token that is none, for the network it came from: as much as for signing in, but apart from it.

    Raises `RateLimited`. Whoever has a good token does not notice: neighbours' mistakes are not his.
    """
    budget = _budget(SIGN_UP)
    if budget is not None:
        _spend(request, SIGN_UP, budget, "guess:" + _of_network(network_of(request.META)))


def _budget(name: ClassName) -> Budget | None:
    limit: tuple[int, int] | None = settings.RATE_LIMITS.get(name)
    return None if limit is None else Budget(*limit)


def _spend(request: Any, name: ClassName, budget: Budget, whose: str) -> None:
    answer = server.count(f"limits:{name}:{whose}", budget.requests, budget.seconds, name)
    if answer is None:
        return
    taken, left, micros = answer
    request.used = used = Use(name, budget, left, ceil(micros / _MICRO))
    if not taken:
        raise RateLimited(rate_class=name, retry_after=used.seconds, limit=budget.requests, window=budget.seconds)


def tell(headers: Any, used: Use | None) -> None:
    """Say in the headers of an answer what the request took, beside what its refusal says of other limits."""
    if used is None:
        return
    policy = policy_item(used.name, used.budget.requests, used.budget.seconds)
    limit = limit_item(used.name, used.left, used.seconds)
    if "RateLimit" in headers:
        policy, limit = f"{policy}, {headers['RateLimit-Policy']}", f"{limit}, {headers['RateLimit']}"
    headers["RateLimit-Policy"], headers["RateLimit"] = policy, limit


def told_of(error: Exception) -> Mapping[str, str]:
    """Return the headers of a refusal by a limit of its own (`policy`), such as guests an hour."""
    policy: str | None = getattr(error, "policy", None)
    if policy is None:
        return {}
    fields: Mapping[str, Any] = error.fields  # type: ignore[attr-defined]  # errors with a policy have them
    return {
        "RateLimit-Policy": policy_item(policy, fields["limit"], fields["window"]),
        "RateLimit": limit_item(policy, 0, fields["retry_after"]),
    }


def policy_item(name: str, quota: int, window: int) -> str:
    """Return a quota policy item, section 3.1 of the draft."""
    return f'"{name}";q={quota};w={window}'


def limit_item(name: str, left: int, seconds: int) -> str:
    """Return a service limit item, section 4.1 of the draft."""
    return f'"{name}";r={left};t={seconds}'


@lru_cache(maxsize=4096)
def _of_network(network: str) -> str:
    """Addresses are kept nowhere as they are."""
    return "n" + hmac.digest(settings.SECRET_KEY.encode(), b"limits:" + network.encode(), "sha256")[:16].hex()
