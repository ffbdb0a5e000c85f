"""Devices that receive pushes: registered by their owners, deleted when the push service reports them gone.

A push endpoint is an address a user gave us and is checked like any other (`outbound`).
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.conf import settings
from django.db import transaction

from common import base64url
from common.outbound import addresses, urls
from players.errors import DeviceNotFound, InvalidDevice, PushUnavailable
from players.locks import lock_player
from players.models import Device
from players.notifications import push

if TYPE_CHECKING:
    from uuid import UUID

REGISTERED: Final = """
ARRAY(SELECT d.id FROM players_device d WHERE d.player_id = reader.id AND d.kind = '{kind}' ORDER BY d.created, d.id)
"""
"""The devices of one kind of the player `reader.id`, oldest first: an expression in SQL."""
HOST: Final = "CASE d.kind WHEN 'webpush' THEN split_part(d.address, '/', 3) ELSE '' END"
"""The host and port of the device `d`: an expression in SQL."""
MAX_DEVICES: Final = 20
"""Per player. Beyond this, the device registered longest ago is deleted."""
_POINT_BYTES: Final = 65
_AUTH_BYTES: Final = 16
_TOKENS: Final = {
    # Registration tokens of FCM and device tokens of APNs, in the form their clients return.
    "fcm": re.compile(r"[A-Za-z0-9_:=.-]{20,1024}"),
    "apns": re.compile(r"[0-9a-f]{64,200}"),
}


def register(*, player_id: UUID, kind: str, address: str, p256dh: str = "", auth: str = "", name: str = "") -> Device:
    """Register a device for pushes. A device that is registered already becomes this player's and keeps its id.

    `address`: a push endpoint with the subscription's keys, or the token of FCM or APNs. Raises `InvalidDevice`,
    `PushUnavailable`, `PlayerNotFound`.
    """
    if kind not in push.kinds():
        raise PushUnavailable
    if kind == Device.Kind.WEBPUSH:
        _check_subscription(address, p256dh, auth)
    elif not _TOKENS[kind].fullmatch(address):
        raise InvalidDevice(member="token", reason="it is none")
    elif p256dh or auth:
        raise InvalidDevice(member="keys", reason="only a web push has them")
    with transaction.atomic():
        lock_player(player_id)
        device, _ = Device.objects.update_or_create(
            kind=kind,
            sha256=sha256(address.encode()).digest(),
            defaults={"player_id": player_id, "address": address, "p256dh": p256dh, "auth": auth, "name": name},
        )
        surplus = Device.objects.filter(player_id=player_id).exclude(id=device.id).order_by("-created", "id")
        Device.objects.filter(id__in=list(surplus.values_list("id", flat=True)[MAX_DEVICES - 1 :])).delete()
    device.refresh_from_db()
    return device


def devices_of(*, player_id: UUID, kind: str | None = None) -> list[Device]:
    """Return a player's devices, oldest first."""
    found = Device.objects.filter(player_id=player_id).order_by("created", "id")
    return list(found if kind is None else found.filter(kind=kind))


def device(*, device_id: UUID, kind: str) -> Device | None:
    """Return the device of that id and kind, if it still exists and its owner is active."""
    return Device.objects.filter(id=device_id, kind=kind, player__is_active=True).first()


def host(device: Device) -> str:
    """Return the host and port of a push endpoint, as `HOST` does; "" for a token, whose service is always the same."""
    return device.address.split("/")[2] if device.kind == Device.Kind.WEBPUSH else ""


def forget(*, player_id: UUID, device_id: UUID) -> None:
    """Delete a device. Raises `DeviceNotFound`, also for another player's."""
    deleted, _ = Device.objects.filter(player_id=player_id, id=device_id).delete()
    if not deleted:
        raise DeviceNotFound


def gone(device: Device) -> None:
    """Delete a device that its push service reports gone, unless it has been registered again meanwhile."""
    Device.objects.filter(id=device.id, p256dh=device.p256dh, auth=device.auth).delete()


def _check_subscription(endpoint: str, p256dh: str, auth: str) -> None:
    """Raises `InvalidDevice` unless this is a subscription as browsers hand them out (RFC 8291)."""
    try:
        url = urls.parse(endpoint)
        addresses.require_acceptable(url)
    except urls.BadUrl as error:
        raise InvalidDevice(member="endpoint", reason=error.reason) from None
    if not _is_push_service(url.host):
        raise InvalidDevice(member="endpoint", reason="it is at none of the push services known here")
    try:
        point = base64url.read(p256dh.rstrip("="))
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError:
        raise InvalidDevice(member="keys.p256dh", reason="it is no point of P-256 in base64url") from None
    if len(point) != _POINT_BYTES:
        raise InvalidDevice(member="keys.p256dh", reason="the point must not be compressed")
    try:
        secret = base64url.read(auth.rstrip("="))
    except ValueError:
        secret = b""
    if len(secret) != _AUTH_BYTES:
        raise InvalidDevice(member="keys.auth", reason="it is not 16 bytes in base64url")


def _is_push_service(host: str) -> bool:
    """Tell whether the setting `WEBPUSH_HOSTS` names the host; any host passes where operators opened networks."""
    known: list[str] = settings.WEBPUSH_HOSTS
    return bool(settings.OUTBOUND_ALLOW) or any(
        name in {"*", host} or (name.startswith("*.") and host.endswith(name[1:])) for name in known
    )
