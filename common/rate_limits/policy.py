"""Budgets of requests, and their use."""

from __future__ import annotations

import hmac
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings

from common.http.client_address import network_of
from common.http.errors import RateLimited
from common.rate_limits import counter

if TYPE_CHECKING:
    from collections.abc import Mapping

_MICRO: Final = 1_000_000


class Budget(NamedTuple):
    """A number of requests in a number of seconds. Unused requests add up to one full budget at most."""

    requests: int
    seconds: int


class Use(NamedTuple):
    """One request of a class, whether its budget allowed it, and what is left afterwards.

    `seconds`: until the budget is full again if anything is left, else until the next request is allowed.
    """

    name: str
    budget: Budget
    allowed: bool
    left: int
    seconds: int

    def require(self) -> None:
        """Raise `RateLimited` unless the budget allowed it."""
        if not self.allowed:
            limit, window = self.budget
            raise RateLimited(rate_class=self.name, retry_after=self.seconds, limit=limit, window=window)


def use(name: str, budget: Budget, whose: str) -> Use | None:
    """Count one request of class `name` for the key `whose`; None if the cache server is away."""
    answer = counter.count(f"limits:{name}:{whose}", budget.requests, budget.seconds, name)
    if answer is None:
        return None
    allowed, left, micros = answer
    return Use(name, budget, bool(allowed), left, ceil(micros / _MICRO))


def network_key(meta: Mapping[str, str]) -> str:
    """Return the key of the client's network; addresses are never stored in the clear."""
    return _network_key(network_of(meta))


@lru_cache(maxsize=4096)
def _network_key(network: str) -> str:
    return "n" + keyed(network)


def keyed(text: str) -> str:
    """Return a keyed digest of `text` that only this installation can make."""
    return hmac.digest(settings.SECRET_KEY.encode(), b"limits:" + text.encode(), "sha256")[:16].hex()
