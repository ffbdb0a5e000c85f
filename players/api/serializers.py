"""What goes in and out of the players' routes.

Plain serializers, strict ones on the way in: an unknown member or a value of another type
is an error, never a guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from players import names
from players.models import Token  # noqa: TC001 - the schema generator reads the annotation
from players.scopes import ALL_SCOPES
from players.secret_tokens import OWN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from rest_framework.request import Request


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses members it does not know."""

    default_error_messages = {"unknown": "Unknown field."}  # noqa: RUF012 - as DRF declares it

    def to_internal_value(self, data: object) -> dict[str, Any]:
        """Validate `data` (a parsed JSON object); raises DRF's `ValidationError`."""
        unknown = set(data) - set(self.fields) if isinstance(data, dict) else set()
        if unknown:
            detail = ErrorDetail(str(self.error_messages["unknown"]), code="unknown_field")
            raise serializers.ValidationError({str(key): [detail] for key in sorted(unknown)})
        return cast("dict[str, Any]", super().to_internal_value(data))


def validated(request: Request, serializer: type[StrictSerializer]) -> dict[str, Any]:
    """Return the validated body of `request`; raises DRF's `ValidationError`."""
    checked = serializer(data=request.data)
    checked.is_valid(raise_exception=True)
    return cast("dict[str, Any]", checked.validated_data)


class StrictCharField(serializers.CharField):
    """A JSON string, not something that can be made into one; kept as it was sent."""

    def __init__(self, **kwargs: Any) -> None:
        if not kwargs.get("allow_blank"):
            kwargs.setdefault("min_length", 1)  # it is refused anyway; so the description says it
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: object) -> str:
        """Return `data` unchanged; raises DRF's `ValidationError`."""
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class StrictDateTimeField(serializers.DateTimeField):
    """An RFC 3339 time with its offset: nobody's local time is assumed."""

    default_error_messages = {"naive": "Name the offset, as in 2030-01-31T12:00:00Z."}  # noqa: RUF012 - as DRF declares it

    def enforce_timezone(self, value: datetime) -> datetime:
        """Refuse a time without an offset."""
        if value.tzinfo is None:
            self.fail("naive")
        return super().enforce_timezone(value)


class NewGuest(StrictSerializer):
    """The body of `POST /v1/guests`."""

    name = StrictCharField(
        required=False,
        max_length=names.MAX_CODE_POINTS,
        help_text="Your public name: 2 to 24 letters of one script, digits, or - _ . between "
        "them. Left out, a friendly one is made up.",
    )


class ProfileChange(StrictSerializer):
    """The body of `PATCH /v1/me`."""

    name = StrictCharField(
        required=False,
        max_length=names.MAX_CODE_POINTS,
        help_text="Your new public name.",
    )


class NewToken(StrictSerializer):
    """The body of `POST /v1/me/tokens`."""

    name = StrictCharField(max_length=64, help_text="What you call it in your list.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=ALL_SCOPES),
        allow_empty=False,
        min_length=1,
        max_length=len(ALL_SCOPES),
        help_text="What the token may do.",
    )
    expires = StrictDateTimeField(
        required=False,
        allow_null=True,
        help_text="When it ends by itself; null for never.",
    )


@extend_schema_serializer(component_name="OwnProfile")
class OwnProfileBody(serializers.Serializer[Any]):
    """A player as he sees himself."""

    id = serializers.UUIDField(help_text="Never changes, also not when a guest adds an address.")
    name = serializers.CharField(help_text="The public name.")
    joined = serializers.DateTimeField()
    guest = serializers.BooleanField(help_text="True as long as there is no e-mail address.")
    email = serializers.EmailField(allow_null=True, help_text="Shown to you alone.")
    leaves_at = serializers.DateTimeField(
        allow_null=True, help_text="When your account will be erased, as you asked; null: it stays."
    )


@extend_schema_serializer(component_name="Leaving")
class LeavingBody(serializers.Serializer[Any]):
    """An account that will be erased."""

    asked_at = serializers.DateTimeField()
    leaves_at = serializers.DateTimeField(
        source="due_at", help_text="Until then everything works as before, and it can be called off."
    )


@extend_schema_serializer(component_name="PublicProfile")
class PublicProfileBody(serializers.Serializer[Any]):
    """A player as anyone sees him."""

    name = serializers.CharField()
    joined = serializers.DateField(help_text="The day, UTC.")


@extend_schema_serializer(component_name="Token")
class TokenBody(serializers.Serializer[Any]):
    """A token in the list of its owner; the secret is not among it."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=OWN)
    hint = serializers.CharField(help_text="The first characters of the secret.")
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=ALL_SCOPES))
    created = serializers.DateTimeField()
    last_used = serializers.DateField(help_text="The latest day it was used, UTC.")
    expires = serializers.DateTimeField(allow_null=True)
    current = serializers.SerializerMethodField(help_text="True for the token you are using.")

    def get_current(self, token: Token) -> bool:
        """Tell whether the request came with this token."""
        return token.id == self.context.get("token_id")


@extend_schema_serializer(component_name="TokenList")
class TokenListBody(serializers.Serializer[Any]):
    """All tokens of the caller that work."""

    tokens = TokenBody(many=True)


@extend_schema_serializer(component_name="TokenWithSecret")
class NewTokenBody(TokenBody):
    """A token just made, with its secret."""

    token = serializers.CharField(help_text="The secret. It is shown this once and not kept.")

    def to_representation(self, instance: Token) -> dict[str, Any]:
        """Add the secret, which is not on the stored token."""
        shown = cast("Mapping[str, Any]", TokenBody(instance, context=self.context).data)
        return {**shown, "token": self.context["secret"]}


@extend_schema_serializer(component_name="Guest")
class GuestBody(serializers.Serializer[Any]):
    """A guest just made."""

    player = OwnProfileBody()
    token = serializers.CharField(
        help_text="The device token: send it as `Authorization: Bearer ...`. It is shown this "
        "once; whoever holds it is you."
    )
