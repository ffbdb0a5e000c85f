"""The one table from error code to HTTP status, and the problem every refusal becomes.

Covers the codes of the engine, the games, the players and the HTTP edge. Every refusal
leaves through `problem_response` (RFC 9457): never HTML, never a stack trace, never a text
that was not written for the client. `docs/clients/errors.md` lists the codes; tests compare.
"""

from __future__ import annotations

import sys
from math import ceil
from typing import TYPE_CHECKING, Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpResponse
from rest_framework import exceptions as drf

from common.http import errors as http_errors
from common.http import media_types
from common.http.serializer_errors import invalid_fields
from common.rate_limits.headers import told_of
from games import failing
from games.errors import StoreBusy
from players import errors as players_errors
from players.api.authentication import GuestMerged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest

CODES_BY_STATUS: Mapping[int, tuple[str, ...]] = {
    # The request cannot be read, or not in one way only.
    400: (
        "malformed_request", "malformed_body", "invalid_fields", "bad_parameter", "bad_cursor",
        "bad_entropy", "bad_notation", "invalid_name", "invalid_token_request", "invalid_app",
        "invalid_webhook", "invalid_device", "invalid_preference",
        "invalid_vacation",
    ),
    401: ("not_authenticated", "invalid_token", "guest_merged"),
    # The caller is known and may not do this.
    403: ("permission_denied", "insufficient_scope", "device_token_required", "own_token_required", "email_required",
        "recent_sign_in_required", "not_seated", "not_host", "no_spectators"),
    404: ("not_found", "game_not_found", "no_such_version", "no_such_seat", "player_not_found", "token_not_found",
        "ruleset_not_found", "notification_not_found", "webhook_not_found", "delivery_not_found", "device_not_found",
        "push_unavailable", "anchor_not_found", "not_your_player", "app_not_found", "authorization_not_found"),
    405: ("method_not_allowed",),
    406: ("not_acceptable",),
    # Well-formed and allowed in general, but not as things stand.
    409: (
        "stale_version", "game_finished", "game_not_finished", "game_quarantined", "too_late", "seat_resigned",
        "already_seated", "no_open_seat", "not_a_bot", "not_branchable", "table_closed", "nobody_to_nudge",
        "no_record", "not_a_sandbox", "clock_busy", "clock_too_far", "too_many_sandbox_players",
        "within_command",
        "operator_account", "not_a_guest", "seated_together", "guest_on_vacation", "about_to_leave", "name_taken",
        "too_many_tokens", "too_many_webhooks", "too_many_apps", "webhook_disabled",
        "vacation_spent",
        # the rules
        "round_over", "not_your_turn", "wrong_phase", "card_not_in_hand", "only_drawn_card", "card_not_playable",
        "must_play", "bad_color", "bad_target", "wrong_count", "bad_choice", "cannot_go_out_with_this",
        "nothing_to_catch", "uno_not_applicable", "option_off",
        "seat_not_open", "seat_not_taken", "seats_open",
        "no_clock", "not_a_player", "already_resigned", "already_on_autopilot", "not_on_autopilot", "unknown_motion",
        "already_voted", "no_motion", "already_paused", "nothing_to_resume",
    ),
    411: ("length_required",),
    412: ("precondition_failed",),
    413: ("body_too_large",),
    414: ("address_too_long",),
    415: ("unsupported_media_type",),
    # Well-formed, and wrong in itself.
    422: (
        "command_id_reused", "invalid_guest_token",
        "unknown_bot", "unknown_option", "bad_option_value", "conflicting_options",
        "option_not_applicable", "bad_seat_count", "bad_clock", "bad_position", "spectators_at_private_table",
    ),
    429: (
        "rate_limited", "too_many_guests", "too_soon_to_nudge", "too_many_invitations", "sent_too_often",
        "too_many_exports", "too_many_streams",
    ),
    431: ("headers_too_large",),
    500: ("internal_error",),
    503: ("store_busy",),
}  # fmt: skip

STATUS: Mapping[str, int] = {code: status for status, codes in CODES_BY_STATUS.items() for code in codes}
"""HTTP status by error code."""

_encode = msgspec.json.Encoder().encode

_BY_DRF_CLASS: tuple[tuple[type[Exception], type[http_errors.HttpError | players_errors.PlayersError]], ...] = (
    (drf.NotAuthenticated, http_errors.NotAuthenticated),
    (GuestMerged, players_errors.GuestMerged),
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


def problem_body(error: Any, **members: object) -> dict[str, object]:
    """Return the problem of a coded `error` (`code`, optional `rule`, `paragraph` and `fields`) as members.

    `members` are the extension members that the caller adds: current_version, legal_commands.
    """
    code: str = error.code
    body: dict[str, object] = {
        "type": f"urn:flipside:error:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": STATUS[code],
        "code": code,
        "detail": str(error),
    }
    rule = getattr(error, "rule", None)
    if rule:
        body["rule"] = rule
    paragraph = getattr(error, "paragraph", None)
    if paragraph:
        body["paragraph"] = paragraph
    fields = getattr(error, "fields", None)
    if fields:
        body["params"] = fields
    body.update(members)
    return body


def problem_response(error: Any, *, headers: Mapping[str, str] | None = None, **members: object) -> HttpResponse:
    """Return the HTTP answer for a coded `error`."""
    body = problem_body(error, **members)
    response = HttpResponse(_encode(body), status=STATUS[error.code], content_type=media_types.PROBLEM, headers=headers)
    response["Cache-Control"] = "no-store"
    return response


def refused(error: Exception) -> HttpResponse:
    """Return the HTTP answer for a coded `error` with the headers that belong to it, such as Retry-After."""
    return problem_response(error, headers=_headers(error))


def exception_handler(error: Exception, _context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's hook. Unknown exceptions give None: Django logs them and answers `handler500`."""
    code = getattr(error, "code", None)
    if isinstance(code, str) and code in STATUS:
        return refused(error)
    if isinstance(error, drf.ValidationError):
        return problem_response(invalid_fields(error))
    for kind, ours in _BY_DRF_CLASS:
        if isinstance(error, kind):
            return problem_response(ours(), headers=_headers(error))
    if failing.what_is_away(error) is not None:
        return _away(error)
    return None


def _headers(error: Exception) -> dict[str, str]:
    headers = dict(told_of(error))
    auth_header = getattr(error, "auth_header", None)
    if auth_header:
        headers["WWW-Authenticate"] = auth_header
    wait = getattr(error, "wait", None) or getattr(error, "fields", {}).get("retry_after")
    if wait is not None:
        headers["Retry-After"] = str(ceil(wait))
    elif isinstance(error, StoreBusy):
        headers["Retry-After"] = "1"
    return headers


def handler400(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Django's own refusals: a hostile header, a body over its limit."""
    if isinstance(exception, RequestDataTooBig):
        return problem_response(http_errors.BodyTooLarge())
    return problem_response(http_errors.MalformedRequest())


def handler403(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Django's PermissionDenied outside a DRF view."""
    return problem_response(http_errors.PermissionRefused())


def handler404(_request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """No route has this path."""
    return problem_response(http_errors.RouteNotFound())


def handler500(_request: HttpRequest) -> HttpResponse:
    """An exception nobody foresaw, which is in the log and not in the answer; or one that passes by."""
    error = sys.exception()
    if error is None or failing.what_is_away(error) is None:
        failing.count()
        return problem_response(http_errors.InternalError())
    return _away(error)


def _away(error: BaseException) -> HttpResponse:
    """Return the answer for a failure that passes by, which the log names once."""
    failing.note(error)
    answer = refused(StoreBusy())
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  how Django is told
    return answer
