"""Signatures of webhooks: Standard Webhooks, scheme v1 (HMAC-SHA256), made with the public library.

For a day after a rotation both secrets sign, so that a receiver can change over whenever it likes.
"""

from __future__ import annotations

import base64
import secrets
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from standardwebhooks import Webhook as Signer

from common import sealing
from common.sealing import Sealed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from players.models import Webhook

PREFIX: Final = "whsec_"
_PURPOSE: Final = "webhook secret"
_SECRET_BYTES: Final = 32


def new_secret(webhook_id: UUID) -> tuple[Sealed, str]:
    """Return a new secret: sealed for the webhook, and as its owner is shown it this once."""
    secret = secrets.token_bytes(_SECRET_BYTES)
    return sealing.seal(_PURPOSE, webhook_id, secret), PREFIX + base64.b64encode(secret).decode()


def headers(webhook: Webhook, message_id: UUID, body: bytes, now: datetime) -> dict[str, str]:
    """Return the headers of a call with this body at this moment. Raises `sealing.Unreadable`."""
    text = body.decode()
    stamp = datetime.now(UTC)  # the receiver compares it with their own clock, which a sandbox does not move
    signatures = [Signer(secret).sign(str(message_id), stamp, text) for secret in _secrets(webhook, now)]
    return {
        "Content-Type": "application/json",
        "webhook-id": str(message_id),
        "webhook-timestamp": str(int(stamp.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def resealed(sealed: Sealed, webhook_id: UUID) -> Sealed:
    """Return the same secret under the current key. Raises `sealing.Unreadable`."""
    return sealing.seal(_PURPOSE, webhook_id, sealing.unseal(_PURPOSE, webhook_id, sealed))


def _secrets(webhook: Webhook, now: datetime) -> Iterator[bytes]:
    yield sealing.unseal(_PURPOSE, webhook.id, Sealed(webhook.secret_key, bytes(webhook.secret)))
    if webhook.former is not None and webhook.former_until is not None and now < webhook.former_until:
        # A rotation replaces a secret whose key is lost, so the lost one must not stop the calls.
        with suppress(sealing.Unreadable):
            yield sealing.unseal(_PURPOSE, webhook.id, Sealed(webhook.former_key, bytes(webhook.former)))
