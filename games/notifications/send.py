"""Sending: claim what is due on a channel, see whether it is still news, hand it over, record what became of it.

Nothing is held while a channel works. A worker that dies between claim and record costs one message sent twice at most,
with the same id; a message over which workers die again and again becomes a dead letter, which operators see.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from common import clock
from games import quarantine
from games.notifications import compose, plan, quiet_hours, snapshot, staleness
from players import preferences
from players.notifications import channels, deliveries
from players.notifications.channels import Gone, Later, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from games.notifications.snapshot import Snapshot
    from players.models import Delivery
    from players.notifications.channels import Channel, OutgoingMessage
    from players.preferences import Preferences

logger = logging.getLogger(__name__)

SECONDS: Final = 20.0
"""After that the rest is left to the next run, or to one that runs beside it."""

HELD: Final = timedelta(minutes=5)
"""How often is looked whether a game on hold goes on."""


def send_due(name: str, seconds: float = SECONDS) -> int:
    """Send what is due on a channel until nothing is, or time is up; how many deliveries were dealt with."""
    channel = channels.channel(name)
    end = time.monotonic() + seconds
    count = 0
    while channel is not None and time.monotonic() < end:
        claimed = deliveries.claim(name, ordered=not channel.for_people)
        if not claimed:
            break
        count += len(claimed)
        try:
            _send(channel, claimed)
        except Exception as error:
            logger.exception("%s: a message cannot be made", name)
            _try_later(channel, claimed, None, repr(error))
    return count


@dataclass(frozen=True, slots=True)
class Desk:
    """What is to be known of a reader and his games at the moment of sending."""

    channel: Channel
    now: datetime
    wishes: Preferences
    devices: Sequence[UUID | None]
    scenes: Mapping[UUID | None, Snapshot | None]

    def why_not(self, one: Delivery) -> str | None:
        """Why this is not to be sent; None: it is. A program gets what people would be spared."""
        if not self._wants(one.notification.kind):
            return "unwanted"
        if one.device not in self.devices:
            return "gone"
        if not self.channel.for_people:
            return None
        stale = staleness.why_stale(one.notification, self.scenes[one.game_id], self.now)
        return stale or ("superseded" if plan.is_replaced(one.notification, self._wants) else None)

    def _wants(self, kind: str) -> bool:
        return self.wishes.wants(kind, self.channel.name)

    def not_before(self, one: Delivery) -> datetime:
        """When it may be sent: a retry may have come into quiet hours."""
        if not self.channel.for_people or one.digest:
            return self.now
        scene = self.scenes[one.game_id]
        deadline = None if scene is None else scene.header.deadline_at
        return quiet_hours.undisturbed(self.now, self.now, self.wishes, plan.last_moment(one.notification, deadline))


def _send(channel: Channel, claimed: Sequence[Delivery]) -> None:
    if claimed[0].attempts > len(channel.pauses) + 1:
        deliveries.dead(claimed, claimed[0].error or "the worker died at every attempt")
        return
    player = claimed[0].player_id
    scenes = _scenes(channel, _not_held(claimed))
    claimed = [one for one in claimed if one.game_id in scenes]
    if not claimed:
        return
    desk = Desk(channel, clock.now(), preferences.of(player), channel.devices(player), scenes)
    stale = {one.id: reason for one in claimed if (reason := desk.why_not(one)) is not None}
    fresh = [one for one in claimed if one.id not in stale]
    stands_in = [_drop(desk, one, stale[one.id]) for one in claimed if one.id in stale]
    if not fresh:
        return
    if any(stands_in) and fresh[0].digest:
        deliveries.given_back(fresh, desk.now)  # all of it in one mail
        return
    not_before = desk.not_before(fresh[0])
    if not_before > desk.now:
        deliveries.given_back(fresh, not_before)
    elif fresh[0].digest:
        _hand_over(channel, fresh, compose.digest(fresh, scenes, desk.wishes, channel))
    else:
        _hand_over(channel, fresh, compose.message(fresh[0], scenes[fresh[0].game_id], desk.wishes, channel))


def _scenes(channel: Channel, claimed: Sequence[Delivery]) -> dict[UUID | None, Snapshot | None]:
    """The games that these are about. A digest goes out without those that cannot be read, which are tried later."""
    scenes: dict[UUID | None, Snapshot | None] = {}
    for game in {one.game_id for one in claimed}:
        try:
            scenes[game] = None if game is None else snapshot.load(game)
        except Exception as error:
            logger.exception("%s: game %s cannot be told of", channel.name, game)
            _try_later(channel, [one for one in claimed if one.game_id == game], None, repr(error))
    return scenes


def _not_held(claimed: Sequence[Delivery]) -> list[Delivery]:
    """What may go out; messages of games on hold wait until those go on, or until they are no news any more."""
    on_hold = quarantine.among({one.game_id for one in claimed if one.game_id is not None})
    waiting = [one for one in claimed if one.game_id in on_hold]
    if waiting:
        deliveries.given_back(waiting, clock.now() + HELD)
    return [one for one in claimed if one.game_id not in on_hold]


def _drop(desk: Desk, one: Delivery, reason: str) -> bool:
    """Record that it does not go out; whether something else that the same command told goes out instead.

    So a vote that is decided does not hide the pause that it has brought.
    """
    other = plan.instead(one, desk.wishes) if desk.channel.for_people and reason != "gone" else None
    if other is not None:
        deliveries.add([replace(other, next_at=desk.now)])  # first: a worker that dies now does it again
    if reason == "expired" and one.error:
        deliveries.dead([one], f"expired; {one.error}")
    else:
        deliveries.dropped([one], reason)
    return other is not None


def _hand_over(channel: Channel, claimed: Sequence[Delivery], message: OutgoingMessage) -> None:
    try:
        receipt = channel.send(claimed[0].device, message)
    except Gone:
        deliveries.dropped(claimed, "gone")
    except Refused as refusal:
        deliveries.failed(claimed, str(refusal) or "refused")
    except Later as later:
        _try_later(channel, claimed, later.seconds, str(later) or "not now")
    except Exception as error:  # noqa: BLE001 - whatever is wrong on the way, the message is tried again
        logger.warning("%s: %r", channel.name, error)
        _try_later(channel, claimed, None, repr(error))
    else:
        deliveries.sent(claimed, receipt)


def _try_later(channel: Channel, claimed: Sequence[Delivery], seconds: float | None, error: str) -> None:
    """Postpone, or give up after the channel's last pause. The one of a digest that was tried most often decides."""
    attempts = max(one.attempts for one in claimed)
    if attempts > len(channel.pauses):
        logger.error("%s: given up after %d attempts: %s", channel.name, attempts, error)
        deliveries.dead(claimed, error)
        return
    pause = channel.pauses[attempts - 1]
    deliveries.postponed(claimed, pause if seconds is None else max(seconds, 1.0), error)
