"""Rate limits as REST framework's throttle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.throttling import BaseThrottle

from common.rate_limits.classes import class_of
from players.limits import spend

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


class RateClassThrottle(BaseThrottle):
    """Counts each request as one of the view's `rate_class`, and notes in `request.used` what is left."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Return True; raises `RateLimited`, which says when to come again."""
        spend(request, class_of(view, request.method or ""))
        return True
