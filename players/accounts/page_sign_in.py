"""Sign-in on the consent page: an address, a code by mail, and a session for that page alone.

allauth runs the dialogue with its limits and without revealing who is known, as it does for clients of the API. The
session is good for nothing but pressing the button.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.account.forms import ConfirmLoginCodeForm, RequestLoginCodeForm
from allauth.account.internal.constants import LoginStageKey
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.internal.stagekit import clear_login
from allauth.account.stages import LoginStageController
from allauth.headless.constants import Client
from allauth.headless.internal.decorators import mark_request_as_headless
from allauth.headless.internal.sessionkit import lookup_session, session_store
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser

from players.accounts import code_limits, mail_queue
from players.accounts.dialogues import can_be_written_to
from players.models import Player

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE: Final = "flipside_consent"
PATH: Final = "/oauth/"
SECONDS: Final = 15 * 60
"""How long a player stays signed in on that page: as long as a code is valid."""

_HERE: Final = "players_consent"
"""Marks a session of this page, as opposed to one that a device token has opened elsewhere without a code."""


def enter(request: HttpRequest) -> None:
    """Give `request` the session of its cookie, or a new one that is stored only once it holds data."""
    key = request.COOKIES.get(COOKIE, "")
    mark_request_as_headless(request, Client.BROWSER)  # no flash messages, no redirects
    found = lookup_session(key) if key.isalnum() and key.isascii() else None
    request.session = found if found is not None and _HERE in found else session_store()
    request.user = AnonymousUser()
    request.user = get_user(request)


def player_of(request: HttpRequest) -> Player | None:
    """Return the player who is signed in, or None."""
    found: object = request.user
    return found if isinstance(found, Player) and found.is_active and found.email else None


def send_code(request: HttpRequest, address: str) -> bool:
    """Send a code; False for an invalid address or too many requests. Does not reveal whether the account exists."""
    mail_queue.demand_room()
    form = RequestLoginCodeForm({"email": address})
    has_mailbox = "\0" not in address and can_be_written_to(address)
    if not has_mailbox or not code_limits.take(request, address) or not form.is_valid():
        return False
    clear_login(request)
    LoginCodeVerificationProcess.initiate(request=request, user=form._user, email=form.cleaned_data["email"])  # noqa: SLF001 - as allauth's views do
    return True


def awaits_code(request: HttpRequest) -> bool:
    """Tell whether a code was sent and is still valid."""
    return _process(request) is not None


def give_code(request: HttpRequest, code: str) -> bool:
    """Sign in with a code; return False if it is wrong. Three wrong codes end the dialogue."""
    process = _process(request)
    if process is None:
        return False
    if "\0" in code or not ConfirmLoginCodeForm({"code": code}, code=process.code).is_valid():
        process.record_invalid_attempt()
        return False
    process.finish(None)
    return player_of(request) is not None


def leave(request: HttpRequest) -> None:
    """Sign out, or cancel a dialogue that was begun."""
    request.session.flush()
    request.user = AnonymousUser()


def keep(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Save the session and set its cookie, for this page alone."""
    session = request.session
    if session.is_empty():
        if COOKIE in request.COOKIES:
            response.delete_cookie(COOKIE, path=PATH, samesite="Lax")
        return response
    if session.modified:
        session[_HERE] = True
        session.set_expiry(SECONDS)
        session.save()
        response.set_cookie(
            COOKIE,
            str(session.session_key),
            max_age=SECONDS,
            path=PATH,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",  # the app's page links here, and the cookie must come along
        )
    return response


def _process(request: HttpRequest) -> LoginCodeVerificationProcess | None:
    stage = LoginStageController.enter(request, LoginStageKey.LOGIN_BY_CODE)
    return None if stage is None else LoginCodeVerificationProcess.resume(stage)
