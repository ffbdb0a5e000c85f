"""Limits of views that are functions: by network, before they do anything."""

from __future__ import annotations

from functools import cache, wraps
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.utils.module_loading import import_string

from common.http.errors import RateLimited
from common.rate_limits.headers import tell
from players.limits.budgets import spend

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase

    Door = Callable[..., HttpResponseBase]


def rated(name: str) -> Callable[[Door], Door]:
    """Count the requests to a view as those of class `name`, and refuse those that are too many."""

    def behind(view: Door) -> Door:
        @wraps(view)
        def counted(request: HttpRequest, *given: Any, **named: Any) -> HttpResponseBase:
            try:
                spend(request, name)
                answer = view(request, *given, **named)
            except RateLimited as error:
                answer = refusal(error)
            tell(answer.headers, getattr(request, "used", None))
            return answer

        counted.rate_class = name  # type: ignore[attr-defined]  # functions take attributes
        return counted

    return behind


def refusal(error: RateLimited) -> HttpResponseBase:
    """Return the problem that every refusal of this service is answered with."""
    answer: HttpResponseBase = _handler()(error, {})
    return answer


@cache
def _handler() -> Callable[..., Any]:
    return cast("Callable[..., Any]", import_string(settings.REST_FRAMEWORK["EXCEPTION_HANDLER"]))
