"""Shared by all linked pages: methods, limits by network, and a page for people after every failure.

People come here from their mail. If something is away or broken the page asks them to come back, and operators get
the log.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpResponse
from django.http.multipartparser import MultiPartParserError

from common.http.errors import RateLimited
from common.rate_limits.budgets import spend
from common.rate_limits.headers import tell
from common.translations import language_of
from games import transient
from games.pages import render
from games.pages.views import HEADERS
from players.limits import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    Page = Callable[..., HttpResponse]

METHODS: Final = ("GET", "HEAD", "POST")
UNREADABLE: Final = (SuspiciousOperation, BadRequest, MultiPartParserError)
"""The exceptions of Django for an invalid form."""
COME_BACK: Final = "30"
"""Seconds after which to retry a failed request."""


def limited(page: Page) -> Page:
    """Count the requests to a page in the class `public`. Refuse those over the limit, and handle failures.

    Methods other than `METHODS` and unreadable requests are refused with a page.
    """

    @wraps(page)
    def counted(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        try:
            spend(request, PUBLIC)
            if request.method in METHODS:
                answer = page(request, *given, **named)
            else:
                answer = _closed(request, "method", 405, {"Allow": ", ".join(METHODS)})
        except RateLimited as refusal:
            answer = _closed(request, "often", 429, {"Retry-After": str(refusal.fields["retry_after"])})
        except UNREADABLE:
            answer = _closed(request, "unreadable", 400, {})
        except Exception as error:  # noqa: BLE001  the log has it
            transient.note(error)
            answer = _closed(request, "busy", 503, {"Retry-After": COME_BACK})
        tell(answer.headers, getattr(request, "used", None))
        return answer

    counted.rate_class = PUBLIC  # type: ignore[attr-defined]  # functions take attributes
    return counted


def _closed(request: HttpRequest, reason: str, status: int, headers: dict[str, str]) -> HttpResponse:
    language = language_of(None, request.headers.get("Accept-Language"))
    said = render.closed(reason, language)
    answer = HttpResponse(said, status=status, content_type="text/html; charset=utf-8", headers={**HEADERS, **headers})
    # Django would log the address, which is a working link.
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  its way to say so
    return answer
