"""Replaces errors of Django and of libraries by our own: problems, and pages for operators.

Our own answers are problems, or pages with a Content-Security-Policy. An error that is neither may have the
wrong form for its reader, JSON or a page; with DEBUG it would even show our settings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

from common.api.problem import problem_response
from common.http import errors as http_errors
from common.http import media_types
from config.middleware.admin import PREFIX
from games.errors import StoreBusy
from games.pages.render import message_page
from games.pages.texts import PAGES
from games.pages.views import HEADERS

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST: Final = 400
"""The lowest status of an error."""
_OURS: Final = 500
"""The lowest status of an error of the service."""
_KEPT: Final = ("Allow", "Connection", "Retry-After", "WWW-Authenticate")
"""Headers of an error that are kept."""
_PROBLEMS: Final[Mapping[int, type[Exception]]] = {
    403: http_errors.PermissionRefused,
    404: http_errors.RouteNotFound,
    405: http_errors.MethodNotAllowed,
    413: http_errors.BodyTooLarge,
    500: http_errors.InternalError,
    503: StoreBusy,
}
_PAGES: Final[Mapping[int, tuple[str, str]]] = {
    400: ("That could not be read", "What your browser sent is not what this page asks for. Nothing has changed."),
    403: (
        "That is not allowed",
        "You may not do this, or the form is too old or came from elsewhere: open the page again. Nothing has changed.",
    ),
    404: ("There is nothing here", "Go back to the beginning of the admin."),
    405: ("This page cannot do that", "Go back to the beginning of the admin. Nothing has changed."),
    429: ("Too many attempts", "Nothing was tried. Wait a while, then try again."),
    500: (
        "Something broke on our side",
        "The log says what. Whether anything has changed, the page you came from tells.",
    ),
    503: ("One moment, please", "The service cannot do that just now. Try again in a moment."),
}


def told(answer: HttpResponse, path: str) -> HttpResponse:
    """Return an error in our form; `answer` itself if it already has it."""
    if "Content-Security-Policy" in answer.headers:  # a page of ours
        return answer
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if path.startswith(PREFIX):
        return _instead(answer, _page(answer.status_code))
    if kind in {media_types.PROBLEM, media_types.JSON}:
        return answer
    least = http_errors.MalformedRequest if answer.status_code < _OURS else http_errors.InternalError
    return _instead(answer, problem_response(_PROBLEMS.get(answer.status_code, least)()))


def _instead(answer: HttpResponse, found: HttpResponse) -> HttpResponse:
    for name in _KEPT:
        if name in answer.headers:
            found.headers[name] = answer.headers[name]
    found.cookies = answer.cookies
    found._has_been_logged = getattr(answer, "_has_been_logged", False)  # type: ignore[attr-defined]  # noqa: SLF001  Django's own mark
    return found


def _page(status: int) -> HttpResponse:
    title, text = _PAGES.get(status, _PAGES[FIRST])
    page = message_page(PAGES["en"], title, text)
    return HttpResponse(page, status=status, content_type="text/html; charset=utf-8", headers=dict(HEADERS))
