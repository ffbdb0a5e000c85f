"""Wrappers around the views of allauth.

The API has no session middleware, since tokens need none, but allauth expects one. These
wrappers provide the session for these few routes only. They also reject hostile bodies and
hide how long an answer takes, since that time would reveal what the answer does not say.
"""

from __future__ import annotations

import json
import time
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, TypeVar

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.headless.internal.sessionkit import session_store
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.utils.encoding import punycode
from django.views.decorators.csrf import csrf_exempt

from common.api.problem import refused
from common.http.errors import RateLimited
from players.accounts import code_limits, mail_queue
from players.limits import SIGN_UP

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

Answer = TypeVar("Answer", bound=HttpResponseBase)

MAX_BODY: Final = 4096
"""Bytes; an address or a code needs a few dozen."""

MAX_NESTING: Final = 4

ALLAUTHS_WINDOW: Final = 60
"""Seconds; allauth does not say how long to wait, and none of its limits that are in force here waits for longer."""

MAX_ADDRESS: Final = 254
"""Characters of an address that can be stored, and in RFC 5321."""

NO_DIALOGUE: Final = {
    "code": "no_dialogue",
    "message": "No code is awaited. Send, as X-Session-Token, the meta.session_token of the answer with which the code "
    "was sent; a device token does not do. If you did, the dialogue is over: begin anew.",
}
"""The error for a code that is given or requested again when no code is awaited."""

BEAT: Final = 0.25
"""Seconds; see `on_the_beat`."""


def door(view: Callable[[HttpRequest], HttpResponseBase], methods: tuple[str, ...]) -> Callable[..., HttpResponseBase]:
    """Return `view` limited to `methods` and to a bounded body, with a session and a user."""

    @csrf_exempt  # the application client has no cookies, so there is nothing to forge
    @wraps(view)
    def at_the_door(request: HttpRequest) -> HttpResponseBase:
        if request.method not in methods:
            unknown = _refuse(HTTPStatus.METHOD_NOT_ALLOWED)
            unknown["Allow"] = ", ".join(methods)
            return unknown
        if not _is_harmless(request):
            return _refuse(HTTPStatus.BAD_REQUEST)
        request.session = session_store()
        request.user = AnonymousUser()
        try:
            answer = view(request)
        except ImmediateHttpResponse as said:  # otherwise it would reach allauth's middleware
            answer = said.response
        if _is_limited(answer):
            return refused(RateLimited(rate_class=SIGN_UP, retry_after=ALLAUTHS_WINDOW))
        return answer

    return at_the_door


def on_the_beat(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return `view` answering only at whole multiples of a quarter second after the request.

    Signing up with a new address writes rows that a known address does not; without the delay
    the difference could be measured. The setting `ACCOUNT_BEAT` (seconds) may change the step.
    Rate-limit refusals are not delayed: they hold no thread and reveal nothing.
    """

    @wraps(view)
    def at_the_beat(request: HttpRequest, *args: Any) -> Answer:
        asked = time.monotonic()
        response = view(request, *args)
        step: float = getattr(settings, "ACCOUNT_BEAT", BEAT)
        if step and request.method == "POST" and response.status_code != HTTPStatus.TOO_MANY_REQUESTS:
            time.sleep(-(time.monotonic() - asked) % step)
        return response

    return at_the_beat


def limited_by_network(view: Callable[[HttpRequest], Answer]) -> Callable[[HttpRequest], Answer]:
    """Return `view` with codes for the address in the body counted per network. It must be inside a `door`."""

    @wraps(view)
    def counted(request: HttpRequest) -> Answer:
        if request.method == "POST":
            body = json.loads(request.body) if request.body else {}
            if not code_limits.take(request, str(body.get("email", ""))):
                raise RateLimited(rate_class=SIGN_UP, retry_after=ALLAUTHS_WINDOW)
        return view(request)

    return counted


def with_room(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return `view` refusing with 503 while the mail server accepts no mails, whatever the address."""

    @wraps(view)
    def in_time(request: HttpRequest, *args: Any) -> Answer:
        if request.method == "POST":
            mail_queue.demand_room()
        return view(request, *args)

    return in_time


def without_token(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return `view` ignoring the bearer token: its holder wants to sign in, perhaps to another account."""

    @wraps(view)
    def for_anybody(request: HttpRequest, *args: Any) -> Answer:
        request.META.pop("HTTP_AUTHORIZATION", None)
        return view(request, *args)

    return for_anybody


def in_a_dialogue(view: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return `view` with an explanation of its 409, about the session token that continues a dialogue."""

    @wraps(view)
    def in_it(request: HttpRequest, *args: Any) -> Answer:
        answer = view(request, *args)
        if answer.status_code == HTTPStatus.CONFLICT and isinstance(answer, HttpResponse):
            answer.content = json.dumps({"status": HTTPStatus.CONFLICT, "errors": [NO_DIALOGUE]}).encode()
        return answer

    return in_it


def _refuse(status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"status": status, "errors": []}, status=status)


def _is_limited(answer: HttpResponseBase) -> bool:
    """Tell whether allauth refused for a limit of its own, some of which it reports as form errors."""
    if answer.status_code == HTTPStatus.BAD_REQUEST:
        return b'"too_many_login_attempts"' in getattr(answer, "content", b"")
    return answer.status_code == HTTPStatus.TOO_MANY_REQUESTS


def _is_harmless(request: HttpRequest) -> bool:
    if request.method == "GET":
        return True
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > MAX_BODY:
        return False
    body = request.body
    if body.count(b"[") + body.count(b"{") > MAX_NESTING:
        return False
    # A NUL, escaped or not, is text PostgreSQL cannot store.
    return b"\0" not in body and b"\\u0000" not in body and b"\\ud" not in body.lower() and _is_fit(body)


def _is_fit(body: bytes) -> bool:
    """Tell whether `body` is empty, or a JSON object whose address can be stored and written to.

    allauth would refuse all else in HTML, or only when it sends or checks a code.
    """
    try:
        found = json.loads(body.decode()) if body else {}
    except ValueError:
        return False
    return isinstance(found, dict) and can_be_written_to(str(found.get("email", "")))


def can_be_written_to(address: str) -> bool:
    """Tell whether an address fits its column and its domain has an ASCII form for the header of a mail.

    Django accepts any label of 63 letters in a domain, `ß` and `。` among them (RFC 5890, section 2.3.2.1).
    """
    if len(address) > MAX_ADDRESS:
        return False
    domain = address.rpartition("@")[2]
    try:
        return domain.isascii() or bool(punycode(domain))
    except UnicodeError:
        return False
