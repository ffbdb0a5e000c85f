"""The routes of devices that pushes go to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from msgspec import UNSET

from common.api.view import answer, body_of
from common.http.errors import MalformedBody
from common.openapi.operation import operation
from common.sentences import Sentence
from players import errors
from players.api.authentication import player_id
from players.api.types.devices import Device, DeviceList, NewDevice, PushKey
from players.api.view import OwnAccountView, PublicView
from players.notifications import devices, push

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from players import models


class DevicesView(OwnAccountView):
    """The caller's devices."""

    body_type = NewDevice

    @operation("list_devices", tag="players", summary="List your devices", answers={200: DeviceList})
    def get(self, request: Request) -> HttpResponse:
        """Returns your devices, oldest first."""
        found = devices.devices_of(player_id=player_id(request))
        return answer(DeviceList(devices=[_shown(device) for device in found]))

    @operation(
        "add_device",
        tag="players",
        summary="Register a device",
        body=NewDevice,
        answers={201: Device},
        refusals=[errors.InvalidDevice, errors.PushUnavailable],
    )
    def post(self, request: Request) -> HttpResponse:
        """Registers a browser subscription, as `PushManager.subscribe` returns it, or the push token of an app.

        Registering the same device again keeps its id; a device of another player becomes yours. Beyond 20 devices the
        oldest is removed. Your preferences decide which messages are pushed, and the language of `title` and `body`.
        """
        body = body_of(request, NewDevice)
        _check_members(body)
        keys = {} if body.keys is UNSET else {"p256dh": body.keys.p256dh, "auth": body.keys.auth}
        device = devices.register(
            player_id=player_id(request),
            kind=body.kind,
            address=body.endpoint or body.token or "",
            name=body.name or "",
            **keys,
        )
        return answer(_shown(device), status=201)


class DeviceView(OwnAccountView):
    """One device of the caller."""

    @operation(
        "forget_device",
        tag="players",
        summary="Remove a device",
        answers={204: None},
        refusals=[errors.DeviceNotFound],
    )
    def delete(self, request: Request, device_id: UUID) -> HttpResponse:
        """Removes a device; it gets no more pushes. Removing it again is refused."""
        devices.forget(player_id=player_id(request), device_id=device_id)
        return HttpResponse(status=204)


class PushKeyView(PublicView):
    """The key that browsers subscribe with."""

    @operation(
        "read_push_key",
        tag="players",
        summary="Get the key for Web Push",
        answers={200: PushKey},
        refusals=[errors.PushUnavailable],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the key to pass to `PushManager.subscribe` as `applicationServerKey`. No token is needed."""
        keys = push.vapid()
        if keys is None:
            raise errors.PushUnavailable
        return answer(PushKey(key=keys.public))


def _check_members(body: NewDevice) -> None:
    """Raise `MalformedBody` unless the body has the members of its kind and no others."""
    wanted = {"endpoint", "keys"} if body.kind == "webpush" else {"token"}
    for name in ("endpoint", "keys", "token"):
        given = getattr(body, name) is not UNSET
        if given and name not in wanted:
            raise MalformedBody(
                Sentence("A device of kind `{kind}` has no `{name}`.", kind=body.kind, name=name), member=name
            )
        if name in wanted and not given:
            raise MalformedBody(
                Sentence("The {part} `{name}` is missing.", part=Sentence("member"), name=name), member=name
            )


def _shown(device: models.Device) -> Device:
    return Device(id=device.id, kind=device.kind, name=device.name, created_at=device.created)  # type: ignore[arg-type]
