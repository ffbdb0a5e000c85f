"""Who sends a request: `Authorization: Bearer ufd_...` or `ufp_...`.

One statement per request. An unknown, an expired and a revoked token are answered alike,
down to the byte; who comes with one of a guest that was merged is told to sign in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from common.http.bearer import bearer_token
from players import secret_tokens, selectors, services
from players.limits import spend_on_guessing

if TYPE_CHECKING:
    from rest_framework.request import Request


class InvalidToken(AuthenticationFailed):
    """The header is there, but what it carries is not a valid token."""

    default_detail = "The token is unknown, expired or revoked."
    default_code = "invalid_token"


class GuestMerged(AuthenticationFailed):
    """The token was good, and what it stood for is part of an account now."""

    default_detail = "The guest whose token this was has been merged into an account: sign in to it."
    default_code = "guest_merged"


class TokenAuthentication(BaseAuthentication):
    """Sets `request.user` to a `Caller` and `request.auth` to a `Grant`.

    Without the header the request is anonymous; with a bad one it is refused, on public
    routes too, so that nobody wonders why he sees a stranger's view.
    """

    def authenticate(self, request: Request) -> tuple[selectors.Caller, selectors.Grant] | None:
        """Return who sends `request`, None for nobody; raises `InvalidToken`, too often `RateLimited`."""
        secret = bearer_token(request.META)
        if secret is None:
            return None
        bearer = None
        if secret_tokens.looks_like_secret(secret):
            bearer = self.find(request, secret_tokens.digest(secret))
        if bearer is None:
            spend_on_guessing(request)
            if selectors.is_of_merged_guest(secret_tokens.digest(secret)):
                raise GuestMerged
            raise InvalidToken
        if not bearer.used_today:
            services.note_use(token_id=bearer.grant.token_id)
        return bearer.caller, bearer.grant

    def find(self, _request: Request, sha256: bytes) -> selectors.Bearer | None:
        """Return who holds the token of this digest."""
        return selectors.find_bearer(sha256)

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401 (RFC 6750, section 3)."""
        if "HTTP_AUTHORIZATION" in request.META:
            return 'Bearer realm="flipside", error="invalid_token"'
        return 'Bearer realm="flipside"'


def caller_of(request: Request) -> selectors.Caller:
    """Return the player who sends `request`; raises DRF's `NotAuthenticated` for a stranger."""
    caller: object = request.user
    if not isinstance(caller, selectors.Caller):
        raise NotAuthenticated
    return caller


def grant_of(request: Request) -> selectors.Grant:
    """Return what the token of `request` allows; raises DRF's `NotAuthenticated` without one."""
    grant: object = request.auth
    if not isinstance(grant, selectors.Grant):
        raise NotAuthenticated
    return grant
