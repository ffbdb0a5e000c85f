"""Django's session, CSRF, user and message middleware, for operators under /admin/ and for nobody else.

A request of the API passes through at the price of one comparison.
"""

from collections.abc import Awaitable
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseForbidden
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.deprecation import MiddlewareMixin

PREFIX = "/admin/"


class OnlyAdmin(MiddlewareMixin):
    """Steps aside unless the path lies under the admin."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """Answer, through the middleware proper for the admin only."""
        if request.path_info.startswith(PREFIX):
            return super().__call__(request)
        return self.get_response(request)


class AdminSession(OnlyAdmin, SessionMiddleware):
    """Sessions of operators."""


class AdminCsrf(OnlyAdmin, CsrfViewMiddleware):
    """Cross-site protection of the admin's forms; tokens need none, because no browser sends them by itself."""

    def process_view(self, request: HttpRequest, callback: Any, args: Any, kwargs: Any) -> HttpResponseForbidden | None:
        """Check the form's token; Django calls this for every path, whatever `__call__` did."""
        if request.path_info.startswith(PREFIX):
            return super().process_view(request, callback, args, kwargs)
        return None


class AdminAuthentication(OnlyAdmin, AuthenticationMiddleware):
    """The operator as `request.user`."""


class AdminMessages(OnlyAdmin, MessageMiddleware):
    """The admin's notices."""
