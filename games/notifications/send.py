"""Sends notifications: claims due deliveries of a channel, checks that they are still news, and sends them.

Nothing is locked while a channel works. A worker that dies between claim and record costs at most one message sent
twice, with the same id. A message over which workers die repeatedly becomes a dead letter that operators see.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from common import clock, spans
from games.notifications import compose, plan, quiet_hours, snapshot, staleness
from games.store import quarantine
from players.notifications import channels, deliveries, readers
from players.notifications.channels import Gone, Later, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from games.notifications.snapshot import Snapshot
    from players.models import Delivery
    from players.notifications.channels import Channel, OutgoingMessage
    from players.notifications.readers import Reader
    from players.preferences import Preferences

logger = logging.getLogger(__name__)

SECONDS: Final = 20.0
"""Longest time of one run. The next one continues."""

QUARANTINE_PAUSE: Final = timedelta(minutes=5)
"""The pause before deliveries of a quarantined game are tried again."""


def send_due(name: str, seconds: float = SECONDS) -> int:
    """Send due deliveries of a channel until none is left or time is up. Returns how many it handled."""
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
    """Facts about a reader and their games at the moment of sending."""

    channel: Channel
    now: datetime
    reader: Reader
    scenes: Mapping[UUID | None, Snapshot | None]

    @property
    def wishes(self) -> Preferences:
        """Return the reader's preferences."""
        return self.reader.preferences

    def why_not(self, one: Delivery) -> str | None:
        """Return why a delivery is dropped; None if it is not. Webhooks also get what is no longer news to people."""
        if not self._wants(one.notification.kind):
            return "unwanted"
        if one.device not in self.reader.devices[self.channel.name]:
            return "gone"
        if not self.channel.for_people:
            return None
        stale = staleness.why_stale(one.notification, self.scenes[one.game_id], self.now)
        return stale or ("superseded" if plan.is_replaced(one.notification, self._wants) else None)

    def _wants(self, kind: str) -> bool:
        return self.wishes.wants(kind, self.channel.name)

    def not_before(self, one: Delivery) -> datetime:
        """Return when it may be sent: a retry may fall into quiet hours."""
        if not self.channel.for_people or one.digest:
            return self.now
        scene = self.scenes[one.game_id]
        deadline = None if scene is None else scene.game.deadline_at
        return quiet_hours.undisturbed(self.now, self.now, self.wishes, plan.last_moment(one.notification, deadline))


def _send(channel: Channel, claimed: Sequence[Delivery]) -> None:
    if claimed[0].attempts > len(channel.pauses) + 1:
        deliveries.dead(claimed, claimed[0].error or "the worker died at every attempt")
        return
    player = claimed[0].player_id
    scenes = _scenes(channel, _not_quarantined(claimed))
    claimed = [one for one in claimed if one.game_id in scenes]
    if not claimed:
        return
    desk = Desk(channel, clock.now(), readers.load([player], [channel])[player], scenes)
    stale = {one.id: reason for one in claimed if (reason := desk.why_not(one)) is not None}
    fresh = [one for one in claimed if one.id not in stale]
    stands_in = [_drop(desk, one, stale[one.id]) for one in claimed if one.id in stale]
    if not fresh:
        return
    if any(stands_in) and fresh[0].digest:
        deliveries.given_back(fresh, desk.now)  # so that one mail holds all of it
        return
    not_before = desk.not_before(fresh[0])
    if not_before > desk.now:
        deliveries.given_back(fresh, not_before)
    elif fresh[0].digest:
        _hand_over(channel, fresh, compose.digest(fresh, scenes, desk.wishes, channel))
    else:
        _hand_over(channel, fresh, compose.message(fresh[0], scenes[fresh[0].game_id], desk.wishes, channel))


def _scenes(channel: Channel, claimed: Sequence[Delivery]) -> dict[UUID | None, Snapshot | None]:
    """Return the games of these deliveries. If one is unreadable, postpone them; a digest goes without it."""
    scenes: dict[UUID | None, Snapshot | None] = {}
    for game in {one.game_id for one in claimed}:
        try:
            scenes[game] = None if game is None else snapshot.load(game)
        except Exception as error:
            logger.exception("%s: game %s cannot be told of", channel.name, game)
            _try_later(channel, [one for one in claimed if one.game_id == game], None, repr(error))
    return scenes


def _not_quarantined(claimed: Sequence[Delivery]) -> list[Delivery]:
    """Return the deliveries that may be sent now. Those of quarantined games are postponed."""
    quarantined = quarantine.among({one.game_id for one in claimed if one.game_id is not None})
    waiting = [one for one in claimed if one.game_id in quarantined]
    if waiting:
        deliveries.given_back(waiting, clock.now() + QUARANTINE_PAUSE)
    return [one for one in claimed if one.game_id not in quarantined]


def _drop(desk: Desk, one: Delivery, reason: str) -> bool:
    """Record a dropped delivery. Returns True if another notification of the same command is sent instead.

    For example a decided vote must not hide the pause that it brought.
    """
    wanted = plan.wanted_kinds(desk.wishes, desk.channel.name) if desk.channel.for_people and reason != "gone" else ()
    # First: a worker that dies here repeats it.
    stands_in = bool(wanted) and deliveries.add_stand_in(one, wanted, desk.now)
    if reason == "expired" and one.error:
        deliveries.dead([one], f"expired; {one.error}")
    else:
        deliveries.dropped([one], reason)
    return stands_in


def _hand_over(channel: Channel, claimed: Sequence[Delivery], message: OutgoingMessage) -> None:
    try:
        with spans.span("message", channel.name):
            receipt = channel.send(claimed[0].device, message)
    except Gone:
        deliveries.dropped(claimed, "gone")
    except Refused as refusal:
        deliveries.failed(claimed, str(refusal) or "refused")
    except Later as later:
        _try_later(channel, claimed, later.seconds, str(later) or "not now")
    except Exception as error:  # noqa: BLE001 - any failure on the way means a retry
        logger.warning("%s: %r", channel.name, error)
        _try_later(channel, claimed, None, repr(error))
    else:
        deliveries.sent(claimed, receipt)


def _try_later(channel: Channel, claimed: Sequence[Delivery], seconds: float | None, error: str) -> None:
    """Postpone, or give up after the channel's last pause. In a digest the most attempts decide."""
    attempts = max(one.attempts for one in claimed)
    if attempts > len(channel.pauses):
        logger.error("%s: given up after %d attempts: %s", channel.name, attempts, error)
        deliveries.dead(claimed, error)
        return
    pause = channel.pauses[attempts - 1]
    deliveries.postponed(claimed, pause if seconds is None else max(seconds, 1.0), error)
