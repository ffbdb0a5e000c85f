"""Limits of the pages that links lead to: by network, and who asks too often gets a page that says so."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse

from games.languages import language_of
from games.pages import bodies
from games.pages.views import HEADERS
from players.errors import RateLimited
from players.limits import PUBLIC, spend, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    Page = Callable[..., HttpResponse]


def limited(page: Page) -> Page:
    """Count the requests to a page as those of the class `public`, and refuse those that are too many."""

    @wraps(page)
    def counted(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        try:
            spend(request, PUBLIC)
            answer = page(request, *given, **named)
        except RateLimited as refusal:
            answer = _too_often(request, refusal)
        tell(answer.headers, getattr(request, "used", None))
        return answer

    counted.rate_class = PUBLIC  # type: ignore[attr-defined]  # functions take attributes
    return counted


def _too_often(request: HttpRequest, refusal: RateLimited) -> HttpResponse:
    language = language_of(None, request.headers.get("Accept-Language"))
    answer = HttpResponse(
        bodies.closed("often", language), status=429, content_type="text/html; charset=utf-8", headers=dict(HEADERS)
    )
    answer["Retry-After"] = str(refusal.fields["retry_after"])
    # Django would log the address, which is a link that works.
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  its way to say so
    return answer
