"""The caller's e-mail address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.api.view import answer, body_of
from common.openapi.operation import operation
from players import errors
from players.accounts import addresses, email_codes
from players.api.authentication import player_id
from players.api.permissions import DeviceToken
from players.api.types.profiles import OwnProfile
from players.api.types.sign_in import EmailChange, EmailChangeConfirmation, EmailChangeRequest, EmailChangeResend
from players.api.view import OwnAccountView
from players.api.views import own_profile

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.permissions import BasePermission
    from rest_framework.request import Request


class _EmailView(OwnAccountView):
    """Demands the token of a device: the owner of the address owns the account."""

    def get_permissions(self) -> list[BasePermission]:
        """Return what other views of the account demand, and the token of a device."""
        return [*super().get_permissions(), DeviceToken()]


class EmailView(_EmailView):
    """The address itself."""

    body_type = EmailChangeRequest

    @operation(
        "request_email_change",
        tag="accounts",
        summary="Change your e-mail address",
        body=EmailChangeRequest,
        answers={200: EmailChange},
        refusals=[errors.DeviceTokenRequired, errors.InvalidEmail],
    )
    def post(self, request: Request) -> HttpResponse:
        """Sends a code to the new address; nothing changes before it is given.

        A guest becomes an account and stays the same player. The answer is the same whether the address is known or
        not.
        """
        email = body_of(request, EmailChangeRequest).email
        return answer(_shown(email_codes.send(request, email, player_id=player_id(request))))


class EmailConfirmationView(_EmailView):
    """The code."""

    body_type = EmailChangeConfirmation

    @operation(
        "confirm_email_change",
        tag="accounts",
        summary="Give the code for your new address",
        body=EmailChangeConfirmation,
        answers={200: OwnProfile},
        refusals=[errors.DeviceTokenRequired, errors.WrongCode, errors.CodeExpired, errors.EmailTaken],
    )
    def post(self, request: Request) -> HttpResponse:
        """Replaces your address; the former one gets a note.

        Three wrong codes end the change. Safe to repeat.
        """
        body, me = body_of(request, EmailChangeConfirmation), player_id(request)
        addresses.change(request, player_id=me, secret=body.change, code=body.code)
        return answer(own_profile(me))


class EmailResendView(_EmailView):
    """A lost code."""

    body_type = EmailChangeResend

    @operation(
        "resend_email_change_code",
        tag="accounts",
        summary="Send the code for your new address again",
        body=EmailChangeResend,
        answers={200: EmailChange},
        refusals=[errors.DeviceTokenRequired, errors.CodeExpired, errors.CodeSentRecently, errors.TooManyCodes],
    )
    def post(self, request: Request) -> HttpResponse:
        """Sends another code, which replaces the earlier one. Twice at most, `resend_after` seconds apart."""
        secret = body_of(request, EmailChangeResend).change
        return answer(_shown(email_codes.resend(request, secret, player_id=player_id(request))))


def _shown(sent: email_codes.Sent) -> EmailChange:
    return EmailChange(change=sent.secret, expires_at=sent.expires_at, resend_after=sent.resend_after)
