"""Firebase Cloud Messaging, HTTP v1: for apps on Android. On if a service account is configured.

Google can read the message, so it gets no more than a lock screen shows: no cards, no links that act.
"""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

import jwt

from common.outbound.client import post
from players.notifications import push as push_keys
from players.notifications.channels.base import Later, Refused
from players.notifications.channels.push import SIZE, PushChannel, encode, essence, ttl

if TYPE_CHECKING:
    from common.outbound.answer import Answer
    from players.notifications.channels.base import OutgoingMessage
    from players.notifications.channels.push import ReadyPush
    from players.notifications.push import Fcm

SCOPE: Final = "https://www.googleapis.com/auth/firebase.messaging"
GRANT: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
ASSERTION_SECONDS: Final = 3600
EARLY: Final = 300
"""Seconds before its end at which an access token is replaced."""
NOT_FOUND: Final = 404
UNAUTHORIZED: Final = 401


class FcmChannel(PushChannel):
    """Android phones of players."""

    name = "fcm"

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.token = ""
        self.good_until = 0.0
        self.failed_at = 0.0

    def push(self, ready: ReadyPush) -> Answer:
        """Post with an access token. Raises `CallFailed`, `Later`, `Refused`."""
        account = push_keys.fcm()
        if account is None:
            raise Refused("FCM is off")
        token = self._access_token(account)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        address = f"{account.url}/v1/projects/{quote(account.project, safe='')}/messages:send"
        sent = {**ready.payload, "token": ready.device.address}
        answer = post(address, encode({"message": sent}).ljust(SIZE), headers)
        if answer.status == UNAUTHORIZED:
            self._forget(token)
            raise Later("the access token was not taken")
        return answer

    def payload(self, message: OutgoingMessage) -> dict[str, Any]:
        """Return the notification, the facts for the app, and how Android treats them."""
        shown = essence(message)
        high = message.urgency == "high"
        android: dict[str, Any] = {"ttl": f"{ttl(message)}s", "priority": "HIGH" if high else "NORMAL"}
        if message.collapse is not None:
            android |= {"collapse_key": message.collapse, "notification": {"tag": message.collapse}}
        return {
            "notification": {"title": shown.pop("title"), "body": shown.pop("body")},
            "data": {**shown, "id": str(message.id)},
            "android": android,
        }

    def is_gone(self, answer: Answer) -> bool:
        """Tell whether the app was removed from the phone (`UNREGISTERED`)."""
        return answer.status == NOT_FOUND

    def receipt(self, answer: Answer) -> str:
        """Return FCM's name of the message."""
        return str(_json(answer).get("name", answer.status))[:200]

    def _access_token(self, account: Fcm) -> str:
        """Return our access token; request a new one when it ends. Raises `CallFailed`, `Later`.

        One thread requests it. If that fails, those that waited for it do not ask again: they would take one after the
        other as long as it did.
        """
        asked = time.monotonic()
        with self.lock:
            if asked < self.failed_at:
                raise Later("no access token")
            if time.monotonic() >= self.good_until:
                try:
                    self._request_token(account)
                except Exception:
                    self.failed_at = time.monotonic()
                    raise
            return self.token

    def _request_token(self, account: Fcm) -> None:
        """Request a token, valid for an hour (RFC 7523). Raises `CallFailed`, `Later`."""
        now = int(time.time())
        claims = {
            "iss": account.email, "scope": SCOPE, "aud": account.token_url, "iat": now, "exp": now + ASSERTION_SECONDS,
        }  # fmt: skip
        form = {"grant_type": GRANT, "assertion": jwt.encode(claims, account.private_key, "RS256")}
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = post(account.token_url, urlencode(form).encode(), headers)
        granted = _json(answer)
        if not answer.ok or "access_token" not in granted:
            raise Later(f"no access token: status {answer.status}", seconds=answer.retry_after)
        self.token = str(granted["access_token"])
        self.good_until = time.monotonic() + float(granted.get("expires_in", 0)) - EARLY

    def _forget(self, token: str) -> None:
        """Have a new token requested, once for all calls that were made with this one."""
        with self.lock:
            if token == self.token:
                self.good_until = 0.0


def _json(answer: Answer) -> dict[str, Any]:
    try:
        found = json.loads(answer.body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
