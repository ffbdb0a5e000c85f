"""Web Push (RFC 8030): encrypted for the browser (RFC 8291), signed by us (RFC 8292).

The endpoint is an address a user gave us: like any other, it may not lead into the internal network.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import jwt

from common.outbound import urls
from common.outbound.client import post
from players.notifications import push as push_keys
from players.notifications.channels.base import Refused
from players.notifications.channels.push import SIZE, PushChannel, encode, essence, padded

if TYPE_CHECKING:
    from common.outbound.answer import Answer
    from players.models import Device
    from players.notifications.channels.base import OutgoingMessage
    from players.notifications.channels.push import ReadyPush

TOKEN_SECONDS: Final = 12 * 3600
GONE: Final = frozenset({404, 410})


class WebPushChannel(PushChannel):
    """Browsers of players."""

    name = "webpush"

    def push(self, ready: ReadyPush) -> Answer:
        """Encrypt and post. Raises `CallFailed`, `Refused`."""
        headers = {
            "TTL": str(ready.ttl),
            "Urgency": ready.message.urgency,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": _authorization(ready.device.address),
        }
        if ready.message.collapse is not None:
            headers["Topic"] = ready.message.collapse
        return post(ready.device.address, _encrypted(ready.device, padded(ready.payload)), headers)

    def payload(self, message: OutgoingMessage) -> dict[str, Any]:
        """Return the data for the page's service worker: first as many actions as fit, then as many facts."""
        payload: dict[str, Any] = {**essence(message), "actions": []}
        for action in message.actions:
            more = [*payload["actions"], {"label": action.label, "url": action.url}]
            if len(encode({**payload, "actions": more})) > SIZE:
                break
            payload["actions"] = more
        with_facts = {**payload, "data": dict(message.data)}
        return with_facts if len(encode(with_facts)) <= SIZE else payload

    def is_gone(self, answer: Answer) -> bool:
        """Tell whether the subscription has ended."""
        return answer.status in GONE

    def receipt(self, answer: Answer) -> str:
        """Return the URL under which the push service keeps the message."""
        return answer.headers.get("location", str(answer.status))[:200]


def _authorization(endpoint: str) -> str:
    keys = push_keys.vapid()
    if keys is None:
        raise Refused("web push is off")
    claims = {"aud": urls.parse(endpoint).origin, "exp": int(time.time()) + TOKEN_SECONDS, "sub": keys.subject}
    return f"vapid t={jwt.encode(claims, keys.private, 'ES256')}, k={keys.public}"


def _encrypted(device: Device, payload: bytes) -> bytes:
    # Imported here, because it loads two HTTP clients that are not used: 15 MB in every web process.
    from pywebpush import WebPusher  # noqa: PLC0415

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    found: bytes = WebPusher({"endpoint": device.address, "keys": keys}).encode(payload)["body"]
    return found
