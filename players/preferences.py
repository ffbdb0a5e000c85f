"""The preferences of players: language, times, and the channels of each kind of message.

A player without choices has the defaults and no row. The only writer of its table; HTTP is
not known here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from common import timezones
from common.database import queries
from common.sentences import Sentence
from common.translations import LANGUAGES
from players.errors import InvalidPreference
from players.locks import lock_player
from players.models import PlayerPreferences
from players.notifications import kinds

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import time, tzinfo
    from uuid import UUID

MAX_REMINDERS: Final = 5
REMINDER_BOUNDS: Final = (60, int(timedelta(days=30).total_seconds()))
"""Seconds before the deadline: one minute to thirty days, as the limits of a turn."""
DEFAULT_REMINDERS: Final = (4 * 3600,)

COLUMNS: Final = "p.language, p.time_zone, p.quiet_from, p.quiet_to, p.digest_hour, p.reminders, p.choices::text"
"""The columns that `read` takes, of the table as `p`."""

CHOSEN: Final = f"SELECT p.player_id, {COLUMNS} FROM players_playerpreferences p WHERE p.player_id = ANY(%s::uuid[])"  # noqa: S608 - constants only

Choices = dict[str, dict[str, bool]]
"""The player's own choices, by kind (or `message_kinds.ALL`) and channel."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of one player.

    `language`: one of `LANGUAGES`, "" for unknown. `time_zone`: an IANA name.
    `quiet_from`, `quiet_to`: local times between which no message disturbs the player, over midnight if
    the first is the later; both or neither. `digest_hour`: the local hour (0 to 23) of their
    one mail a day, None for no digest. `reminders`: seconds before a deadline, the longest
    first.
    """

    language: str = ""
    time_zone: str = "UTC"
    quiet_from: time | None = None
    quiet_to: time | None = None
    digest_hour: int | None = None
    reminders: tuple[int, ...] = DEFAULT_REMINDERS
    choices: Choices = field(default_factory=dict)

    @property
    def zone(self) -> tzinfo:
        """Return the time zone as a `tzinfo`."""
        return timezones.zone(self.time_zone)

    def wants(self, kind: str, channel: str, default: bool | None = None) -> bool:  # noqa: FBT001 - reads like a sentence
        """True if messages of `kind` go out on `channel`; `default` is the registered one if None."""
        for chosen in (self.choices.get(kind, {}), self.choices.get(kinds.ALL, {})):
            if channel in chosen:
                return chosen[channel]
        return kinds.is_default(kind, channel) if default is None else default

    def matrix(self) -> Choices:
        """Return for every kind and channel whether it is sent."""
        return {kind: {channel: self.wants(kind, channel) for channel in kinds.channels()} for kind in kinds.kinds()}


def of(player_id: UUID) -> Preferences:
    """Return the preferences of this player."""
    return of_many([player_id])[player_id]


def of_many(player_ids: Iterable[UUID]) -> dict[UUID, Preferences]:
    """Return the preferences of each of these players, in one statement."""
    wanted = dict.fromkeys(player_ids, Preferences())
    for player_id, *row in _chosen(list(wanted)):
        wanted[player_id] = read(row)
    return wanted


def read(row: Sequence[Any]) -> Preferences:
    """Return the preferences in a row of `COLUMNS`."""
    language, zone, since, until, digest, reminders, choices = row
    return Preferences(language, zone, since, until, digest, tuple(reminders), json.loads(choices))


def _chosen(player_ids: list[UUID]) -> list[tuple[Any, ...]]:
    return queries.prepared(CHOSEN, player_ids) if player_ids else []


def change(*, player_id: UUID, changes: Mapping[str, Any]) -> Preferences:
    """Make these changes, all or none, and return all preferences.

    `changes` has members of `Preferences`, and `messages`: choices by kind and channel, which are
    merged into the existing ones. None resets one choice, those of a kind, or all. Concurrent changes
    of different preferences are all kept. Raises `InvalidPreference`, `PlayerNotFound`.
    """
    with transaction.atomic():
        lock_player(player_id)
        before = of(player_id)
        members = {name: value for name, value in changes.items() if name != "messages"}
        after = _checked(
            replace(before, **members, choices=_merged(before.choices, changes.get("messages", {}))), changes.keys()
        )
        PlayerPreferences.objects.update_or_create(
            player_id=player_id,
            defaults={
                "language": after.language,
                "time_zone": after.time_zone,
                "quiet_from": after.quiet_from,
                "quiet_to": after.quiet_to,
                "digest_hour": after.digest_hour,
                "reminders": list(after.reminders),
                "choices": after.choices,
            },
        )
    return after


def switch_off(player_id: UUID, kind: str | None, channel: str) -> None:
    """Send no more messages of `kind` (None: of any kind) on `channel`, as an unsubscribe link does.

    Safe to repeat. Raises `InvalidPreference` for unregistered words, `PlayerNotFound`.
    """
    if kind is not None:
        change(player_id=player_id, changes={"messages": {kind: {channel: False}}})
        return
    # A choice for one kind would outlive the choice for all.
    single: dict[str, dict[str, bool | None]] = {known: {channel: None} for known in kinds.kinds()}
    change(player_id=player_id, changes={"messages": {**single, kinds.ALL: {channel: False}}})


def switch_on(player_id: UUID, kind: str | None, channel: str) -> None:
    """Undo `switch_off`: send `kind` on `channel`, or for None the kinds that are on by default.

    Raises as `switch_off`.
    """
    choices = {kinds.ALL: {channel: None}} if kind is None else {kind: {channel: True}}
    change(player_id=player_id, changes={"messages": choices})


def _merged(choices: Choices, changes: Mapping[str, Mapping[str, bool | None] | None] | None) -> Choices:
    if changes is None:
        return {}
    merged = {kind: dict(chosen) for kind, chosen in choices.items()}
    for kind, chosen in changes.items():
        if kind != kinds.ALL and kind not in kinds.kinds():
            raise InvalidPreference(member=("messages", kind), reason="there is no such kind of message")
        if chosen is None:
            merged.pop(kind, None)
            continue
        for channel in chosen:
            if channel not in kinds.channels():
                raise InvalidPreference(member=("messages", kind, channel), reason="there is no such channel")
        mine = {**merged.pop(kind, {}), **chosen}
        kept = {channel: on for channel, on in mine.items() if on is not None}
        if kept:
            merged[kind] = kept
    return merged


def _checked(wishes: Preferences, changed: Collection[str]) -> Preferences:
    """Return the preferences in their stored form; check only changed ones."""
    if wishes.language not in {"", *LANGUAGES}:
        raise InvalidPreference(member="language", reason="it is none of ours")
    if "time_zone" in changed and wishes.time_zone not in timezones.names():
        raise InvalidPreference(member="time_zone", reason="it is no IANA time zone")
    if (wishes.quiet_from is None) != (wishes.quiet_to is None):
        raise InvalidPreference(member="quiet_hours", reason="they need a start and an end")
    if wishes.quiet_from is not None and wishes.quiet_from == wishes.quiet_to:
        raise InvalidPreference(member="quiet_hours", reason="they start when they end")
    if wishes.digest_hour is not None and wishes.digest_hour not in range(24):
        raise InvalidPreference(member="digest_hour", reason="it is no hour of the day")
    return replace(wishes, reminders=_checked_reminders(wishes.reminders))


def _checked_reminders(reminders: Iterable[int]) -> tuple[int, ...]:
    wanted = tuple(sorted(reminders, reverse=True))
    least, most = REMINDER_BOUNDS
    if len(wanted) > MAX_REMINDERS:
        raise InvalidPreference(member="reminders", reason=Sentence("there are more than {most}", most=MAX_REMINDERS))
    if any(not least <= seconds <= most for seconds in wanted):
        reason = Sentence("each must lie between {least} and {most} seconds", least=least, most=most)
        raise InvalidPreference(member="reminders", reason=reason)
    if len(set(wanted)) < len(wanted):
        raise InvalidPreference(member="reminders", reason="two are the same")
    return wanted
