"""What the endpoints of OAuth take and say, as schemas."""

from __future__ import annotations

from typing import Any, Final

from players.oauth.metadata import metadata
from players.scopes import ALL_SCOPES

PRINTED: Final = {"type": "string", "pattern": "^[ -~]*$"}
"""What a form may say (RFC 6749, appendix A); what is empty is not said at all (3.2)."""
SAID: Final = {"type": "string", "pattern": "^[ -~]+$"}
_SCOPE: Final = f"({'|'.join(ALL_SCOPES)})"
WISHED: Final = {"type": "string", "pattern": f"^{_SCOPE}( {_SCOPE})*$"}
CHALLENGE: Final = {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"}
_TEXT: Final = {"type": "string"}
ERROR: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal in the form of OAuth (RFC 6749, 5.2), not of RFC 9457.",
    "properties": {
        "error": {
            "type": "string",
            "enum": [
                "invalid_request",
                "invalid_client",
                "invalid_grant",
                "invalid_scope",
                "unauthorized_client",
                "unsupported_grant_type",
                "unsupported_token_type",
            ],
        },
        "error_description": {"type": "string", "description": "For the author of the app, not for its users."},
    },
    "required": ["error", "error_description"],
}
_TOKENS: Final[dict[str, Any]] = {
    "type": "object",
    "description": "The tokens of an app (RFC 6749, 5.1).",
    "properties": {
        "access_token": {"type": "string", "description": "Send it as `Authorization: Bearer ...`."},
        "token_type": {"type": "string", "const": "Bearer"},
        "expires_in": {"type": "integer", "minimum": 1, "description": "Seconds."},
        "scope": {"type": "string", "description": "The granted scopes, separated by spaces."},
        "refresh_token": {
            "type": "string",
            "description": "It works once. If it is used again, all tokens of the authorization are revoked.",
        },
    },
    "required": ["access_token", "token_type", "expires_in", "scope", "refresh_token"],
}
_DESCRIBED: Final[dict[str, Any]] = {
    "type": "object",
    "description": "What an author may know of a token of their apps (RFC 7662, 2.2). It never tells "
    "whose token it is.",
    "properties": {
        "active": {
            "type": "boolean",
            "description": "False for a token that is unknown, expired, revoked, or of somebody else.",
        },
        "token_type": {"type": "string", "const": "Bearer"},
        "client_id": {"type": "string", "format": "uuid"},
        "scope": _TEXT,
        "iss": {"type": "string", "format": "uri"},
        "iat": {"type": "integer", "description": "When the token was issued, in seconds since 1970."},
        "exp": {"type": "integer", "description": "When the token expires, in seconds since 1970."},
    },
    "required": ["active"],
}
_SCOPE_ENUM: Final = {"type": "string", "enum": list(ALL_SCOPES)}
CLIENT: Final[dict[str, Any]] = {
    "client_id": {"type": "string", "format": "uuid", "description": "The id of the app."},
    "client_secret": {
        **PRINTED,
        "description": "Of a confidential app, unless it sends both by HTTP Basic instead.",
    },
}


def _server() -> dict[str, Any]:
    known = metadata("https://play.example")
    lists = {"type": "array", "items": _TEXT}
    kinds: dict[type, dict[str, Any]] = {
        str: {"type": "string", "format": "uri"},
        list: lists,
        bool: {"type": "boolean"},
    }
    properties = {name: kinds[type(value)] for name, value in known.items()}
    return {
        "type": "object",
        "description": "RFC 8414, section 2.",
        "properties": {**properties, "scopes_supported": {"type": "array", "items": _SCOPE_ENUM}},
        "required": list(properties),
    }


SCHEMAS: Final[dict[str, Any]] = {
    "OAuthError": ERROR,
    "OAuthTokens": _TOKENS,
    "OAuthTokenState": _DESCRIBED,
    "OAuthServer": _server(),
}
"""Components by name."""
