"""Preferences. Types and bounds are checked here; the meaning of the words is checked by `players.preferences`."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from common.http.types import Body, exact, like
from common.http.validation_errors import PATTERNS
from common.timezones import MAX_LENGTH
from common.translations import LANGUAGES
from players.preferences import MAX_REMINDERS, REMINDER_BOUNDS

MAX_KINDS: Final = 100
"""Kinds of messages in one body."""

LANGUAGE_PATTERN: Final = f"^({'|'.join(LANGUAGES)})?$"
TIME_PATTERN: Final = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
PATTERNS.update(
    {
        exact(LANGUAGE_PATTERN): "one of " + ", ".join(f"`{one}`" for one in LANGUAGES) + ", or empty",
        exact(TIME_PATTERN): "a local time such as `22:30`",
    }
)

Language = Annotated[str, like(LANGUAGE_PATTERN, examples=["fr"])]
LocalTime = Annotated[str, like(TIME_PATTERN, examples=["22:30"])]
Matrix = dict[str, dict[str, bool]]


class QuietHours(Body, frozen=True, kw_only=True):
    """The hours without messages."""

    start: LocalTime
    end: Annotated[LocalTime, Meta(description="If it is earlier than the start, it is on the next day.")]


class PreferencesChange(Body, frozen=True, kw_only=True):
    """Changes of preferences. Members that are left out keep their values; null restores the default."""

    language: Annotated[
        Language | UnsetType | None, Meta(description='The language of your messages; "" or null for no preference.')
    ] = UNSET
    time_zone: Annotated[
        Annotated[str, Meta(min_length=1, max_length=MAX_LENGTH)] | UnsetType | None,
        Meta(description="An IANA name such as Europe/Paris; null for UTC."),
    ] = UNSET
    quiet_hours: Annotated[
        QuietHours | UnsetType | None, Meta(description="The hours without messages; null for none.")
    ] = UNSET
    digest_hour: Annotated[
        Annotated[int, Meta(ge=0, le=23)] | UnsetType | None,
        Meta(description="The local hour of one mail a day in place of one mail a game; null for no digest."),
    ] = UNSET
    reminders: Annotated[
        Annotated[
            list[Annotated[int, Meta(ge=REMINDER_BOUNDS[0], le=REMINDER_BOUNDS[1])]], Meta(max_length=MAX_REMINDERS)
        ]
        | UnsetType
        | None,
        Meta(description="The times of reminders in seconds before a deadline; null for the default."),
    ] = UNSET
    messages: Annotated[
        Annotated[dict[str, dict[str, bool | None] | None], Meta(max_length=MAX_KINDS)] | UnsetType | None,
        Meta(
            description="The kinds and channels to switch. What is left out keeps its value; null "
            "restores the default of a channel, a kind or all kinds. The kind * stands "
            "for all kinds for which you made no choice.",
            examples=[{"nudge": {"email": False}}],
        ),
    ] = UNSET


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """All preferences of the caller."""

    language: Annotated[Language, Meta(description="Empty if you chose none.")]
    time_zone: str
    quiet_hours: QuietHours | None
    digest_hour: int | None
    reminders: Annotated[list[int], Meta(description="In seconds before a deadline, longest first.")]
    messages: Annotated[Matrix, Meta(description="Which messages are sent on which channel, for every kind.")]
    choices: Annotated[Matrix, Meta(description="Your own choices among them.")]
