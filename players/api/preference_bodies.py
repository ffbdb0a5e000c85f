"""What goes in and out of `/v1/me/preferences`.

Types and bounds are judged here; what the words mean is judged by `players.preferences`.
"""

from __future__ import annotations

import re
from datetime import time
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from common.timezones import MAX_LENGTH
from common.translations import LANGUAGES
from players.api.serializers import StrictCharField, StrictSerializer
from players.preferences import MAX_REMINDERS, REMINDER_BOUNDS, Preferences

MAX_KINDS: Final = 100
"""Kinds of messages in one body."""

_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fraction, not a string of digits and not a truth value."""

    def to_internal_value(self, data: object) -> int:
        """Return `data` if it is a whole number; raises DRF's `ValidationError`."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "pattern": f"^({'|'.join(LANGUAGES)})?$", "examples": ["fr"]})
class LanguageField(serializers.Field[str, object, str, Any]):
    """One of our languages, or "" for no wish."""

    default_error_messages = {"invalid_choice": "It is none of our languages."}  # noqa: RUF012 - as DRF declares it

    def to_internal_value(self, data: object) -> str:
        """Return `data` if it is a language; raises DRF's `ValidationError`."""
        if not isinstance(data, str) or data not in {"", *LANGUAGES}:
            self.fail("invalid_choice")
        return data

    def to_representation(self, value: str) -> str:
        """Return it as it is."""
        return value


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$", "examples": ["22:30"]})
class LocalTimeField(serializers.Field[time, object, str, Any]):
    """A local time to the minute, "22:30"."""

    default_error_messages = {"invalid": "A local time looks like 22:30."}  # noqa: RUF012 - as DRF declares it

    def to_internal_value(self, data: object) -> time:
        """Return the time; raises DRF's `ValidationError`."""
        found = _CLOCK.fullmatch(data) if isinstance(data, str) else None
        if found is None:
            self.fail("invalid")
        return time(int(found[1]), int(found[2]))

    def to_representation(self, value: time) -> str:
        """Return the time as text."""
        return f"{value:%H:%M}"


@extend_schema_field(
    {
        "type": "object",
        "maxProperties": MAX_KINDS,
        "additionalProperties": {"type": ["object", "null"], "additionalProperties": {"type": ["boolean", "null"]}},
        "examples": [{"nudge": {"email": False}}],
    }
)
class ChoicesField(serializers.Field[Any, object, Any, Any]):
    """Choices by kind and channel: true, false, or null to take one back; null for a kind takes back all of it."""

    default_error_messages = {"invalid": "Name kinds, in them channels, in them true, false or null."}  # noqa: RUF012 - as DRF declares it

    def to_internal_value(self, data: object) -> dict[str, dict[str, bool | None] | None]:
        """Return `data` if it has that form; raises DRF's `ValidationError`."""
        if not isinstance(data, dict) or len(data) > MAX_KINDS:
            self.fail("invalid")
        for chosen in data.values():
            if not _is_choice(chosen):
                self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return it as it is."""
        return value


def _is_choice(chosen: object) -> bool:
    if chosen is None:
        return True
    return isinstance(chosen, dict) and all(on is None or isinstance(on, bool) for on in chosen.values())


@extend_schema_serializer(component_name="QuietHours")
class QuietHours(StrictSerializer):
    """From when to when nobody disturbs the player."""

    start = LocalTimeField()
    end = LocalTimeField(help_text="Earlier than the start: on the next day.")


class PreferencesChange(StrictSerializer):
    """The body of `PATCH /v1/me/preferences`. Null is the default, of whatever it stands for."""

    language = LanguageField(
        required=False, allow_null=True, help_text='What you are written in; "" or null if you do not mind.'
    )
    time_zone = StrictCharField(
        required=False, allow_null=True, max_length=MAX_LENGTH, help_text="An IANA name, as Europe/Paris; null for UTC."
    )
    quiet_hours = QuietHours(required=False, allow_null=True, help_text="Null for none.")
    digest_hour = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=23,
        help_text="The local hour of one mail a day instead of one per game; null for no digest.",
    )
    reminders = serializers.ListField(
        required=False,
        allow_null=True,
        max_length=MAX_REMINDERS,
        child=StrictIntegerField(min_value=REMINDER_BOUNDS[0], max_value=REMINDER_BOUNDS[1]),
        help_text="Seconds before a deadline, each once; null for the one that is usual.",
    )
    messages = ChoicesField(
        required=False,
        allow_null=True,
        help_text="Kinds and channels to switch; what is left out stays, null goes back to the default, of a channel, "
        "a kind or all of them. "
        "The kind * stands for all kinds you have not chosen for by themselves.",
    )


_MATRIX: Final = {
    "type": "object",
    "additionalProperties": {"type": "object", "additionalProperties": {"type": "boolean"}},
}


@extend_schema_serializer(component_name="Preferences")
class PreferencesBody(serializers.Serializer[Any]):
    """All wishes of the caller."""

    language = LanguageField(help_text='"" if you never said.')
    time_zone = serializers.CharField()
    quiet_hours = QuietHours(allow_null=True)
    digest_hour = serializers.IntegerField(allow_null=True)
    reminders = serializers.ListField(child=serializers.IntegerField(), help_text="The longest first.")
    messages = extend_schema_field(_MATRIX)(serializers.DictField)(help_text="What will be sent where, of every kind.")
    choices = extend_schema_field(_MATRIX)(serializers.DictField)(help_text="What of it you chose yourself.")


_DEFAULTS: Final = {name: getattr(Preferences(), name) for name in ("language", "time_zone", "reminders")}
"""What null stands for, where nothing itself is no wish."""


def changes_in(body: dict[str, Any]) -> dict[str, Any]:
    """Return a validated `PreferencesChange` as `preferences.change` takes it."""
    changes = {name: value if value is not None else _DEFAULTS.get(name) for name, value in body.items()}
    if "quiet_hours" in changes:
        quiet = changes.pop("quiet_hours") or {"start": None, "end": None}
        changes |= {"quiet_from": quiet["start"], "quiet_to": quiet["end"]}
    return changes


def shown(wishes: Preferences) -> dict[str, Any]:
    """Return the wishes as `PreferencesBody` takes them."""
    quiet = None if wishes.quiet_from is None else {"start": wishes.quiet_from, "end": wishes.quiet_to}
    return {
        "language": wishes.language,
        "time_zone": wishes.time_zone,
        "quiet_hours": quiet,
        "digest_hour": wishes.digest_hour,
        "reminders": list(wishes.reminders),
        "messages": wishes.matrix(),
        "choices": wishes.choices,
    }
