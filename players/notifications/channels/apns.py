"""The Apple Push Notification service: HTTP/2 with a provider token (ES256). On if a signing key is configured.

Apple can read the message, so it gets no more than a lock screen shows: no cards, no links that act.
"""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import jwt
from django.utils import timezone

from common.outbound.client import post
from players.notifications import push as push_keys
from players.notifications.channels.base import Later, Refused
from players.notifications.channels.push import PushChannel, essence, padded

if TYPE_CHECKING:
    from common.outbound.answer import Answer
    from players.notifications.channels.base import OutgoingMessage
    from players.notifications.channels.push import ReadyPush
    from players.notifications.push import Apns

TOKEN_SECONDS: Final = 45 * 60
"""How long a provider token is used: Apple accepts each for an hour, but not a new one every minute."""
BAD_REQUEST: Final = 400
FORBIDDEN: Final = 403
GONE: Final = 410


class ApnsChannel(PushChannel):
    """Apple devices of players."""

    name = "apns"

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.token = ""
        self.good_until = 0.0

    def push(self, ready: ReadyPush) -> Answer:
        """Post over HTTP/2. Raises `CallFailed`, `Later`, `Refused`."""
        keys = push_keys.apns()
        if keys is None:
            raise Refused("APNs is off")
        token = self._provider_token(keys)
        headers = {
            "authorization": f"bearer {token}",
            "apns-topic": keys.topic,
            "apns-push-type": "alert",
            "apns-id": str(ready.message.id),
            "apns-priority": "10" if ready.message.urgency == "high" else "5",
            "apns-expiration": str(int(timezone.now().timestamp()) + ready.ttl),
        }
        if ready.message.collapse is not None:
            headers["apns-collapse-id"] = ready.message.collapse
        answer = post(f"{keys.url}/3/device/{ready.device.address}", padded(ready.payload), headers, http2=True)
        if answer.status == FORBIDDEN:
            self._forget(token)
            raise Later(f"the provider token was not taken: {_reason(answer)}")
        return answer

    def payload(self, message: OutgoingMessage) -> dict[str, Any]:
        """Return the alert, and the facts for the app."""
        shown = essence(message)
        aps: dict[str, Any] = {"alert": {"title": shown.pop("title"), "body": shown.pop("body")}, "sound": "default"}
        if message.collapse is not None:
            aps["thread-id"] = message.collapse
        return {"aps": aps, **shown, "id": str(message.id)}

    def is_gone(self, answer: Answer) -> bool:
        """Tell whether the app was removed from the device, or the token never was one of this app's."""
        return answer.status == GONE or (
            answer.status == BAD_REQUEST and _reason(answer) in {"BadDeviceToken", "DeviceTokenNotForTopic"}
        )

    def receipt(self, answer: Answer) -> str:
        """Return Apple's id of the message."""
        return answer.headers.get("apns-id", str(answer.status))[:200]

    def _provider_token(self, keys: Apns) -> str:
        with self.lock:
            if time.monotonic() >= self.good_until:
                claims = {"iss": keys.team_id, "iat": int(time.time())}
                self.token = jwt.encode(claims, keys.private_key, "ES256", headers={"kid": keys.key_id})
                self.good_until = time.monotonic() + TOKEN_SECONDS
            return self.token

    def _forget(self, token: str) -> None:
        """Have a new token made, once for all calls that were made with this one."""
        with self.lock:
            if token == self.token:
                self.good_until = 0.0


def _reason(answer: Answer) -> str:
    try:
        found = json.loads(answer.body)
    except ValueError:
        return ""
    return str(found.get("reason", "")) if isinstance(found, dict) else ""
