"""The protocol, by oauthlib: only authorization codes with S256 challenges, and refresh tokens.

No implicit grant, no passwords, no codes for devices, no plain challenges, no ID tokens.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from oauthlib.oauth2 import AuthorizationCodeGrant, WebApplicationServer
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256

from players import secret_tokens
from players.oauth.authorizations import TOKEN_SECONDS

if TYPE_CHECKING:
    from oauthlib.common import Request

    from players.oauth.validator import Validator

CHALLENGE: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]  # oauthlib ships no types
    """Authorization codes in our format, with S256 challenges only."""

    _code_challenge_methods: Final = {"S256": code_challenge_method_s256}

    def create_authorization_code(self, request: Request) -> dict[str, str]:
        """Return a new code with the parameters that the app gets beside it."""
        said = {"state": request.state} if request.state else {}
        return {"code": secret_tokens.mint(secret_tokens.CODE), **said}


def server_for(validator: Validator) -> WebApplicationServer:
    """Return the server of one request."""

    def refresh(_request: Request) -> str:
        if validator.found is None:
            raise RuntimeError("a token without an authorization")
        return secret_tokens.mint_refresh(validator.found.id)

    server = WebApplicationServer(
        validator,
        token_generator=lambda _request: secret_tokens.mint_secret(secret_tokens.APP),
        token_expires_in=TOKEN_SECONDS,
        refresh_token_generator=refresh,
    )
    grant = CodeGrant(validator, pre_auth=[_well_formed])
    server.response_types["code"] = server.grant_types["authorization_code"] = grant
    return server


def _well_formed(request: Request) -> dict[str, Any]:
    """Refuse a malformed challenge before the player is asked for consent."""
    if request.code_challenge is not None and not CHALLENGE.fullmatch(request.code_challenge):
        raise InvalidRequestError(description="code_challenge is no SHA-256 in base64url.", request=request)
    return {}
