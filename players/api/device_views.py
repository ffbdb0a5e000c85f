"""The routes of devices that pushes go to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.response import Response

from common.openapi.operation import refuses
from common.outbound.urls import MAX_LENGTH
from players import devices, errors, push_keys
from players.api.authentication import player_id
from players.api.serializers import StrictCharField, StrictSerializer, validated
from players.api.view import OwnAccountView, PublicView
from players.models import Device

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request


class SubscriptionKeys(StrictSerializer):
    """The keys of a browser's subscription (RFC 8291)."""

    p256dh = StrictCharField(max_length=96, help_text="Its public key in base64url.")
    auth = StrictCharField(max_length=32, help_text="Its secret in base64url.")


class NewDevice(StrictSerializer):
    """The body of `POST /v1/me/devices`."""

    kind = serializers.ChoiceField(choices=Device.Kind.values)
    name = StrictCharField(required=False, max_length=64, allow_blank=True, help_text="What you call it in your list.")
    endpoint = StrictCharField(
        required=False, max_length=MAX_LENGTH, help_text="`webpush`: the subscription's `endpoint`."
    )
    keys = SubscriptionKeys(required=False, help_text="`webpush`: the subscription's `keys`.")
    token = StrictCharField(
        required=False, max_length=1024, help_text="`fcm`: the registration token. `apns`: the device token, in hex."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Demand the members of the kind, and no others; raises DRF's `ValidationError`."""
        wanted = {"endpoint", "keys"} if attrs["kind"] == Device.Kind.WEBPUSH else {"token"}
        given = {"endpoint", "keys", "token"} & set(attrs)
        faults = dict.fromkeys(wanted - given, "required") | dict.fromkeys(given - wanted, "unknown_field")
        if faults:
            raise serializers.ValidationError(
                {name: [serializers.ErrorDetail("Not for this kind.", code)] for name, code in sorted(faults.items())}
            )
        return attrs


@extend_schema_serializer(component_name="Device")
class DeviceBody(serializers.Serializer[Any]):
    """A device in the list of its owner; its address is not shown again."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=Device.Kind.values)
    name = serializers.CharField()
    created = serializers.DateTimeField()


@extend_schema_serializer(component_name="DeviceList")
class DeviceListBody(serializers.Serializer[Any]):
    """All devices of the caller."""

    devices = DeviceBody(many=True)


@extend_schema_serializer(component_name="PushKey")
class PushKeyBody(serializers.Serializer[Any]):
    """What a browser needs to subscribe."""

    key = serializers.CharField(help_text="`applicationServerKey`: a public key in base64url.")


class DevicesView(OwnAccountView):
    """The caller's devices."""

    @extend_schema(
        operation_id="list_devices",
        summary="List the devices that pushes go to",
        description="Oldest first.",
        tags=["players"],
        responses={200: OpenApiResponse(DeviceListBody, "Your devices.")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        found = devices.devices_of(player_id=player_id(request))
        return Response(DeviceListBody({"devices": found}).data)

    @refuses(errors.InvalidDevice, errors.PushUnavailable)
    @extend_schema(
        operation_id="add_device",
        summary="Have pushes sent to a device",
        description="A browser's subscription as `PushManager.subscribe` gives it, or the token of an app. Sent again "
        "it is renewed and keeps its id; somebody else's device becomes yours. Beyond 20, the one added longest ago "
        "is forgotten. Which messages go there is said in your preferences.",
        tags=["players"],
        request=NewDevice,
        responses={201: OpenApiResponse(DeviceBody, "Pushes go there from now on.")},
        examples=[
            OpenApiExample("a phone", {"kind": "fcm", "token": "f-example-token-of-fcm"}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Register one."""
        body = validated(request, NewDevice)
        device = devices.register(
            player_id=player_id(request),
            kind=body["kind"],
            address=body.get("endpoint") or body.get("token", ""),
            name=body.get("name", ""),
            **body.get("keys", {}),
        )
        return Response(DeviceBody(device).data, status=status.HTTP_201_CREATED)


class DeviceView(OwnAccountView):
    """One device of the caller."""

    @refuses(errors.DeviceNotFound)
    @extend_schema(
        operation_id="forget_device",
        summary="Send no more pushes to a device",
        description="Its registration is forgotten at once. Forgetting it again is refused.",
        tags=["players"],
        responses={204: OpenApiResponse(None, "Forgotten.")},
    )
    def delete(self, request: Request, device_id: UUID) -> Response:
        """Forget it."""
        devices.forget(player_id=player_id(request), device_id=device_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PushKeyView(PublicView):
    """The key that browsers subscribe with."""

    @refuses(errors.PushUnavailable)
    @extend_schema(
        operation_id="read_push_key",
        summary="See the key for Web Push",
        description="Pass it to `PushManager.subscribe` as `applicationServerKey`. Open to all.",
        tags=["players"],
        responses={200: OpenApiResponse(PushKeyBody, "The key.")},
    )
    def get(self, request: Request) -> Response:
        """Show the public half."""
        keys = push_keys.vapid()
        if keys is None:
            raise errors.PushUnavailable
        return Response(PushKeyBody({"key": keys.public}).data)
