"""oauthlib's questions about apps, codes and tokens: allauth's answers where they are strict enough, else ours.

allauth's validator keeps codes in the cache, where two exchanges at once both succeed, forgets a used refresh token,
so that its reuse is not detected, lets any app end any token, and demands a challenge of public apps only. One
validator serves one request, and remembers what it found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from allauth.core.internal.httpkit import extract_basic_auth
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from players.oauth import apps, authorizations, redirects

if TYPE_CHECKING:
    from oauthlib.common import Request

    from players.models import App, Authorization, Player

_GRANTS: Final = frozenset({"authorization_code", "refresh_token"})


class Validator(OAuthLibRequestValidator):  # type: ignore[misc]  # allauth ships no types
    """The answers for one request. `player`: the player who gives consent."""

    # ruff: noqa: ARG002, D102  the names and arguments are oauthlib's, and its documentation tells them

    def __init__(self, player: Player | None = None) -> None:
        self.player = player
        self.found: Authorization | None = None
        self._apps: dict[str, App | None] = {}

    # -- Who asks --------------------------------------------------------------------------------

    def client_authentication_required(self, request: Request, *args: Any, **kwargs: Any) -> bool:
        app = self._lookup_client(request, self._named(request))
        return app is None or app.confidential or bool(request.client_secret) or "Authorization" in request.headers

    def authenticate_client(self, request: Request, *args: Any, **kwargs: Any) -> bool:
        in_header, _ = extract_basic_auth(request.headers)
        in_form = in_header if request.client_id is None else request.client_id
        if in_header and (request.client_secret or in_form.lower() != in_header.lower()):
            return False  # two credentials at once are ambiguous
        return bool(super().authenticate_client(request, *args, **kwargs))

    # -- What may be asked for ---------------------------------------------------------------------

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        return True

    def validate_response_type(
        self, client_id: str, response_type: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return response_type == "code"

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return len(redirect_uri) <= redirects.MAX_LENGTH and any(
            redirects.matches(redirect_uri, registered) for registered in request.client.get_redirect_uris()
        )

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return bool(scopes) and set(scopes) <= set(request.client.get_scopes())

    def get_default_scopes(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> list[str]:
        return []

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        return grant_type in _GRANTS

    # -- Codes ---------------------------------------------------------------------------------------

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Request, *args: Any, **kwargs: Any
    ) -> None:
        if self.player is None:
            raise RuntimeError("nobody has pressed a button")
        authorizations.let_in(
            player_id=self.player.pk,
            app_id=request.client.pk,
            scopes=request.scopes,
            redirect_uri=request.redirect_uri,
            challenge=request.code_challenge,
            code=code["code"],
        )

    def validate_code(
        self, client_id: str, code: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        self._continue(request, authorizations.by_code(app_id=client.pk, code=code))
        return self.found is not None

    def get_code_challenge(self, code: str, request: Request) -> str | None:
        return self.found.challenge if self.found else None

    def get_code_challenge_method(self, code: str, request: Request) -> str | None:
        return "S256"

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        if self.found is None or redirect_uri != self.found.redirect_uri:
            raise InvalidGrantError(description="The redirect_uri is not that of the request.", request=request)
        return True

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        """Do nothing: saving the tokens marks the code as exchanged."""

    # -- Tokens --------------------------------------------------------------------------------------

    def validate_refresh_token(
        self, refresh_token: str, client: App, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        self._continue(request, authorizations.by_refresh(app_id=client.pk, refresh=refresh_token))
        return self.found is not None

    def get_original_scopes(self, refresh_token: str, request: Request, *args: Any, **kwargs: Any) -> list[str]:
        return list(self.found.scopes) if self.found else []

    def rotate_refresh_token(self, request: Request) -> bool:
        return True

    def save_bearer_token(self, token: dict[str, Any], request: Request, *args: Any, **kwargs: Any) -> None:
        if self.found is None:
            raise InvalidGrantError(request=request)
        pair = authorizations.Pair(token["access_token"], token["refresh_token"])
        authorizations.issue(self.found, scopes=request.scopes, pair=pair)

    def revoke_token(
        self, token: str, token_type_hint: str | None, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        authorizations.give_back(app_id=request.client.pk, secret=token)

    # -- Here ----------------------------------------------------------------------------------------

    def _continue(self, request: Request, found: Authorization | None) -> None:
        self.found = found
        if found is not None:
            request.scopes = list(found.scopes)

    def _named(self, request: Request) -> str:
        in_header, _ = extract_basic_auth(request.headers)
        return in_header or request.client_id or ""

    def _lookup_client(self, request: Request, client_id: str) -> App | None:
        if client_id not in self._apps:
            self._apps[client_id] = apps.usable(client_id)
        return self._apps[client_id]
