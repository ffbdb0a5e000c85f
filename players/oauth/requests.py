"""Authorization requests of apps, read from a query string; answers are URLs to redirect to.

An answer names its issuer (`iss`, RFC 9207), so that an app that uses several services cannot mix
them up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2.rfc6749.errors import AccessDeniedError, FatalClientError, OAuth2Error

from players.oauth import apps, redirects
from players.oauth.refusals import described
from players.oauth.server import server_for
from players.oauth.validator import Validator

if TYPE_CHECKING:
    from players.models import App, Player

PATH: Final = "/oauth/authorize"
_KNOWN: Final = (
    "client_id",
    "response_type",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)
"""Known parameters; others are ignored (RFC 6749, 3.1), including those that choose another form of answer."""
_MOST_PARAMETERS: Final = 50


class Unusable(Exception):
    """The request has no valid redirect URI to answer to. `reason`: `app`, `redirect` or `request`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Faulty(Exception):
    """The app sent a wrong request. `location`: where the app gets the error, once the player decides to go there."""

    def __init__(self, app: App, location: str) -> None:
        self.app = app
        self.location = location
        super().__init__("faulty")


class Asked(NamedTuple):
    """A valid request. `uri`: its known parameters, as they were sent."""

    app: App
    scopes: list[str]
    redirect_uri: str
    state: str | None
    uri: str


def read(query: str) -> Asked:
    """Return the request of a query string; raises `Unusable`, `Faulty`."""
    uri = _clean(query)
    validator = Validator()
    try:
        scopes, said = server_for(validator).validate_authorization_request(uri, "GET", None, {})
    except FatalClientError as error:
        raise Unusable(_reason(error)) from None
    except OAuth2Error as error:
        app = apps.usable(error.client_id)
        if app is None:
            raise Unusable("app") from None
        raise Faulty(app, _named(described(error).in_uri(error.redirect_uri))) from None
    wanted = [scope for scope in said["request"].client.get_scopes() if scope in scopes]
    return Asked(said["request"].client, wanted, said["redirect_uri"], said["state"], uri)


def allow(asked: Asked, player: Player) -> str:
    """Authorize the app; return the redirect URL with the code."""
    headers, _, _ = server_for(Validator(player)).create_authorization_response(
        asked.uri, "GET", None, {}, asked.scopes
    )
    return _named(str(headers["Location"]))


def deny(asked: Asked) -> str:
    """Return the redirect URL with a refusal."""
    error = described(AccessDeniedError(state=asked.state))
    return _named(str(error.in_uri(asked.redirect_uri)))


def source(asked: Asked) -> str:
    """Return the source in a Content-Security-Policy for the redirect."""
    return redirects.source(asked.redirect_uri)


def place(asked: Asked) -> str:
    """Return the target of the redirect as players are shown it."""
    return redirects.place(asked.redirect_uri)


def _clean(query: str) -> str:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_PARAMETERS, errors="strict")
    except ValueError:
        raise Unusable("request") from None
    kept = [(name, value) for name, value in pairs if name in _KNOWN and value]
    names = [name for name, _ in kept]
    # A repeated parameter is ambiguous; unprintable characters are not allowed (RFC 6749, appendix A).
    if len(set(names)) != len(names) or any(not value.isprintable() for _, value in kept):
        raise Unusable("request")
    return f"{settings.PUBLIC_URL}{PATH}?{urlencode(kept)}"


def _reason(error: FatalClientError) -> str:
    description = error.description.casefold()
    if "redirect" in description:
        return "redirect"
    return "app" if "client_id" in description else "request"


def _named(location: str) -> str:
    return str(add_params_to_uri(location, [("iss", settings.PUBLIC_URL)]))
