"""Budgets of the rate classes from the settings: per player, or per network for strangers."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from common.rate_limits.policy import Budget, network_key, use


def spend(request: Any, name: str, *, apart: str = "") -> None:
    """Count `request` in class `name`: for its player, else for its network. Sets `request.used`.

    Raises `RateLimited`. Does nothing where the class has no budget, or while the cache server is away. `apart`:
    names a separate counter of the network.
    """
    limit: tuple[int, int] | None = settings.RATE_LIMITS.get(name)
    if limit is None:
        return
    by_network = apart or name in settings.RATE_CLASSES_BY_NETWORK or getattr(request, "auth", None) is None
    whose = apart + network_key(request.META) if by_network else f"p{request.user.id.hex}"
    used = use(name, Budget(*limit), whose)
    if used is not None:
        request.used = used
        used.require()
