"""The endpoints of OAuth in the OpenAPI document: they are no views of the framework, and speak a dialect of their own.

A post-processing hook of drf-spectacular: name `players.api.oauth_paths.describe_oauth` in its settings. A test
compares with the routes that there are, and with what is discovered.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from players.api.oauth_schemas import CHALLENGE, CLIENT, PRINTED, SAID, SCHEMAS, WISHED
from players.limits import PUBLIC, SIGN_UP
from players.scopes import SCOPES

_FORM: Final = "application/x-www-form-urlencoded"
_PAGE: Final[dict[str, Any]] = {"text/html": {"schema": {"type": "string"}}}
_URI: Final = {"type": "string", "format": "uri"}
_QUERY: Final[tuple[tuple[str, dict[str, Any], str, bool], ...]] = (
    ("response_type", {"type": "string", "const": "code"}, "The type of the answer.", True),
    ("client_id", {"type": "string", "format": "uuid"}, "The id of the app.", True),
    ("redirect_uri", _URI, "A registered address to which the browser is sent back.", True),
    ("scope", WISHED, "Scopes, separated by spaces.", True),
    ("code_challenge", CHALLENGE, "SHA-256 of the verifier.", True),
    ("code_challenge_method", {"type": "string", "const": "S256"}, "The method of the challenge.", True),
    ("state", {"type": "string"}, "It is sent back unchanged. Printable characters only.", False),
)
_MOST_MEMBERS: Final = 20
"""Of a form; those that mean nothing here are ignored (RFC 6749, 3.2)."""
_UNSTORED: Final[dict[str, Any]] = {"Pragma": {}}
_LANGUAGE: Final[dict[str, Any]] = {"Content-Language": {}}
"""Headers by name: what they mean is said of all operations at once."""


def describe_oauth(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:  # noqa: ARG001, FBT001 - spectacular calls it so
    """Add the endpoints and the security scheme `oauth2` to the OpenAPI document `result` and return it."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(deepcopy(SCHEMAS))  # hooks after this one change the document
    components.setdefault("securitySchemes", {}).update(
        oauth2={
            "type": "oauth2",
            "description": "An app that a player authorized (docs/clients/access.md). PKCE with S256 is required.",
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
            "description": "A confidential app, with its id and its secret.",
        },
    )
    result["paths"].update(_paths())
    return result


def _paths() -> dict[str, Any]:
    return {
        "/oauth/authorize": {"get": _authorize(), "post": _press()},
        "/oauth/token": {"post": _token()},
        "/oauth/revoke": {"post": _revoke()},
        "/oauth/introspect": {"post": _introspect()},
        "/.well-known/oauth-authorization-server": {"get": _discover()},
    }


def _authorize() -> dict[str, Any]:
    return _on_the_page(
        "authorize_app",
        "Ask a player to authorize an app",
        "A page for people: open it in a browser. The player signs in with a code, sees "
        "what the app asks for, and accepts or refuses. Then the browser is sent to "
        "`redirect_uri` with `state`, `iss` (RFC 9207), and `code` or `error`. If the "
        "request is wrong, the page says so and offers a way back.",
        {"200": _page("The page.")},
        PUBLIC,
    )


def _press() -> dict[str, Any]:
    form = {
        # Not an enumeration: generators make one of it that does not compile, since `do` is a keyword.
        "do": {"type": "string", "description": "The button; any other value shows the page again."},
        "csrfmiddlewaretoken": {"type": "string", "description": "As in the form; its other half is a cookie."},
        "address": {"type": "string", "format": "email", "description": "`send`: where the code goes."},
        "code": {"type": "string", "description": "`give`: the code of the mail."},
    }
    operation = _on_the_page(
        "answer_app",
        "Submit the authorization page",
        "The forms of the page; programs have nothing to send here. `send` sends a code, "
        "`give` signs in with it, `allow` and `deny` lead back to the app, `leave` signs "
        "out.",
        {
            "303": {
                "description": "Redirects to the app, or to the page again.",
                "headers": {"Location": {}},
            },
            "403": _page("The form is not one of ours, or is too old."),
            "422": _page("The address or the code is wrong, or there were too many attempts."),
        },
        SIGN_UP,
    )
    operation["requestBody"] = {"required": True, "content": {_FORM: {"schema": _form(form, [])}}}
    operation["x-success-status"] = "303"
    return operation


def _on_the_page(
    operation_id: str, summary: str, description: str, answers: dict[str, Any], rate_class: str
) -> dict[str, Any]:
    often = _page("A page that says that there were too many requests.")
    away = _page("A page that asks to come back in a minute.")
    for page in (often, away):
        page["headers"] |= {"Retry-After": {}}
    return {
        "operationId": operation_id,
        "summary": summary,
        "description": description,
        "tags": ["oauth"],
        "security": [{}],
        "parameters": [
            {"name": name, "in": "query", "required": required, "description": text, "schema": schema}
            for name, schema, text, required in _QUERY
        ],
        "responses": {
            **answers,
            "400": _page("A page that says what is wrong with the request."),
            "429": often,
            "503": away,
        },
        "x-rate-limit-class": rate_class,
    }


def _page(sentence: str) -> dict[str, Any]:
    return {"description": sentence, "headers": dict(_LANGUAGE), "content": dict(_PAGE)}


def _token() -> dict[str, Any]:
    exchange = _form(
        {
            "grant_type": {"type": "string", "const": "authorization_code"},
            "code": {**SAID, "description": "Good once, for a minute."},
            "redirect_uri": {**_URI, "description": "The same as in the request."},
            "code_verifier": {"type": "string", "minLength": 43, "maxLength": 128, "pattern": "^[A-Za-z0-9._~-]*$"},
            **CLIENT,
        },
        ["grant_type", "code", "redirect_uri", "code_verifier"],
    )
    refresh = _form(
        {
            "grant_type": {"type": "string", "const": "refresh_token"},
            "refresh_token": {**SAID, "description": "The latest one; good once."},
            "scope": {**WISHED, "description": "Less than was granted, if that is enough."},
            **CLIENT,
        },
        ["grant_type", "refresh_token"],
    )
    return _posted(
        "exchange_token",
        "Exchange a code or a refresh token for tokens",
        "RFC 6749, sections 4.1.3 and 6. Codes and refresh tokens work once. If one is "
        "used again, all tokens that came from it are revoked, because somebody else may "
        "have them.",
        {"oneOf": [exchange, refresh]},
        ("The tokens.", "OAuthTokens"),
    )


def _revoke() -> dict[str, Any]:
    return _posted(
        "revoke_app_token",
        "Revoke a token",
        "RFC 7009. Revoking a refresh token revokes every token of its sign-in; revoking "
        "an access token revokes that one. The answer is the same for unknown tokens and "
        "those of other apps, which are left alone.",
        _of_a_token(),
        ("The token is not valid (any more).", ""),
    )


def _introspect() -> dict[str, Any]:
    operation = _posted(
        "introspect_app_token",
        "Check a token of your app",
        "RFC 7662. A confidential app asks about its own tokens with its secret. An "
        "author asks about the tokens of all their apps with a token of their own "
        "(`account:read`).",
        _of_a_token(client_id={**PRINTED, "description": "The id of the app; not looked at beside an author's token."}),
        ("The state of the token.", "OAuthTokenState"),
    )
    operation["security"].append({"token": ["account:read"]})
    return operation


def _of_a_token(**asker: Any) -> dict[str, Any]:
    hint = {**PRINTED, "description": "`access_token` or `refresh_token`; the token itself says it too."}
    return _form({"token": SAID, "token_type_hint": hint, **CLIENT, **asker}, ["token"])


def _discover() -> dict[str, Any]:
    return {
        "operationId": "discover_oauth",
        "summary": "Get the metadata of the authorization server",
        "description": "Metadata of the authorization server (RFC 8414), for libraries that configure themselves.",
        "tags": ["oauth"],
        "security": [{}],
        "responses": {"200": {"description": "The metadata.", "content": _json("OAuthServer")}},
        "x-rate-limit-class": PUBLIC,
    }


def _form(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    closed = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **closed, "maxProperties": _MOST_MEMBERS}


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _posted(
    operation_id: str, summary: str, description: str, body: dict[str, Any], answer: tuple[str, str]
) -> dict[str, Any]:
    sentence, name = answer
    wrong = "The request is wrong, or its code or token is not valid."
    unknown = "The app is unknown or banned, or its secret is wrong."
    return {
        "operationId": operation_id,
        "summary": summary,
        "description": description,
        "tags": ["oauth"],
        "security": [{}, {"app": []}],
        "requestBody": {"required": True, "content": {_FORM: {"schema": body}}},
        "responses": {
            "200": _said(sentence, name, _UNSTORED),
            "400": _said(wrong, "OAuthError", _UNSTORED),
            "401": _said(unknown, "OAuthError", {**_UNSTORED, "WWW-Authenticate": {}}),
        },
        "x-rate-limit-class": PUBLIC,
    }


def _said(sentence: str, name: str, headers: dict[str, Any]) -> dict[str, Any]:
    return {"description": sentence, "headers": dict(headers), **({"content": _json(name)} if name else {})}
