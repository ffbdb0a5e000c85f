"""Sends notifications: claims due deliveries of a channel, checks that they are still news, and sends them.

Pushes and mails are sent by many threads at once, all else one after the other; one thread alone uses the database.
Nothing is locked while a channel works. A worker that dies between claim and record costs at most one second copy of
each message it was sending, with the same id. A message over which workers die repeatedly becomes a dead letter that
operators see.
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from django.conf import settings

from common import clock, spans
from common.outbound.calls import Call, Calls, Places, SlowHosts
from common.process_family import OnePerFamily
from engine import NewerCode
from games import hints
from games.notifications import compose, direct_mails, plan, quiet_hours, snapshot, staleness
from games.notifications.kinds import BY_NAME
from games.store import quarantine
from players.models import Device
from players.notifications import channels, deliveries, readers
from players.notifications.channels import Gone, Later, Refused
from players.notifications.channels.mail import MailChannel
from players.notifications.channels.push import PushChannel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from games.notifications.snapshot import Snapshot
    from players.models import Delivery
    from players.notifications.channels import Channel, OutgoingMessage
    from players.notifications.channels.mail import DirectMail
    from players.notifications.readers import Reader
    from players.preferences import Preferences

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

SECONDS: Final = 20.0
"""Longest time of one run. The next one continues."""

QUARANTINE_PAUSE: Final = timedelta(minutes=5)
"""The pause before deliveries of a quarantined game are tried again."""

NEWER_PAUSE: Final = timedelta(seconds=5)
"""The pause after which other processes have had time to take what only newer code can send."""
NEWER_LASTS: Final = timedelta(days=1)
"""How long newer code may take to come."""

PLACES: Final = Places(quick=64, slow=16, most=128, claim=16)
"""Pushes of a channel at once. Each costs so much CPU that more would not be quicker."""
DIRECT_MAILS: Final = 20
"""Most mails that stand in no inbox in one run that sends one after the other."""
PATIENCE: Final = 8
"""So many pushes that hang at once make a host slow. Nearly all go to a few large services, which lose one at times."""

_slow: Final = {kind.value: SlowHosts(PATIENCE) for kind in Device.Kind} | {MailChannel.name: SlowHosts()}
_families: Final = {name: OnePerFamily() for name in _slow}


def send_due(name: str, seconds: float = SECONDS) -> int:
    """Send due deliveries of a channel until none is left or time is up. Returns how many it handled.

    Of pushes and mails 0 if another process of this worker is at it: the worker's other processes are for other work.
    """
    channel = channels.channel(name)
    if channel is None:
        return 0
    if isinstance(channel, PushChannel):
        return _send_many(channel, PLACES, seconds)
    if isinstance(channel, MailChannel) and (most := settings.EMAIL_CONNECTIONS):
        # All go to one server, so there are no places for slow hosts.
        try:
            return _send_many(channel, Places(quick=most, slow=0, most=most, claim=most), seconds)
        finally:
            channel.hang_up(keep=1)
    end = time.monotonic() + seconds
    count = _send_direct_mails(channel) if isinstance(channel, MailChannel) else 0
    while time.monotonic() < end:
        claimed = deliveries.claim(name, ordered=not channel.for_people)
        if not claimed:
            break
        count += len(claimed)
        with _errors_of(channel, claimed):
            _send(channel, claimed)
    return count


def _send_direct_mails(channel: MailChannel) -> int:
    """Send mails that stand in no inbox, one after the other. Returns how many it sent."""
    count = 0
    for mail in direct_mails.claim(DIRECT_MAILS):
        ready = channel.ready_mail(mail.mail, mail.address)
        direct_mails.settle(mail, partial(ready.ended, partial(_make, channel, ready)))
        count += 1
    return count


def _send_many(channel: PushChannel | MailChannel, places: Places, seconds: float) -> int:
    calls: Calls[_Sending | _SendingDirect, str]
    count = 0

    def claim(room: int, slow: bool) -> int:  # noqa: FBT001 - as `Calls` has it
        nonlocal count
        before = count
        if isinstance(channel, MailChannel):
            count += _begin_direct_mails(channel, calls, room, slow=slow)
        for claimed in _claimed(channel, room - (count - before), slow=slow):
            count += len(claimed)
            with _errors_of(channel, claimed):
                _begin(channel, calls, claimed, slow=slow)
        return count - before

    with Calls.opened(places, _slow[channel.name], channel.name) as calls:
        with _families[channel.name].held() as mine:
            if not mine or not calls.make_due(seconds, claim, _settle):
                return count
        # Another process may begin while this one waits for its last calls.
        hints.send(channel.name)
        calls.make_last(_settle)
    return count


def _claimed(channel: PushChannel | MailChannel, room: int, *, slow: bool) -> Iterator[Sequence[Delivery]]:
    """Claim and yield so many messages at most, each with the deliveries that it holds."""
    if isinstance(channel, PushChannel):
        pushes = deliveries.claim_pushes(channel.name, room, _slow[channel.name].names, is_slow=slow)
        yield from ([one] for one in pushes)
        return
    for _ in range(room):
        claimed = deliveries.claim(channel.name, ordered=False)
        if not claimed:
            return
        yield claimed


class _Ready(Protocol):
    """A message as a call still to be made."""

    @property
    def host(self) -> str: ...

    def make(self) -> str:
        """Make the call, in any thread and without the database. Raises `Gone`, `Later`, `Refused`."""

    def ended(self, result: Callable[[], str]) -> str:
        """Return the result of `make`, or raise its error, and do what follows from it."""


class _Sending(NamedTuple):
    channel: Channel
    deliveries: Sequence[Delivery]
    ready: _Ready


class _SendingDirect(NamedTuple):
    mail: DirectMail
    ready: _Ready


def _begin(
    channel: PushChannel | MailChannel,
    calls: Calls[_Sending | _SendingDirect, str],
    claimed: Sequence[Delivery],
    *,
    slow: bool,
) -> None:
    """Check a message and have a thread send it."""
    found = _fresh(channel, claimed)
    if found is None:
        return
    prepare: Callable[[], _Ready] = partial(channel.ready, found.deliveries[0].device, found.message)
    ready = _outcome(channel, found.deliveries, prepare)
    if ready is not None:
        calls.begin(_call(channel, _Sending(channel, found.deliveries, ready), slow=slow))


def _begin_direct_mails(
    channel: MailChannel, calls: Calls[_Sending | _SendingDirect, str], room: int, *, slow: bool
) -> int:
    """Claim at most so many mails that stand in no inbox, and have threads send them. Returns how many."""
    count = 0
    for mail in direct_mails.claim(room):
        ready = channel.ready_mail(mail.mail, mail.address)
        calls.begin(_call(channel, _SendingDirect(mail, ready), slow=slow))
        count += 1
    return count


def _call(channel: Channel, subject: _Sending | _SendingDirect, *, slow: bool) -> Call[_Sending | _SendingDirect, str]:
    # In the context of this thread, so that the span of the message is a part of the task's.
    make = partial(copy_context().run, partial(_make, channel, subject.ready))
    return Call(subject, subject.ready.host, make, slow=slow)


def _make(channel: Channel, ready: _Ready) -> str:
    with spans.span("message", channel.name):
        return ready.make()


def _settle(ended: Sequence[Call[_Sending | _SendingDirect, str]]) -> None:
    """Record how messages were sent."""
    for call in ended:
        if isinstance(call.subject, _SendingDirect):
            direct_mails.settle(call.subject.mail, partial(call.subject.ready.ended, call.result))
            continue
        channel, sent, ready = call.subject
        with _errors_of(channel, sent):
            receipt = _outcome(channel, sent, partial(ready.ended, call.result))
            if receipt is not None:
                deliveries.sent(sent, receipt)


@contextmanager
def _errors_of(channel: Channel, claimed: Sequence[Delivery]) -> Iterator[None]:
    """Postpone deliveries that cannot be handled. The others go on."""
    try:
        yield
    except Exception as error:
        logger.exception("%s: a message cannot be made", channel.name)
        _try_later(channel, claimed, None, repr(error))


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
    found = _fresh(channel, claimed)
    if found is None:
        return

    def send() -> str:
        with spans.span("message", channel.name):
            return channel.send(found.deliveries[0].device, found.message)

    receipt = _outcome(channel, found.deliveries, send)
    if receipt is not None:
        deliveries.sent(found.deliveries, receipt)


class _Fresh(NamedTuple):
    """Deliveries that are to be sent now, and the message of all of them."""

    deliveries: Sequence[Delivery]
    message: OutgoingMessage


def _fresh(channel: Channel, claimed: Sequence[Delivery]) -> _Fresh | None:
    """Check what was claimed. None: nothing is to be sent now, and why is recorded."""
    if claimed[0].attempts > len(channel.pauses) + 1:
        deliveries.dead(claimed, claimed[0].error or "the worker died at every attempt")
        return None
    scenes = _scenes(channel, _of_known_kinds(_not_quarantined(claimed)))
    claimed = [one for one in claimed if one.game_id in scenes]
    return _news(channel, claimed, scenes) if claimed else None


def _news(
    channel: Channel, claimed: Sequence[Delivery], scenes: Mapping[UUID | None, Snapshot | None]
) -> _Fresh | None:
    """Drop what is no longer news, and put the rest together."""
    player = claimed[0].player_id
    desk = Desk(channel, clock.now(), readers.load([player], [channel])[player], scenes)
    stale = {one.id: reason for one in claimed if (reason := desk.why_not(one)) is not None}
    fresh = [one for one in claimed if one.id not in stale]
    stands_in = [_drop(desk, one, stale[one.id]) for one in claimed if one.id in stale]
    if not fresh:
        return None
    if any(stands_in) and fresh[0].digest:
        deliveries.given_back(fresh, desk.now)  # so that one mail holds all of it
        return None
    not_before = desk.not_before(fresh[0])
    if not_before > desk.now:
        deliveries.given_back(fresh, not_before)
        return None
    if fresh[0].digest:
        return _Fresh(fresh, compose.digest(fresh, scenes, desk.wishes, channel))
    return _Fresh(fresh, compose.message(fresh[0], scenes[fresh[0].game_id], desk.wishes, channel))


def _scenes(channel: Channel, claimed: Sequence[Delivery]) -> dict[UUID | None, Snapshot | None]:
    """Return the games of these deliveries. If one is unreadable, postpone them; a digest goes without it."""
    scenes: dict[UUID | None, Snapshot | None] = {}
    for game in {one.game_id for one in claimed}:
        try:
            scenes[game] = None if game is None else snapshot.load(game)
        except NewerCode as newer:
            logger.warning("%s: game %s has to wait for newer code: %s", channel.name, game, newer)
            deliveries.given_back([one for one in claimed if one.game_id == game], clock.now() + NEWER_PAUSE)
        except Exception as error:
            logger.exception("%s: game %s cannot be told of", channel.name, game)
            _try_later(channel, [one for one in claimed if one.game_id == game], None, repr(error))
    return scenes


def _of_known_kinds(claimed: Sequence[Delivery]) -> list[Delivery]:
    """Return the deliveries that this code can send; old ones of kinds that are gone, too. The rest is given back."""
    unknown = [one for one in claimed if one.notification.kind not in BY_NAME]
    if not unknown:
        return list(claimed)
    now = clock.now()
    newer = [one for one in unknown if one.notification.created_at > now - NEWER_LASTS]
    deliveries.given_back(newer, now + NEWER_PAUSE)
    return [one for one in claimed if one not in newer]


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


def _outcome(channel: Channel, claimed: Sequence[Delivery], attempt: Callable[[], Result]) -> Result | None:
    """Return the result of an attempt; if it failed, record what that means for these, and return None."""
    try:
        return attempt()
    except Gone:
        deliveries.dropped(claimed, "gone")
    except Refused as refusal:
        deliveries.failed(claimed, str(refusal) or "refused")
    except Later as later:
        _try_later(channel, claimed, later.seconds, str(later) or "not now")
    except Exception as error:  # noqa: BLE001 - any failure on the way means a retry
        logger.warning("%s: %r", channel.name, error)
        _try_later(channel, claimed, None, repr(error))
    return None


def _try_later(channel: Channel, claimed: Sequence[Delivery], seconds: float | None, error: str) -> None:
    """Postpone, or give up after the channel's last pause. In a digest the most attempts decide."""
    attempts = max(one.attempts for one in claimed)
    if attempts > len(channel.pauses):
        logger.error("%s: given up after %d attempts: %s", channel.name, attempts, error)
        deliveries.dead(claimed, error)
        return
    pause = channel.pauses[attempts - 1]
    deliveries.postponed(claimed, pause if seconds is None else max(seconds, 1.0), error)
