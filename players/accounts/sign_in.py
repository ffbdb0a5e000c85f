"""Signing in begins a dialogue of its own, even if the caller is signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.headless.account.views import RequestLoginCodeView
from allauth.headless.internal import authkit
from allauth.headless.internal.sessionkit import new_session

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase


class SignInView(RequestLoginCodeView):  # type: ignore[misc]  # allauth ships no types
    """Asks for a code in a session of its own: in that of somebody signed in, allauth takes no code from anybody."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Leave a dialogue that has ended in a sign-in."""
        if request.user.is_authenticated:
            request.session = new_session()
            authkit.purge_request_user_cache(request)
        found: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return found
