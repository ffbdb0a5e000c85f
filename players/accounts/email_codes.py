"""Codes by mail, which prove that a person reads the mails of an address.

A request does the same whether the address is known or not; only the right code shows what belongs to it. A code is
bound to the secret that the request returned: neither is of use without the other.
"""

from __future__ import annotations

import hmac
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.core.internal.cryptokit import normalize_user_code
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.encoding import punycode

from common import clock
from common.keys import derived_key
from players import secret_tokens
from players.accounts import code_limits, mail_queue
from players.errors import CodeExpired, CodeSentRecently, InvalidEmail, TooManyCodes, WrongCode
from players.models import EmailCode

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.http import HttpRequest

LIFETIME: Final = timedelta(minutes=15)
"""Of a code, also of one that is sent again; the mails say it."""
MAX_WRONG: Final = 3
MAX_SENT: Final = 3
MAX_ADDRESS: Final = 254
"""Characters of an address that can be stored, and in RFC 5321."""
PAUSE: Final = 30
"""Seconds between two mails of one request."""

_SIGN_IN: Final = "account/email/login_code"
_NEW_ADDRESS: Final = "account/email/email_confirmation"


class Sent(NamedTuple):
    """A code on its way. `secret` names it; `resend_after`: seconds until it may be sent again, None for never."""

    secret: str
    expires_at: datetime
    resend_after: int | None


def send(request: HttpRequest, email: str, *, player_id: UUID | None = None) -> Sent:
    """Send a code to `email`: to sign in, or to make it the address of the player.

    Raises `InvalidEmail`, `RateLimited`, and `mail_queue.Full` while the mail server accepts no mails.
    """
    mail_queue.demand_room()
    address = read_address(email)
    code_limits.take(request, address)
    secret, code, now = secret_tokens.mint(secret_tokens.EMAIL), _new_code(), clock.now()
    kept = EmailCode.objects.create(
        sha256=secret_tokens.digest(secret),
        player_id=player_id,
        address=address,
        code=digest_of(secret, code),
        sent_at=now,
        expires_at=now + LIFETIME,
    )
    _mail(kept, code)
    return _sent(kept, secret)


def resend(request: HttpRequest, secret: str, *, player_id: UUID | None = None) -> Sent:
    """Send a new code, which replaces the earlier one. It expires when the first one would have.

    Raises `CodeExpired`, `CodeSentRecently`, `TooManyCodes`, `RateLimited`, `mail_queue.Full`.
    """
    mail_queue.demand_room()
    with transaction.atomic():
        kept, now = lock(secret, player_id=player_id), clock.now()
        if kept.confirmed_at is not None:
            raise CodeExpired
        if kept.sent >= MAX_SENT:
            raise TooManyCodes(limit=MAX_SENT)
        wait = PAUSE - (now - kept.sent_at).total_seconds()
        if wait > 0:
            raise CodeSentRecently(retry_after=ceil(wait), window=PAUSE)
        code_limits.take(request, kept.address)
        code = _new_code()
        kept.code, kept.sent, kept.sent_at = digest_of(secret, code), kept.sent + 1, now
        kept.save(update_fields=["code", "sent", "sent_at"])
    _mail(kept, code)
    return _sent(kept, secret)


def check(secret: str, code: str, *, player_id: UUID | None = None) -> None:
    """Compare a code with the latest one that was sent, and count it if it is wrong.

    Call it outside a transaction, which would undo the count. Raises `WrongCode`, `CodeExpired`.
    """
    with transaction.atomic():
        kept = lock(secret, player_id=player_id)
        if hmac.compare_digest(bytes(kept.code), digest_of(secret, code)):
            return
        kept.wrong += 1
        kept.save(update_fields=["wrong"])
    raise WrongCode(attempts_left=MAX_WRONG - kept.wrong)


def lock(secret: str, *, player_id: UUID | None = None) -> EmailCode:
    """Lock a code until the transaction ends; it may be confirmed already.

    Raises `CodeExpired`, also for a code of another player, and after three wrong ones.
    """
    kept = (
        EmailCode.objects.select_for_update().filter(sha256=secret_tokens.digest(secret), wrong__lt=MAX_WRONG).first()
    )
    if kept is None or kept.player_id != player_id or kept.expires_at <= clock.now():
        raise CodeExpired
    return kept


def is_awaited(secret: str) -> bool:
    """Tell whether the code of this secret can still be given."""
    living = EmailCode.objects.filter(sha256=secret_tokens.digest(secret), wrong__lt=MAX_WRONG, confirmed_at=None)
    return living.filter(expires_at__gt=clock.now()).exists()


def read_address(text: str) -> str:
    """Return an address as it is stored; raises `InvalidEmail` for text that no mail can be sent to."""
    address = text.strip().lower()
    if len(address) > MAX_ADDRESS:
        raise InvalidEmail
    try:
        validate_email(address)
        # Django accepts any label of 63 letters, `ß` and `。` among them (RFC 5890, section 2.3.2.1).
        punycode(address.rpartition("@")[2])
    except (ValidationError, UnicodeError):
        raise InvalidEmail from None
    return address


def digest_of(secret: str, code: str) -> bytes:
    """Return the digest of a code. It is keyed, since a code is short enough to try all."""
    text = f"{secret} {normalize_user_code(code)}"
    return hmac.digest(derived_key("email codes"), text.encode(), "sha256")


def _new_code() -> str:
    code: str = get_adapter().generate_login_code()
    return code


def _mail(kept: EmailCode, code: str) -> None:
    template = _SIGN_IN if kept.player_id is None else _NEW_ADDRESS
    get_adapter().send_mail(template, kept.address, {"code": code, "player_id": kept.player_id})


def _sent(kept: EmailCode, secret: str) -> Sent:
    return Sent(secret, kept.expires_at, PAUSE if kept.sent < MAX_SENT else None)
