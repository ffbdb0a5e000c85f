"""Problem bodies (RFC 9457), the one form of every refusal: never HTML, a stack trace or an unreviewed text.

Each application registers the statuses of its codes with `register`. `errors.md` lists the codes; tests compare.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpResponse
from django.utils.cache import patch_vary_headers
from rest_framework import exceptions as drf

from common.http import errors as http_errors
from common.http import media_types
from common.http.pointers import pointer
from common.rate_limits.headers import told_of
from common.translations import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest

    Path = tuple[str | int, ...]

CODES_BY_STATUS: Mapping[int, tuple[str, ...]] = {
    400: ("malformed_request", "malformed_body", "bad_parameter"),
    401: ("not_authenticated", "invalid_token"),
    403: ("permission_denied",),
    404: ("not_found",),
    405: ("method_not_allowed",),
    406: ("not_acceptable",),
    411: ("length_required",),
    412: ("precondition_failed",),
    413: ("body_too_large",),
    414: ("address_too_long",),
    415: ("unsupported_media_type",),
    429: ("rate_limited",),
    431: ("headers_too_large",),
    500: ("internal_error",),
}
"""The codes of `common.http.errors`."""

STATUS: dict[str, int] = {}
"""HTTP status by error code, for all applications."""

MEMBERS: dict[str, tuple[Path, ...]] = {}
"""The members of a request that are wrong, by code; `{field}` in a path is a field of the error."""


def register(
    codes_by_status: Mapping[int, tuple[str, ...]], members: Mapping[str, tuple[Path, ...]] | None = None
) -> None:
    """Register the codes of an application."""
    STATUS.update({code: status for status, codes in codes_by_status.items() for code in codes})
    MEMBERS.update(members or {})


register(CODES_BY_STATUS)

TYPES = "/docs/errors/"
"""The `type` of a problem, without the code: the page about it on the service itself."""

_WITHOUT_BODY = frozenset({"GET", "HEAD"})

_PLACES = frozenset({"member", "parameter", "header"})
"""Fields of an error that name the part of a request that is wrong."""

_encode = msgspec.json.Encoder().encode

_BY_DRF_CLASS: tuple[tuple[type[Exception], type[http_errors.HttpError]], ...] = (
    (drf.NotAuthenticated, http_errors.NotAuthenticated),
    (drf.AuthenticationFailed, http_errors.InvalidToken),
    (drf.PermissionDenied, http_errors.PermissionRefused),
    (PermissionDenied, http_errors.PermissionRefused),
    (drf.NotFound, http_errors.RouteNotFound),
    (Http404, http_errors.RouteNotFound),
    (drf.MethodNotAllowed, http_errors.MethodNotAllowed),
    (drf.NotAcceptable, http_errors.NotAcceptable),
    (drf.UnsupportedMediaType, http_errors.UnsupportedMediaType),
    (drf.ParseError, http_errors.MalformedBody),
    (RequestDataTooBig, http_errors.BodyTooLarge),
    (SuspiciousOperation, http_errors.MalformedRequest),
)


def problem_body(error: Any, *, in_query: bool = False, **members: object) -> dict[str, object]:
    """Return the problem of a coded `error` (`code`, optional `rule`, `paragraph` and `fields`) as members.

    `in_query`: the request had no body, so that its parameters are wrong. `members` are the extension members that the
    caller adds: current_version, legal_commands.
    """
    code: str = error.code
    body: dict[str, object] = {
        "type": TYPES + code,
        "title": title(code),
        "status": STATUS[code],
        "code": code,
        "detail": str(error),
    }
    for name in ("rule", "paragraph"):
        if found := getattr(error, name, None):
            body[name] = found
    if faults := faults_of(error, in_query=in_query):
        body["errors"] = faults
    fields = {name: _plain(value) for name, value in getattr(error, "fields", {}).items() if name not in _PLACES}
    if fields:
        body["params"] = fields
    body.update(members)
    return body


def title(code: str) -> str:
    """Return the title of a problem in English: its code in words."""
    return code.replace("_", " ").capitalize()


def faults_of(error: Any, *, in_query: bool = False) -> list[dict[str, str]]:
    """Return the parts of the request that are wrong, as in RFC 9457, section 3: a reason and a place for each."""
    fields: Mapping[str, Any] = getattr(error, "fields", {})
    reason = str(fields.get("reason", error))
    for kind in ("parameter", "header"):
        if kind in fields:
            return [{"detail": reason, kind: fields[kind]}]
    if "member" in fields:
        paths = [_path(fields["member"])] if fields["member"] else []
    else:
        paths = [tuple(str(step).format(**fields) for step in path) for path in MEMBERS.get(error.code, ())]
    return [
        {"detail": reason, "parameter": str(path[-1])} if in_query else {"detail": reason, "pointer": pointer(path)}
        for path in paths
    ]


def _path(member: str | Path) -> Path:
    """Return the path to a member; our own names are written with dots, clients' are not taken apart."""
    return tuple(member.split(".")) if isinstance(member, str) else member


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value  # a sentence as plain text, which can be encoded


class ProblemResponse(HttpResponse):
    """A problem in English, with the `error` and the members that it was made of: it may be put into other words."""

    def __init__(self, error: Any, body: Mapping[str, object], headers: Mapping[str, str] | None = None) -> None:
        super().__init__(_encode(body), status=STATUS[error.code], content_type=media_types.PROBLEM, headers=headers)
        self.error, self.body = error, body
        self.headers["Cache-Control"] = "no-store"
        self.headers["Content-Language"] = LANGUAGES[0]
        patch_vary_headers(self, ("Accept-Language",))

    def say(self, body: Mapping[str, object]) -> None:
        """Replace the body, if it differs."""
        if body != self.body:
            self.body, self.content = body, _encode(body)


def problem_response(
    error: Any, *, headers: Mapping[str, str] | None = None, in_query: bool = False, **members: object
) -> HttpResponse:
    """Return the HTTP answer for a coded `error`."""
    return ProblemResponse(error, problem_body(error, in_query=in_query, **members), headers)


def refused(error: Exception, *, in_query: bool = False) -> HttpResponse:
    """Return the HTTP answer for a coded `error` with the headers that belong to it, such as Retry-After."""
    return problem_response(error, headers=_headers(error), in_query=in_query)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's hook. Return None for an exception that is not a refusal."""
    if getattr(error, "code", None) in STATUS:
        return refused(error, in_query=context["request"].method in _WITHOUT_BODY)
    for kind, ours in _BY_DRF_CLASS:
        if isinstance(error, kind):
            return problem_response(ours(), headers=_headers(error))
    return None


def _headers(error: Exception) -> dict[str, str]:
    headers = dict(told_of(error))
    auth_header = getattr(error, "auth_header", None)
    if auth_header:
        headers["WWW-Authenticate"] = auth_header
    wait = getattr(error, "retry_after", None) or getattr(error, "fields", {}).get("retry_after")
    if wait is not None:
        headers["Retry-After"] = str(ceil(wait))
    return headers


def handler400(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Return the answer to Django's own refusals: a hostile header, a body over its limit."""
    if isinstance(exception, RequestDataTooBig):
        return problem_response(http_errors.BodyTooLarge())
    return problem_response(http_errors.MalformedRequest())


def handler403(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Return the answer to Django's PermissionDenied outside a DRF view."""
    return problem_response(http_errors.PermissionRefused())


def handler404(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Return the answer for a path without a route."""
    return problem_response(http_errors.RouteNotFound())
