"""The push services of this installation, and its keys for them.

A service is on if its settings exist; wrong settings raise ImproperlyConfigured, which stops the start. No service is
called from here.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from typing import Final, NamedTuple

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from common import base64url

_SCALAR_BYTES: Final = 32


class Vapid(NamedTuple):
    """Our identity for push services (RFC 8292): the private key, the public one in base64url, and a contact."""

    private: EllipticCurvePrivateKey
    public: str
    subject: str


class Fcm(NamedTuple):
    """A service account of Firebase Cloud Messaging, HTTP v1."""

    project: str
    email: str
    private_key: str
    token_url: str
    url: str


class Apns(NamedTuple):
    """A signing key of the Apple Push Notification service."""

    private_key: str
    key_id: str
    team_id: str
    topic: str
    url: str


def vapid() -> Vapid | None:
    """Return the keys for Web Push, or None if it is off."""
    text: str = settings.VAPID_PRIVATE_KEY
    return _vapid(text, settings.VAPID_SUBJECT) if text else None


def fcm() -> Fcm | None:
    """Return the service account of FCM, or None if it is off."""
    text: str = settings.FCM_CREDENTIALS
    if not text:
        return None
    try:
        account: dict[str, str] = json.loads(text)
        found = (account["project_id"], account["client_email"], account["private_key"], account["token_uri"])
    except (ValueError, KeyError, TypeError):
        raise ImproperlyConfigured("FCM_CREDENTIALS must be a service account of Google, in JSON.") from None
    _demand_key("FCM_CREDENTIALS", found[2])
    return Fcm(*found, settings.FCM_URL)


def apns() -> Apns | None:
    """Return the signing key of APNs, or None if it is off."""
    if not settings.APNS_KEY:
        return None
    missing = [name for name in ("APNS_KEY_ID", "APNS_TEAM_ID", "APNS_TOPIC") if not getattr(settings, name)]
    if missing:
        raise ImproperlyConfigured(f"APNS_KEY is of no use without {' and '.join(missing)}.")
    _demand_key("APNS_KEY", settings.APNS_KEY)
    return Apns(settings.APNS_KEY, settings.APNS_KEY_ID, settings.APNS_TEAM_ID, settings.APNS_TOPIC, settings.APNS_URL)


def kinds() -> frozenset[str]:
    """Return the kinds of devices that can be registered: with PUSH_OUTBOX all, else those with keys."""
    return frozenset(("webpush", "fcm", "apns")) if settings.PUSH_OUTBOX else configured()


def configured() -> frozenset[str]:
    """Return the kinds of devices that can be sent to, in the words of `models.Device.Kind`."""
    found = {"webpush": vapid(), "fcm": fcm(), "apns": apns()}
    return frozenset(kind for kind, keys in found.items() if keys is not None)


@cache
def _demand_key(name: str, text: str) -> None:
    try:
        load_pem_private_key(text.encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise ImproperlyConfigured(f"{name} holds no private key in PEM.") from None


@cache
def _vapid(text: str, subject: str) -> Vapid:
    try:
        scalar = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        private = derive_private_key(int.from_bytes(scalar), SECP256R1())
    except ValueError:
        scalar = b""
    if len(scalar) != _SCALAR_BYTES:
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY must be what `manage.py new_vapid_key` prints.")
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return Vapid(private, base64url.write(point), subject)
