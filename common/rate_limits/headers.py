"""Rate limits in the headers of an answer (draft-ietf-httpapi-ratelimit-headers-11): an item for each policy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from common.rate_limits.policy import Use


def tell(headers: Any, used: Use | None) -> None:
    """Add the budget that the request used, beside the headers of a refusal by another limit."""
    if used is None:
        return
    policy = _policy_item(used.name, used.budget.requests, used.budget.seconds)
    limit = _limit_item(used.name, used.left, used.seconds)
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
        "RateLimit-Policy": _policy_item(policy, fields["limit"], fields["window"]),
        "RateLimit": _limit_item(policy, 0, fields["retry_after"]),
    }


def _policy_item(name: str, quota: int, window: int) -> str:
    """Section 3.1 of the draft."""
    return f'"{name}";q={quota};w={window}'


def _limit_item(name: str, left: int, seconds: int) -> str:
    """Section 4.1 of the draft."""
    return f'"{name}";r={left};t={seconds}'
