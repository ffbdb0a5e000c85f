"""Plans the deliveries of notifications: channels and devices, time, alone or in the digest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings

from games.notifications import quiet_hours
from games.notifications.kinds import BY_NAME, BY_SEAT, KINDS
from players.notifications import channels, deliveries, inbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from players.models import Notification
    from players.notifications.channels import Channel
    from players.notifications.inbox import News
    from players.notifications.readers import Reader
    from players.preferences import Preferences


_NOBODY: Final = object()
_GROUPS: Final = {one.group: [kind.name for kind in KINDS if kind.group == one.group] for one in KINDS}
_PLACES: Final = {kind: place for place, kind in enumerate(BY_NAME)}


def plans(told: Sequence[News], reader: Reader, now: datetime, deadline: datetime | None) -> Iterator[deliveries.Plan]:
    """Yield the deliveries to one player after one command. `deadline` is the time until which they can act."""
    wishes = reader.preferences
    for channel in channels.channels():
        devices = reader.devices[channel.name]
        wanted = [one for one in told if wishes.wants(one.kind, channel.name)] if devices else []
        if channel.for_people:
            wanted = [min(wanted, key=weight)] if wanted else []
        for one in wanted:
            next_at, digest = _time(channel, one, wishes, now, deadline)
            group = BY_NAME[one.kind].group
            is_replacing = channel.for_people and one.game_id is not None
            for device in devices:
                yield deliveries.Plan(
                    notification_id=one.id,
                    channel=channel.name,
                    device=device,
                    next_at=next_at,
                    digest=digest,
                    replaces=_GROUPS[group] if is_replacing else (),
                    facts={"seat": one.data["seat"]} if group in BY_SEAT and "seat" in one.data else {},
                    wanted=wanted_kinds(wishes, channel.name) if is_replacing else (),
                )


def wanted_kinds(wishes: Preferences, channel: str) -> list[str]:
    """Return the kinds that go out to this player on this channel."""
    return [kind for kind in BY_NAME if wishes.wants(kind, channel)]


def is_replaced(one: Notification, wanted: Callable[[str], bool] = lambda _kind: True) -> bool:
    """Return whether a later command created a notification of a `wanted` kind that replaces this one.

    A notification inside the message of another has no delivery that `deliveries.supersede` would find.
    """
    group = BY_NAME[one.kind].group
    newer = inbox.told_since(one, filter(wanted, _GROUPS[group]))
    return any(
        group not in BY_SEAT or "seat" not in other.data or other.data["seat"] == one.data.get("seat", _NOBODY)
        for other in newer
    )


def weight(notification: Notification | News) -> int:
    """Return the rank in the table of kinds, the most important first. Kinds of other releases come before all."""
    return _PLACES.get(notification.kind, -1)


def _time(
    channel: Channel, notification: News, wishes: Preferences, now: datetime, deadline: datetime | None
) -> tuple[datetime, bool]:
    if not channel.for_people:
        return now, False
    last = last_moment(notification, deadline)
    if channel.digests and wishes.digest_hour is not None:
        due = quiet_hours.next_digest(now, wishes.zone, wishes.digest_hour)
        # A digest that would leave less time than the shortest reminder is too late: the notification goes alone.
        if last is None or due < last - timedelta(seconds=min(wishes.reminders, default=0)):
            return due, True
    return quiet_hours.undisturbed(now + grace(notification, now, deadline), now, wishes, last), False


def last_moment(notification: Notification | News, deadline: datetime | None) -> datetime | None:
    """Return the time until which the reader can act, if the notification is about that."""
    match BY_NAME[notification.kind].stale:
        case "turn":
            return deadline
        case "muster" | "loan":
            return notification.expires_at
        case _:
            return None


def grace(notification: News, now: datetime, deadline: datetime | None) -> timedelta:
    """Return how long to wait for players to see by themselves that it is their turn: less if time is short."""
    if notification.kind != "your_turn":
        return timedelta(0)
    grace = timedelta(seconds=settings.MESSAGE_GRACE_SECONDS)
    return grace if deadline is None else max(timedelta(0), min(grace, (deadline - now) / 10))
