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

    from players.models import Delivery, Notification
    from players.notifications.channels import Channel
    from players.notifications.readers import Reader
    from players.preferences import Preferences


_NOBODY: Final = object()
_PLACES: Final = {kind: place for place, kind in enumerate(BY_NAME)}


def plans(
    told: Sequence[Notification], reader: Reader, now: datetime, deadline: datetime | None
) -> Iterator[deliveries.Plan]:
    """Yield the deliveries to one player after one command. `deadline` is the time until which they can act."""
    wishes = reader.preferences
    for channel in channels.channels():
        wanted = [one for one in told if wishes.wants(one.kind, channel.name)]
        if channel.for_people:
            wanted = [min(wanted, key=weight)] if wanted else []
        for one in wanted:
            next_at, digest = _time(channel, one, wishes, now, deadline)
            for device in reader.devices[channel.name]:
                yield deliveries.Plan(
                    notification=one, channel=channel.name, device=device, next_at=next_at, digest=digest
                )


def instead(hidden: Delivery, wishes: Preferences) -> deliveries.Plan | None:
    """Return the delivery that replaces a dropped one: the next notification of the same command.

    Returns None if the player wants no other on this channel. Staleness is checked at sending.
    """
    told = inbox.told_beside(hidden.notification)
    lighter = [one for one in told if weight(one) > weight(hidden.notification)]
    wanted = [one for one in lighter if wishes.wants(one.kind, hidden.channel)]
    if not wanted:
        return None
    return deliveries.Plan(
        notification=min(wanted, key=weight),
        channel=hidden.channel,
        device=hidden.device,
        next_at=hidden.next_at,
        digest=hidden.digest,
    )


def is_replaced(one: Notification, wanted: Callable[[str], bool] = lambda _kind: True) -> bool:
    """Return whether a later command created a notification of a `wanted` kind that replaces this one.

    A notification inside the message of another has no delivery that `deliveries.supersede` would find.
    """
    group = BY_NAME[one.kind].group
    newer = inbox.told_since(one, [kind.name for kind in KINDS if kind.group == group and wanted(kind.name)])
    return any(
        group not in BY_SEAT or "seat" not in other.data or other.data["seat"] == one.data.get("seat", _NOBODY)
        for other in newer
    )


def weight(notification: Notification) -> int:
    """Return the rank in the table of kinds, the most important first. Kinds of other releases come before all."""
    return _PLACES.get(notification.kind, -1)


def _time(
    channel: Channel, notification: Notification, wishes: Preferences, now: datetime, deadline: datetime | None
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


def last_moment(notification: Notification, deadline: datetime | None) -> datetime | None:
    """Return the time until which the reader can act, if the notification is about that."""
    return deadline if BY_NAME[notification.kind].stale == "turn" else None


def grace(notification: Notification, now: datetime, deadline: datetime | None) -> timedelta:
    """Return how long to wait for players to see by themselves that it is their turn: less if time is short."""
    if notification.kind != "your_turn":
        return timedelta(0)
    grace = timedelta(seconds=settings.MESSAGE_GRACE_SECONDS)
    return grace if deadline is None else max(timedelta(0), min(grace, (deadline - now) / 10))
