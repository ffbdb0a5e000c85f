"""Refusals of OAuth (RFC 6749, sections 4.1.2.1 and 5.2), each with a description for the author of the app.

oauthlib describes some of them; a code without a reason leaves authors guessing, so the others are described here.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oauthlib.oauth2.rfc6749.errors import OAuth2Error

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "access_denied": "The player said no.",
    "invalid_client": "The client_id is unknown, or its secret is missing or wrong.",
    "invalid_grant": "The code or refresh token is unknown, used, expired, revoked or of another app, "
    "or code_verifier or redirect_uri are not those of the request.",
    "invalid_request": "A parameter is missing, malformed or given twice.",
    "invalid_scope": "The scopes must be some of those that the app was registered with, separated by spaces.",
    "unauthorized_client": "The app may not use this kind of grant.",
    "unsupported_grant_type": "The grant_type must be authorization_code or refresh_token.",
    "unsupported_response_type": "The response_type must be code.",
    "unsupported_token_type": "Tokens of this kind cannot be revoked.",
}
"""Descriptions by code; they are of ASCII without quotes and backslashes, as RFC 6749 demands."""


def described(error: OAuth2Error) -> OAuth2Error:
    """Return the error with a description."""
    error.description = error.description or DESCRIPTIONS.get(error.error, DESCRIPTIONS["invalid_request"])
    return error


def described_body(body: str) -> str:
    """Return the body of an answer, with a description if it is a refusal."""
    said = json.loads(body)
    if "error" not in said or said.get("error_description"):
        return body
    return json.dumps({**said, "error_description": DESCRIPTIONS[said["error"]]})
