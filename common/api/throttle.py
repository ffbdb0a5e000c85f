"""Rate limits: a DRF throttle for view classes, and a decorator for functions."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from rest_framework.throttling import BaseThrottle

from common.api.problem import refused
from common.http.errors import RateLimited
from common.rate_limits.budgets import spend
from common.rate_limits.classes import class_of
from common.rate_limits.headers import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase
    from rest_framework.request import Request
    from rest_framework.views import APIView

    View = Callable[..., HttpResponseBase]


class RateClassThrottle(BaseThrottle):
    """Counts each request in the view's `rate_class`, and puts the rest of the budget into `request.used`."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Return True; raises `RateLimited`, which says when to retry."""
        spend(request, class_of(view, request.method or ""))
        return True


def rated(name: str) -> Callable[[View], View]:
    """Count requests to a view function in class `name`; refuse those beyond the budget."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            answer: HttpResponseBase
            try:
                spend(request, name)
                answer = view(request, *args, **kwargs)
            except RateLimited as error:
                answer = refused(error)
            tell(answer.headers, getattr(request, "used", None))
            return answer

        counted.rate_class = name  # type: ignore[attr-defined]  # functions take attributes
        return counted

    return decorate
