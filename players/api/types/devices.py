"""Devices that pushes go to."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, Moment
from common.outbound.urls import MAX_LENGTH

DeviceKind = Literal["webpush", "fcm", "apns"]


class SubscriptionKeys(Body, frozen=True, kw_only=True):
    """The keys of a browser's subscription (RFC 8291)."""

    p256dh: Annotated[
        str, Meta(min_length=1, max_length=96, description="The public key of the subscription in base64url.")
    ]
    auth: Annotated[str, Meta(min_length=1, max_length=32, description="The secret of the subscription in base64url.")]


class NewDevice(Body, frozen=True, kw_only=True):
    """A device to register, with the members of its kind."""

    kind: DeviceKind
    name: Annotated[Annotated[str, Meta(max_length=64)] | UnsetType, Meta(description="The name in your list.")] = UNSET
    endpoint: Annotated[
        Annotated[str, Meta(min_length=1, max_length=MAX_LENGTH)] | UnsetType,
        Meta(description="`webpush`: the subscription's `endpoint`."),
    ] = UNSET
    keys: Annotated[SubscriptionKeys | UnsetType, Meta(description="`webpush`: the subscription's `keys`.")] = UNSET
    token: Annotated[
        Annotated[str, Meta(min_length=1, max_length=1024)] | UnsetType,
        Meta(description="`fcm`: the registration token. `apns`: the device token, in hex."),
    ] = UNSET


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A device in its owner's list. Its address is not shown again."""

    id: UUID
    kind: DeviceKind
    name: str
    created_at: Moment


class DeviceList(msgspec.Struct, frozen=True, kw_only=True):
    """All devices of the caller."""

    devices: list[Device]


class PushKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key that a browser needs to subscribe."""

    key: Annotated[str, Meta(description="`applicationServerKey`: a public key in base64url.")]
