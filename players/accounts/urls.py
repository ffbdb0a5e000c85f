"""The doors of allauth that are open, at allauth's own paths below the mount point.

Passwords, phones and browsers have none here: an address and a code are all there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.headless.account import views as account
from allauth.headless.base.views import ConfigView
from allauth.headless.constants import Client
from django.urls import path

from players.accounts.door import door, in_a_dialogue, on_the_beat
from players.limits import SIGN_UP, rated

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpResponseBase

app_name = "accounts"

DOORS = {
    "config": (ConfigView, ("GET",)),
    "auth/signup": (account.SignupView, ("POST",)),
    "auth/email/verify": (account.VerifyEmailView, ("POST",)),
    "auth/email/verify/resend": (account.ResendEmailVerificationCodeView, ("POST",)),
    "auth/code/request": (account.RequestLoginCodeView, ("POST",)),
    "auth/code/confirm": (account.ConfirmLoginCodeView, ("POST",)),
    "auth/code/resend": (account.ResendLoginCodeView, ("POST",)),
    "auth/session": (account.SessionView, ("GET", "DELETE")),
    "account/email": (account.ManageEmailView, ("GET", "POST", "DELETE")),
}
"""Every open door: allauth's view and the methods it answers to."""

_ABOUT_ADDRESSES = {"auth/signup", "auth/code/request", "account/email"}
"""Doors whose answers must not tell, even by their time, whether an address is known."""

ABOUT_CODES: Final = {
    "auth/email/verify", "auth/email/verify/resend", "auth/code/confirm", "auth/code/resend",
}  # fmt: skip
"""Doors within a dialogue: what began it is told by its session token alone."""


def _open(place: str) -> Callable[..., HttpResponseBase]:
    view, methods = DOORS[place]
    opened = door(view.as_api_view(client=Client.APP), methods)
    opened = in_a_dialogue(opened) if place in ABOUT_CODES else opened
    return rated(SIGN_UP)(on_the_beat(opened) if place in _ABOUT_ADDRESSES else opened)


OPEN = {place: _open(place) for place in DOORS}
"""Every door as it is mounted."""

urlpatterns = [path(f"app/v1/{place}", view, name=place.replace("/", "-")) for place, view in OPEN.items()]
