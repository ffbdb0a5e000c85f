"""Sign-in on the consent page: an address, a code by mail, and a session for that page alone.

The session is good for nothing but pressing the button, and it is the only one: the API knows tokens.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal

from django.conf import settings
from django.db import transaction

from common import clock
from common.http.errors import RateLimited
from players.accounts import addresses, email_codes
from players.errors import CodeExpired, InvalidEmail, WrongCode
from players.models import Player

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

COOKIE: Final = "flipside_consent"
PATH: Final = "/oauth/"
SECONDS: Final = 15 * 60
"""How long a player stays signed in on that page: as long as a code is valid."""

_CODE: Final = "players_consent_code"
"""Session key of the secret that names the code that was sent."""
_PLAYER: Final = "players_consent_player"
"""Session key of the player who is signed in. Sessions of the admin have neither key, so they are of no use here."""


def enter(request: HttpRequest) -> None:
    """Give `request` the session of its cookie, or a new one that is stored only once it holds data."""
    key = request.COOKIES.get(COOKIE, "")
    store = import_module(settings.SESSION_ENGINE).SessionStore
    found = store(key) if key.isalnum() and key.isascii() else store()
    request.session = found if _CODE in found or _PLAYER in found else store()


def player_of(request: HttpRequest) -> Player | None:
    """Return the player who is signed in, or None."""
    found = Player.objects.filter(id=request.session[_PLAYER]).first() if _PLAYER in request.session else None
    return found if found is not None and found.is_active and found.email else None


def send_code(request: HttpRequest, address: str) -> bool:
    """Send a code; False for an invalid address or too many requests. Does not reveal whether the account exists."""
    try:
        request.session[_CODE] = email_codes.send(request, address).secret
    except (InvalidEmail, RateLimited):
        return False
    return True


def awaits_code(request: HttpRequest) -> bool:
    """Tell whether a code was sent and is still valid."""
    return _CODE in request.session and email_codes.is_awaited(request.session[_CODE])


def give_code(request: HttpRequest, code: str) -> Literal["", "wrong_code", "no_account"]:
    """Sign in with a code; return the fault, "" if there is none. The right code ends the dialogue, as do three others.

    An account is opened in clients, not here: a guest would get a second player.
    """
    secret: Any = request.session.get(_CODE, "")
    try:
        email_codes.check(secret, code)
        with transaction.atomic():
            kept = email_codes.lock(secret)
            if kept.confirmed_at is not None:
                return "wrong_code"
            kept.confirmed_at = clock.now()
            kept.save(update_fields=["confirmed_at"])
            player = addresses.owner(kept.address)
    except (WrongCode, CodeExpired):
        return "wrong_code"
    request.session.flush()
    if player is None or not player.is_active:
        return "no_account"
    request.session[_PLAYER] = str(player.id)
    return ""


def leave(request: HttpRequest) -> None:
    """Sign out, or cancel a dialogue that was begun."""
    request.session.flush()


def keep(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Save the session and set its cookie, for this page alone."""
    session = request.session
    if session.is_empty():
        if COOKIE in request.COOKIES:
            response.delete_cookie(COOKIE, path=PATH, samesite="Lax")
        return response
    if session.modified:
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
