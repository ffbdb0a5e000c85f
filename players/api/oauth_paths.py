"""The endpoints of OAuth in the OpenAPI document: they are no views of the framework, and speak a dialect of their own.

A post-processing hook of drf-spectacular: name `players.api.oauth_paths.describe_oauth` in its settings. A test
compares with the routes that there are, and with what is discovered.
"""

from __future__ import annotations

from typing import Any, Final

from players.oauth.metadata import metadata
from players.scopes import ALL_SCOPES, SCOPES

_TEXT: Final = {"type": "string"}
_ERROR: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A refusal in the dialect of OAuth (RFC 6749, 5.2), not RFC 9457.",
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
        "error_description": {"type": "string", "description": "For the author of the app, not for people."},
    },
    "required": ["error"],
}
_TOKENS: Final[dict[str, Any]] = {
    "type": "object",
    "description": "What an app acts with (RFC 6749, 5.1).",
    "properties": {
        "access_token": {"type": "string", "description": "Send it as `Authorization: Bearer ...`."},
        "token_type": {"type": "string", "const": "Bearer"},
        "expires_in": {"type": "integer", "minimum": 1, "description": "Seconds."},
        "scope": {"type": "string", "description": "What it may do, separated by spaces."},
        "refresh_token": {"type": "string", "description": "Good once. Whoever comes with a used one ends them all."},
    },
    "required": ["access_token", "token_type", "expires_in", "scope", "refresh_token"],
}
_DESCRIBED: Final[dict[str, Any]] = {
    "type": "object",
    "description": "What an author may know of a token of his apps (RFC 7662, 2.2): never whose it is.",
    "properties": {
        "active": {"type": "boolean", "description": "False of whatever is unknown, over, or another's."},
        "token_type": {"type": "string", "const": "Bearer"},
        "client_id": {"type": "string", "format": "uuid"},
        "scope": _TEXT,
        "iss": {"type": "string", "format": "uri"},
        "iat": {"type": "integer", "description": "When it was given, seconds since 1970."},
        "exp": {"type": "integer", "description": "When it ends by itself, seconds since 1970."},
    },
    "required": ["active"],
}
_SCOPE_ENUM: Final = {"type": "string", "enum": list(ALL_SCOPES)}
_CLIENT: Final[dict[str, Any]] = {
    "client_id": {"type": "string", "format": "uuid", "description": "The id of the app."},
    "client_secret": {
        "type": "string",
        "description": "Of a confidential app, unless it sends both by HTTP Basic instead.",
    },
}
_FORM: Final = "application/x-www-form-urlencoded"
_QUERY: Final[tuple[tuple[str, dict[str, Any], str, bool], ...]] = (
    ("response_type", {"type": "string", "const": "code"}, "What is asked for.", True),
    ("client_id", {"type": "string", "format": "uuid"}, "The id of the app.", True),
    ("redirect_uri", {"type": "string", "format": "uri"}, "Where the answer goes: one that is registered.", True),
    ("scope", _TEXT, "Scopes, separated by spaces.", True),
    ("code_challenge", {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"}, "SHA-256 of the verifier.", True),
    ("code_challenge_method", {"type": "string", "const": "S256"}, "How it was made.", True),
    ("state", _TEXT, "Comes back as it is.", False),
)


def describe_oauth(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - spectacular calls it so
    """Add the endpoints and the security scheme `oauth2` to the OpenAPI document `result` and return it."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(
        OAuthError=_ERROR, OAuthTokens=_TOKENS, OAuthTokenState=_DESCRIBED, OAuthServer=_server()
    )
    components.setdefault("securitySchemes", {}).update(
        oauth2={
            "type": "oauth2",
            "description": "An app that a player let in (docs/access.md). PKCE with S256 is required.",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "/oauth/authorize",
                    "tokenUrl": "/oauth/token",
                    "refreshUrl": "/oauth/token",
                    "scopes": dict(SCOPES),
                }
            },
        },
        app={
            "type": "http",
            "scheme": "basic",
            "description": "A confidential app: its id and its secret.",
        },
    )
    result["paths"].update(_paths())
    return result


def _paths() -> dict[str, Any]:
    return {
        "/oauth/authorize": {"get": _authorize()},
        "/oauth/token": {"post": _token()},
        "/oauth/revoke": {"post": _revoke()},
        "/oauth/introspect": {"post": _introspect()},
        "/.well-known/oauth-authorization-server": {"get": _discover()},
    }


def _authorize() -> dict[str, Any]:
    page = {"text/html": {"schema": _TEXT}}
    return {
        "operationId": "authorize_app",
        "summary": "Ask a player to let an app in",
        "description": "A page for people: send a browser there. The player signs in by a code, sees what is asked, "
        "and says yes or no; either way his browser is sent to `redirect_uri` with `state`, with `iss` (RFC 9207) and "
        "with `code` or `error`. A request that is wrong leads to a page that says so, from which he may go back.",
        "tags": ["oauth"],
        "security": [{}],
        "parameters": [
            {"name": name, "in": "query", "required": required, "description": text, "schema": schema}
            for name, schema, text, required in _QUERY
        ],
        "responses": {
            "200": {"description": "The page.", "content": page},
            "400": {"description": "A page that says what is wrong with the request.", "content": page},
        },
    }


def _token() -> dict[str, Any]:
    exchange = _form(
        {
            "grant_type": {"type": "string", "const": "authorization_code"},
            "code": {"type": "string", "description": "Good once, for a minute."},
            "redirect_uri": {"type": "string", "format": "uri", "description": "The same as in the request."},
            "code_verifier": {"type": "string", "minLength": 43, "maxLength": 128},
            **_CLIENT,
        },
        ["grant_type", "code", "redirect_uri", "code_verifier"],
    )
    refresh = _form(
        {
            "grant_type": {"type": "string", "const": "refresh_token"},
            "refresh_token": {"type": "string", "description": "The latest one; good once."},
            "scope": {"type": "string", "description": "Less than was granted, if that is enough."},
            **_CLIENT,
        },
        ["grant_type", "refresh_token"],
    )
    return _posted(
        "exchange_token",
        "Get tokens for a code, or new ones for a refresh token",
        "RFC 6749, 4.1.3 and 6. A code, and a refresh token, is good once: whoever comes with one a second time ends "
        "every token that came of it, for somebody else may have them.",
        {"oneOf": [exchange, refresh]},
        {"200": ("Tokens.", "OAuthTokens")},
    )


def _revoke() -> dict[str, Any]:
    return _posted(
        "revoke_app_token",
        "Give a token back",
        "RFC 7009. A refresh token ends with every token of its sign-in, an access token alone. Those that are unknown "
        "or another app's are left as they are, and the answer is the same.",
        _form({"token": _TEXT, "token_type_hint": _TEXT, **_CLIENT}, ["token"]),
        {"200": ("It is over, or never was.", "")},
    )


def _introspect() -> dict[str, Any]:
    operation = _posted(
        "introspect_app_token",
        "See whether a token of your app is valid",
        "RFC 7662. A confidential app asks about its own tokens with its secret; an author asks about those of all his "
        "apps with a token of his own (`account:read`).",
        _form({"token": _TEXT, "token_type_hint": _TEXT, **_CLIENT}, ["token"]),
        {"200": ("What it is good for.", "OAuthTokenState")},
    )
    operation["security"].append({"token": ["account:read"]})
    return operation


def _discover() -> dict[str, Any]:
    return {
        "operationId": "discover_oauth",
        "summary": "See where apps ask, and what for",
        "description": "Authorization server metadata (RFC 8414), for libraries that set themselves up.",
        "tags": ["oauth"],
        "security": [{}],
        "responses": {"200": {"description": "The metadata.", "content": _json("OAuthServer")}},
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


def _form(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _posted(
    operation_id: str, summary: str, description: str, body: dict[str, Any], answers: dict[str, tuple[str, str]]
) -> dict[str, Any]:
    responses: dict[str, Any] = {
        status: {"description": sentence, **({"content": _json(name)} if name else {})}
        for status, (sentence, name) in answers.items()
    }
    responses["400"] = {
        "description": "The request is wrong, or what it shows is not valid.",
        "content": _json("OAuthError"),
    }
    responses["401"] = {
        "description": "The app is unknown or banned, or its secret is wrong.",
        "content": _json("OAuthError"),
    }
    return {
        "operationId": operation_id,
        "summary": summary,
        "description": description,
        "tags": ["oauth"],
        "security": [{}, {"app": []}],
        "requestBody": {"required": True, "content": {_FORM: {"schema": body}}},
        "responses": responses,
    }
