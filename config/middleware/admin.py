"""Access to /admin/, with Django's session, CSRF, user and message middleware for its requests.

A request of the API passes through at the price of one comparison.
"""

from collections.abc import Awaitable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.deprecation import MiddlewareMixin

from common.api.problem import problem_response
from common.http import errors as http_errors
from common.http.client_address import is_within
from common.http.errors import RateLimited
from config.password_hasher import HasherBusy
from players.limits import spend_on_password

PREFIX = "/admin/"
LOGIN: Final = f"{PREFIX}login/"
AS_ELSEWHERE: Final = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
"""The API's headers for a path without a route; without them the answer would become a page of the admin."""
PASSWORDS: Final = "django.contrib.auth.backends.ModelBackend"
"""The backend for operators, who sign in with a password. It accepts neither codes by mail nor device tokens."""


class OnlyAdmin(MiddlewareMixin):
    """Does nothing unless the path lies under the admin."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """Answer; run the actual middleware for the admin only."""
        if request.path_info.startswith(PREFIX):
            return super().__call__(request)
        return self.get_response(request)


class AdminGate(OnlyAdmin):
    """Allows `ADMIN_NETWORKS` only and answers 404 to others. Counts sign-in attempts before hashing a password."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Refuse other networks, and too many passwords."""
        if not is_within(request.META, settings.ADMIN_NETWORKS):
            return problem_response(http_errors.RouteNotFound(), headers=AS_ELSEWHERE)
        if request.method == "POST" and request.path_info == LOGIN:
            try:
                spend_on_password(request, request.POST.get("username", ""))
            except RateLimited as refusal:
                return _come_back(429, refusal.fields["retry_after"])
        return None

    def process_exception(self, _request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer that the client should retry while another password is being checked."""
        return _come_back(503, 1) if isinstance(error, HasherBusy) else None


def _come_back(status: int, seconds: object) -> HttpResponse:
    return HttpResponse(
        "Try again later.", status=status, content_type="text/plain", headers={"Retry-After": str(seconds)}
    )


class AdminSession(OnlyAdmin, SessionMiddleware):
    """Sessions of operators."""

    def process_request(self, request: HttpRequest) -> None:
        """Read the cookie, unless it cannot name a session: PostgreSQL stores no NUL."""
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        if key and not (key.isalnum() and key.isascii()):
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        super().process_request(request)


class AdminCsrf(OnlyAdmin, CsrfViewMiddleware):
    """Cross-site protection of the admin's forms; tokens need none, because no browser sends them by itself."""

    def process_view(self, request: HttpRequest, callback: Any, args: Any, kwargs: Any) -> HttpResponseForbidden | None:
        """Check the form's token; Django calls this for every path, whatever `__call__` did."""
        if request.path_info.startswith(PREFIX):
            return super().process_view(request, callback, args, kwargs)
        return None


class AdminAuthentication(OnlyAdmin, AuthenticationMiddleware):
    """The operator as `request.user`.

    The consent page keeps its sessions in the same table: its cookies do not sign in here.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Load the operator, if the session began in the admin."""
        if request.session.get(BACKEND_SESSION_KEY, PASSWORDS) != PASSWORDS:
            request.user = AnonymousUser()
            return
        super().process_request(request)


class AdminMessages(OnlyAdmin, MessageMiddleware):
    """The admin's notices."""
