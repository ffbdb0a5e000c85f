"""Codes by mail: signing in, and changing the address."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from players.api.types.tokens import DeviceName

Email = Annotated[str, Meta(min_length=1, max_length=254, extra_json_schema={"format": "email"})]
Secret = Annotated[str, Meta(min_length=1, max_length=64)]
Code = Annotated[str, Meta(min_length=1, max_length=32, description="As in the mail; case and hyphens do not matter.")]


class SignInRequest(Body, frozen=True, kw_only=True):
    """The address to sign in with."""

    email: Annotated[Email, Meta(description="Where the code is sent.")]


class SignIn(msgspec.Struct, frozen=True, kw_only=True):
    """A sign-in that waits for its code."""

    sign_in: Annotated[
        str, Meta(description="Identifies this sign-in, together with the code. Keep it secret, on this device.")
    ]
    expires_at: Annotated[Moment, Meta(description="When the code expires, and any that is sent again.")]
    resend_after: Annotated[
        int | None, Meta(description="Seconds until the code can be sent again; null if it cannot.")
    ]


class SignInResend(Body, frozen=True, kw_only=True):
    """The sign-in whose code is sent again."""

    sign_in: Annotated[Secret, Meta(description="From the answer to the request for a code.")]


class SignInConfirmation(Body, frozen=True, kw_only=True):
    """The code, and the guest on this device who signs in with it."""

    sign_in: Annotated[Secret, Meta(description="From the answer to the request for a code.")]
    code: Code
    guest_token: Annotated[
        Secret | UnsetType,
        Meta(
            description="The device token of the guest who signs in. If the address is new, the guest becomes the"
            " account; otherwise the guest is merged into it."
        ),
    ] = UNSET
    device_name: DeviceName | UnsetType = UNSET


class EmailChangeRequest(Body, frozen=True, kw_only=True):
    """The new address."""

    email: Annotated[Email, Meta(description="Where the code is sent.")]


class EmailChange(msgspec.Struct, frozen=True, kw_only=True):
    """A change of address that waits for its code."""

    change: Annotated[str, Meta(description="Identifies this change, together with the code.")]
    expires_at: Annotated[Moment, Meta(description="When the code expires, and any that is sent again.")]
    resend_after: Annotated[
        int | None, Meta(description="Seconds until the code can be sent again; null if it cannot.")
    ]


class EmailChangeResend(Body, frozen=True, kw_only=True):
    """The change of address whose code is sent again."""

    change: Annotated[Secret, Meta(description="From the answer to the request for a code.")]


class EmailChangeConfirmation(Body, frozen=True, kw_only=True):
    """The code that was sent to the new address."""

    change: Annotated[Secret, Meta(description="From the answer to the request for a code.")]
    code: Code
