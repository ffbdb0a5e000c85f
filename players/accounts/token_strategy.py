"""The tokens that a client shows to allauth and gets from it.

To the dialogue the client shows a session token, or a device token, with which guests
continue as themselves. It gets a device token, `meta.access_token`, for everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from allauth.headless.internal.sessionkit import session_store
from allauth.headless.tokens.strategies.sessions import SessionTokenStrategy
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from common.http.bearer import bearer_token
from players import secret_tokens, selectors, services
from players.models import Player

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase
    from django.http import HttpRequest

_TOKEN_ID = "players_token_id"  # noqa: S105 - a key of the session, not a secret
"""Session key of the device token that the session began or ended with."""

_DIALOGUE_SECONDS = 3600
_BACKEND = "players.accounts.backend.CodesOnly"
"""The backend for sign-in by code. The admin accepts no session of it, or a device token would open the admin."""


class DeviceTokenStrategy(SessionTokenStrategy):  # type: ignore[misc]  # allauth ships no types
    """Sessions for the dialogue, device tokens for the API."""

    def get_session_token(self, request: HttpRequest) -> str | None:
        """Return `X-Session-Token`, else the bearer token that starts a dialogue."""
        token: str | None = super().get_session_token(request)
        return token or bearer_token(request.META)

    def lookup_session(self, session_token: str) -> SessionBase | None:
        """Return the session of this token; a device token opens a new one.

        Personal tokens open none: a program that holds one must not be able to change
        the address with which the player signs in.
        """
        if not secret_tokens.looks_like_secret(session_token):
            # PostgreSQL does not store a NUL, so no session has one.
            return self._living_session(session_token) if session_token.isprintable() else None
        bearer = selectors.find_bearer(secret_tokens.digest(session_token))
        if bearer is None or bearer.grant.kind != secret_tokens.DEVICE:
            return None
        player = Player.objects.get(id=bearer.caller.id)
        session: SessionBase = session_store()
        session[SESSION_KEY] = str(player.pk)
        session[BACKEND_SESSION_KEY] = _BACKEND
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
        session[_TOKEN_ID] = str(bearer.grant.token_id)
        # Stored only if the dialogue writes data of its own into it.
        session.modified = False
        return session

    def create_access_token(self, request: HttpRequest) -> str:
        """Create the device token that a sign-in returns."""
        player = cast("Player", request.user)
        device = request.headers.get("user-agent", "")[:64]
        token, secret = services.issue_token(player_id=player.pk, kind=secret_tokens.DEVICE, name=device)
        request.session[_TOKEN_ID] = str(token.id)
        return secret

    def create_session_token(self, request: HttpRequest) -> str:
        """Return the session's key and limit its life to an hour, instead of a browser's weeks."""
        request.session.set_expiry(_DIALOGUE_SECONDS)
        token: str = super().create_session_token(request)
        return token

    def _living_session(self, session_token: str) -> SessionBase | None:
        """Return the session of this key, unless the device it belongs to was signed out."""
        session: SessionBase | None = super().lookup_session(session_token)
        if session is None or SESSION_KEY not in session:
            return session
        return session if selectors.token_lives(token_id=session.get(_TOKEN_ID)) else None
