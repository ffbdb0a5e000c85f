"""The endpoints of OAuth for apps: token, revocation, introspection and metadata.

Errors follow RFC 6749, section 5.2, not RFC 9457, because OAuth libraries know no other form.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import transaction
from django.http import HttpResponse, JsonResponse, RawPostDataException
from django.views.decorators.csrf import csrf_exempt
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from common.api.throttle import rated
from common.http.bearer import bearer_token
from players.limits import PUBLIC
from players.oauth import introspection
from players.oauth.metadata import metadata
from players.oauth.refusals import described_body
from players.oauth.server import server_for
from players.oauth.validator import Validator

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

    Pairs = list[tuple[str, str]]
    View = Callable[..., HttpResponseBase]

FORM: Final = "application/x-www-form-urlencoded"
MAX_BODY: Final = 8 * 1024
_MOST_PARAMETERS: Final = 20
_HEADERS: Final = {"Cache-Control": "no-store", "Pragma": "no-cache"}
_DAY: Final = 86_400
_UNKNOWN: Final = 401


def _endpoint(view: Callable[[HttpRequest, Pairs], HttpResponse]) -> View:
    """Return `view` for posted forms without repeated parameters; all other requests get an error of this form."""

    @csrf_exempt  # no browser sends by itself what is shown here
    @rated(PUBLIC)
    @wraps(view)
    def at_the_endpoint(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            refusal = _error(405, "invalid_request", "Use POST.")
            refusal["Allow"] = "POST"
            return refusal
        said = _form(request)
        if said is None:
            return _error(400, "invalid_request", "The body is no form, or says something twice.")
        try:
            return view(request, said)
        except OAuth2Error as error:
            return _spoken({}, error.json, error.status_code)

    return at_the_endpoint


@_endpoint
def token(request: HttpRequest, said: Pairs) -> HttpResponse:
    """Exchange a code or a refresh token."""
    with transaction.atomic():
        return _spoken(*server_for(Validator()).create_token_response(*_passed(request, said)))


@_endpoint
def revoke(request: HttpRequest, said: Pairs) -> HttpResponse:
    """Revoke a token of the calling app (RFC 7009)."""
    with transaction.atomic():
        return _spoken(*server_for(Validator()).create_revocation_response(*_passed(request, said)))


@_endpoint
def introspect(request: HttpRequest, said: Pairs) -> HttpResponse:
    """Describe a token of the caller's apps (RFC 7662); any other token is reported as inactive.

    An app with a secret asks about its own tokens. An author asks with their own token, also about apps without a
    secret.
    """
    asked = Request(*_passed(request, said))
    mine = _apps_of_asker(request, asked)
    if mine is None:
        return _error(401, "invalid_client", "Show the secret of an app, or a token of its author.")
    if not asked.token:
        return _error(400, "invalid_request", "Missing token parameter.")
    return JsonResponse(introspection.described(asked.token, mine), headers=_HEADERS)


@rated(PUBLIC)
def discover(request: HttpRequest) -> HttpResponse:
    """Return the metadata of the server (RFC 8414)."""
    if request.method not in {"GET", "HEAD"}:
        refusal = _error(405, "invalid_request", "Use GET.")
        refusal["Allow"] = "GET, HEAD"
        return refusal
    return JsonResponse(metadata(settings.PUBLIC_URL), headers={"Cache-Control": f"public, max-age={_DAY}"})


def _apps_of_asker(request: HttpRequest, asked: Request) -> introspection.Mine | None:
    secret = bearer_token(request.META)
    if secret:
        return introspection.apps_of_author(secret)
    validator = Validator()
    if not validator.authenticate_client(asked):
        return None
    return introspection.Mine(app_id=asked.client.pk)


def _form(request: HttpRequest) -> Pairs | None:
    length = request.META.get("CONTENT_LENGTH") or "0"
    if request.content_type != FORM or not length.isdecimal() or int(length) > MAX_BODY:
        return None
    try:
        found = [(name, value) for name, values in request.POST.lists() for value in values]
    except (RawPostDataException, ValueError, BadRequest, SuspiciousOperation):  # another charset; a thousand fields
        return None
    names = [name for name, _ in found]
    if len(names) > _MOST_PARAMETERS or len(set(names)) != len(names):
        return None
    if any(not value.isprintable() or not value.isascii() for _, value in found):
        return None
    return [(name, value) for name, value in found if value]


def _passed(request: HttpRequest, said: Pairs) -> tuple[str, str, Pairs, dict[str, str]]:
    """Return oauthlib's arguments for a request: the address, the method, the form, and the headers."""
    query = request.META.get("QUERY_STRING", "")
    # oauthlib refuses every query, but cannot read a malformed one.
    address = settings.PUBLIC_URL + request.path + ("?refused=1" if query else "")
    header = request.META.get("HTTP_AUTHORIZATION")
    return address, "POST", said, {} if header is None else {"Authorization": header}


def _spoken(headers: dict[str, str], body: Any, status: int) -> HttpResponse:
    said = {"Content-Type": "application/json", **headers, **_HEADERS}
    answer = HttpResponse(described_body(body) if body else "", status=status, headers=said)
    if status == _UNKNOWN:
        answer["WWW-Authenticate"] = 'Basic realm="flipside"'
    return answer


def _error(status: int, code: str, description: str) -> HttpResponse:
    answer = JsonResponse({"error": code, "error_description": description}, status=status, headers=_HEADERS)
    if status == _UNKNOWN:
        answer["WWW-Authenticate"] = 'Basic realm="flipside", Bearer realm="flipside"'
    return answer
