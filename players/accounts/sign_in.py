"""Signing in starts a dialogue of its own, even if the caller is signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.headless.account.views import RequestLoginCodeView
from allauth.headless.internal import authkit
from allauth.headless.internal.sessionkit import new_session

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase


class SignInView(RequestLoginCodeView):  # type: ignore[misc]  # allauth ships no types
    """Requests a code in a new session: allauth accepts no code in the session of a player who is signed in."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Drop a dialogue that has ended in a sign-in."""
        if request.user.is_authenticated:
            request.session = new_session()
            authkit.purge_request_user_cache(request)
        found: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return found
