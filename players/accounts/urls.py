"""The open routes of allauth, at allauth's own paths below the mount point.

Routes for passwords, phones and browsers are left out: an address and a code are enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.headless.account import views as account
from allauth.headless.base.views import ConfigView
from allauth.headless.constants import Client
from django.urls import path

from common.api.throttle import rated
from players.accounts.dialogues import door, in_a_dialogue, limited_by_network, on_the_beat, with_room, without_token
from players.accounts.sign_in import SignInView
from players.limits import SIGN_UP

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpResponseBase

app_name = "accounts"

DOORS = {
    "config": (ConfigView, ("GET",)),
    "auth/signup": (account.SignupView, ("POST",)),
    "auth/email/verify": (account.VerifyEmailView, ("POST",)),
    "auth/email/verify/resend": (account.ResendEmailVerificationCodeView, ("POST",)),
    "auth/code/request": (SignInView, ("POST",)),
    "auth/code/confirm": (account.ConfirmLoginCodeView, ("POST",)),
    "auth/code/resend": (account.ResendLoginCodeView, ("POST",)),
    "auth/session": (account.SessionView, ("GET", "DELETE")),
    "account/email": (account.ManageEmailView, ("GET", "POST", "DELETE")),
}
"""Every open route: allauth's view and its methods."""

_ABOUT_ADDRESSES = {"auth/signup", "auth/code/request", "account/email"}
"""Routes whose answers must not reveal, even by their timing, whether an address is known."""

_SENDING_CODES = _ABOUT_ADDRESSES | {"auth/email/verify/resend", "auth/code/resend"}
"""Routes that send mails; a resend goes to known addresses only."""

_FOR_ANYBODY = {"auth/code/request"}
"""Routes that ignore tokens: a guest signs in to an account like everybody else."""

ABOUT_CODES: Final = {
    "auth/email/verify", "auth/email/verify/resend", "auth/code/confirm", "auth/code/resend",
}  # fmt: skip
"""Routes within a dialogue, which only the session token identifies."""


def _open(place: str) -> Callable[..., HttpResponseBase]:
    view, methods = DOORS[place]
    inner = view.as_api_view(client=Client.APP)
    opened = door(limited_by_network(inner) if place in _ABOUT_ADDRESSES else inner, methods)
    opened = in_a_dialogue(opened) if place in ABOUT_CODES else opened
    opened = without_token(opened) if place in _FOR_ANYBODY else opened
    return rated(SIGN_UP)(on_the_beat(with_room(opened)) if place in _SENDING_CODES else opened)


OPEN = {place: _open(place) for place in DOORS}
"""Every route as it is mounted."""

urlpatterns = [path(f"app/v1/{place}", view, name=place.replace("/", "-")) for place, view in OPEN.items()]
