"""Authentication by `Authorization: Bearer ufd_...` or `ufp_...`.

One statement per request. An unknown, an expired and a revoked token are answered alike,
down to the byte; the holder of a token of a merged guest is told to sign in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated

from common.http.bearer import bearer_token
from players import secret_tokens, selectors, services
from players.limits import spend_on_guessing

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class InvalidToken(AuthenticationFailed):
    """The header is there, but what it carries is not a valid token."""

    default_detail = "The token is unknown, expired or revoked."
    code = default_code = "invalid_token"


class GuestMerged(AuthenticationFailed):
    """The token belonged to a guest who is part of an account now."""

    default_detail = "The guest of this token was merged into an account: sign in to that account."
    code = default_code = "guest_merged"


class TokenAuthentication(BaseAuthentication):
    """Sets `request.user` to a `Caller` and `request.auth` to a `Grant`.

    Without the header the request is anonymous. With a bad one it is refused, on public
    routes too: otherwise a client would take a stranger's view for its own.
    """

    def authenticate(self, request: Request) -> tuple[selectors.Caller, selectors.Grant] | None:
        """Return the player and the grant, None for a stranger; raises `InvalidToken`, `GuestMerged`, `RateLimited`."""
        secret = bearer_token(request.META)
        if secret is None:
            return None
        bearer = None
        if secret_tokens.looks_like_secret(secret):
            bearer = self.find_bearer(request, secret_tokens.digest(secret))
        if bearer is None:
            spend_on_guessing(request)
            if selectors.is_of_merged_guest(secret_tokens.digest(secret)):
                raise GuestMerged
            raise InvalidToken
        if not bearer.used_today:
            services.note_use(token_id=bearer.grant.token_id)
        return bearer.caller, bearer.grant

    def find_bearer(self, _request: Request, sha256: bytes) -> selectors.Bearer | None:
        """Return the holder of the token with this digest."""
        return selectors.find_bearer(sha256)

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401 (RFC 6750, section 3)."""
        if "HTTP_AUTHORIZATION" in request.META:
            return 'Bearer realm="flipside", error="invalid_token"'
        return 'Bearer realm="flipside"'


def caller_id(request: Request) -> UUID | None:
    """Return the player who sends `request`, None for a stranger."""
    user: object = request.user
    return user.id if isinstance(user, selectors.Caller) else None


def player_id(request: Request) -> UUID:
    """Return the player who sends `request`; raises DRF's `NotAuthenticated` for a stranger."""
    found = caller_id(request)
    if found is None:
        raise NotAuthenticated
    return found


def token_id(request: Request) -> UUID | None:
    """Return the id of the token of `request`, None without one."""
    return request.auth.token_id if isinstance(request.auth, selectors.Grant) else None


def grant_of(request: Request) -> selectors.Grant:
    """Return what the token of `request` allows; raises DRF's `NotAuthenticated` without one."""
    grant: object = request.auth
    if not isinstance(grant, selectors.Grant):
        raise NotAuthenticated
    return grant
