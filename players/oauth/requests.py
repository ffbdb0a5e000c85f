"""Authorization requests of apps, read from the query of the address; and the answers, as addresses to go back to.

An answer names who gave it (`iss`, RFC 9207), so that an app that talks to several services cannot be made to mix
them up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2.rfc6749.errors import AccessDeniedError, FatalClientError, OAuth2Error

from players.oauth import apps, redirects
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
"""Parameters that count; others are ignored (RFC 6749, 3.1), and so is how else an answer could be given."""
_MOST_PARAMETERS: Final = 50


class Unusable(Exception):
    """Nobody knows whom to answer: no such app, or not to that address. `reason`: `app`, `redirect` or `request`."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Faulty(Exception):
    """The app asked in a wrong way. `location`: where it is told, once the person decides to go there."""

    def __init__(self, app: App, location: str) -> None:
        self.app = app
        self.location = location
        super().__init__("faulty")


class Asked(NamedTuple):
    """A request that can be answered. `uri`: as it came, as far as it counts."""

    app: App
    scopes: list[str]
    redirect_uri: str
    state: str | None
    uri: str


def read(query: str) -> Asked:
    """Return what the query string asks for; raises `Unusable`, `Faulty`."""
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
        raise Faulty(app, _named(error.in_uri(error.redirect_uri))) from None
    wanted = [scope for scope in said["request"].client.get_scopes() if scope in scopes]
    return Asked(said["request"].client, wanted, said["redirect_uri"], said["state"], uri)


def allow(asked: Asked, player: Player) -> str:
    """Let the app in; return where to send the browser, with the code."""
    headers, _, _ = server_for(Validator(player)).create_authorization_response(
        asked.uri, "GET", None, {}, asked.scopes
    )
    return _named(str(headers["Location"]))


def deny(asked: Asked) -> str:
    """Return where to send the browser with a no."""
    error = AccessDeniedError(description="The player said no.", state=asked.state)
    return _named(str(error.in_uri(asked.redirect_uri)))


def source(asked: Asked) -> str:
    """Return what a Content-Security-Policy calls the place that the answer goes to."""
    return redirects.source(asked.redirect_uri)


def place(asked: Asked) -> str:
    """Return the place that the answer goes to, as a person is told."""
    return redirects.place(asked.redirect_uri)


def _clean(query: str) -> str:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_PARAMETERS, errors="strict")
    except ValueError:
        raise Unusable("request") from None
    kept = [(name, value) for name, value in pairs if name in _KNOWN and value]
    names = [name for name, _ in kept]
    # An app that says something twice may mean either; what cannot be printed is no parameter (RFC 6749, appendix A).
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
