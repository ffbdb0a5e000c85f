"""Signing in by a code. The routes are here because a guest's games come along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from common.api.view import answer, body_of
from common.openapi.operation import operation
from games import errors
from games.services import sign_in
from games.services.sign_in import Confirmation
from games.wire.merges import MergeResult
from games.wire.sign_in import SignedIn
from players.accounts import email_codes
from players.api.types.sign_in import SignIn, SignInConfirmation, SignInRequest, SignInResend
from players.api.view import PublicView
from players.api.views import device_name, own_profile
from players.errors import (
    AboutToLeave,
    AccountDeactivated,
    CodeExpired,
    CodeSentRecently,
    GuestOnVacation,
    InvalidEmail,
    InvalidGuestToken,
    NotAGuest,
    OperatorAccount,
    TooManyCodes,
    WrongCode,
)
from players.limits import SIGN_UP, spend_on_guessing

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from players.accounts.email_codes import Sent
    from players.models import Merge


class SignInView(PublicView):
    """A sign-in that begins."""

    rate_class = SIGN_UP
    body_type = SignInRequest

    @operation(
        "request_sign_in_code",
        tag="accounts",
        summary="Sign in by e-mail",
        body=SignInRequest,
        answers={200: SignIn},
        refusals=[InvalidEmail],
    )
    def post(self, request: Request) -> HttpResponse:
        """Sends a code to the address. With the code you sign in, or open an account.

        The answer is the same whether the address is known or not. A token of the request is not looked at.
        """
        return answer(_shown(email_codes.send(request, body_of(request, SignInRequest).email)))


class SignInConfirmationView(PublicView):
    """A sign-in that ends."""

    rate_class = SIGN_UP
    body_type = SignInConfirmation

    @operation(
        "confirm_sign_in",
        tag="accounts",
        summary="Give the code that signs you in",
        body=SignInConfirmation,
        answers={200: SignedIn},
        refusals=[
            WrongCode,
            CodeExpired,
            AccountDeactivated,
            InvalidGuestToken,
            NotAGuest,
            errors.SeatedTogether,
            GuestOnVacation,
            AboutToLeave,
            OperatorAccount,
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        """Makes the token of this device, and an account if the address has none.

        With `guest_token`, the guest becomes the new account and stays the same player, or is merged into the account
        that the address has, as by `merge_guest`; the guest's token ends. If the merge is refused nobody is signed in:
        send the code again, without `guest_token` to sign in alone. Three wrong codes end the sign-in. The same
        request gets the same answer for 15 minutes.
        """
        body = body_of(request, SignInConfirmation)
        guest = None if body.guest_token is UNSET else body.guest_token
        given = Confirmation(body.sign_in, body.code, guest, device_name(request, body.device_name))
        try:
            done = sign_in.confirm(request, given)
        except InvalidGuestToken as error:
            spend_on_guessing(request)
            error.fields["member"] = "guest_token"
            raise
        shown = SignedIn(
            token=done.token, player=own_profile(done.player_id), is_new=done.is_new, merged=_merged(done.merge)
        )
        return answer(shown)


class SignInResendView(PublicView):
    """A lost code."""

    rate_class = SIGN_UP
    body_type = SignInResend

    @operation(
        "resend_sign_in_code",
        tag="accounts",
        summary="Send the sign-in code again",
        body=SignInResend,
        answers={200: SignIn},
        refusals=[CodeExpired, CodeSentRecently, TooManyCodes],
    )
    def post(self, request: Request) -> HttpResponse:
        """Sends another code, which replaces the earlier one. Twice at most, `resend_after` seconds apart."""
        return answer(_shown(email_codes.resend(request, body_of(request, SignInResend).sign_in)))


def _shown(sent: Sent) -> SignIn:
    return SignIn(sign_in=sent.secret, expires_at=sent.expires_at, resend_after=sent.resend_after)


def _merged(merge: Merge | None) -> MergeResult | None:
    return None if merge is None else MergeResult(guest=str(merge.guest), games=merge.games, merged_at=merge.merged_at)
