"""Common parts of all pushes: their content, their size, and the meaning of answers.

A push holds what a lock screen may show, and every push of a kind has the same size, so that sizes reveal nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from common import clock
from common.outbound.answer import CallFailed
from players.notifications import devices
from players.notifications import push as push_keys
from players.notifications.channels import push_outbox
from players.notifications.channels.base import Gone, Later, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from common.outbound.answer import Answer
    from players.models import Device
    from players.notifications.channels.base import OutgoingMessage

SIZE: Final = 3900
"""Bytes of every payload: the most that fits into 4 KiB when it is encrypted for Web Push."""
LONGEST: Final = 28 * 24 * 3600
"""Seconds that push services keep an undelivered message at most."""
TITLE: Final = 120
BODY: Final = 600
"""Characters of title and body that are sent at most."""
PAUSES: Final = (10.0, 60.0, 300.0, 1800.0, 7200.0, 6 * 3600.0)
TOO_MANY: Final = 429
SERVER_ERROR: Final = 500


class PushChannel(ABC):
    """Base of the channels that push; see `players.notifications.channels.base.Channel`."""

    name: str
    for_people = True
    digests = False
    pauses: Sequence[float] = PAUSES

    @property
    def devices(self) -> str:
        """The player's devices of this kind, in SQL."""
        return devices.REGISTERED.format(kind=self.name)

    def address(self, player_id: UUID) -> str:  # noqa: ARG002 - the channel's form
        """Return "": links are bound to the notification alone."""
        return ""

    def unsubscribe_url(self, player_id: UUID, kind: str) -> str | None:  # noqa: ARG002 - as above
        """Return None: players remove a device, or switch the kind off in the preferences."""
        return None

    def send(self, device: UUID | None, message: OutgoingMessage) -> str:
        """Push the message; the receipt is the service's id of it. Raises `Gone`, `Later`, `Refused`."""
        ready = self.ready(device, message)
        return ready.ended(ready.make)

    def ready(self, device: UUID | None, message: OutgoingMessage) -> ReadyPush:
        """Return the push as a call still to be made. Raises `Gone`, `Refused`."""
        found = None if device is None else devices.device(device_id=device, kind=self.name)
        if found is None or found.player_id != message.player_id:
            raise Gone
        payload = self.payload(message)
        kept = push_outbox.keep(found, message, payload)
        instead = kept.name if kept is not None and self.name not in push_keys.configured() else None
        return ReadyPush(self, found, message, payload, ttl(message), instead)

    @abstractmethod
    def payload(self, message: OutgoingMessage) -> Mapping[str, Any]:
        """Return what the device gets, before it is padded and encrypted."""

    @abstractmethod
    def push(self, ready: ReadyPush) -> Answer:
        """Make the call, in any thread and without the database. Raises `CallFailed`, `Later`, `Refused`."""

    @abstractmethod
    def is_gone(self, answer: Answer) -> bool:
        """Tell whether this refusal means that the device no longer exists."""

    def receipt(self, answer: Answer) -> str:
        """Return the receipt for the ledger."""
        return str(answer.status)


@dataclass(frozen=True, slots=True)
class ReadyPush:
    """A push to a device. `ttl`: the seconds until it is stale; `instead`: the receipt of one that is only a file."""

    channel: PushChannel
    device: Device
    message: OutgoingMessage
    payload: Mapping[str, Any]
    ttl: int
    instead: str | None

    @property
    def host(self) -> str:
        """The host and port of the service that is called, as `players.notifications.deliveries` does."""
        return devices.host(self.device)

    def make(self) -> str:
        """Make the call, in any thread and without the database. Raises `Gone`, `Later`, `Refused`."""
        if self.instead is not None:
            return self.instead
        try:
            answer = self.channel.push(self)
        except CallFailed as failure:
            # An endpoint that may not be called now may not be called later either.
            raise (Refused if failure.reason == "url" else Later)(failure.reason) from None
        if answer.ok:
            return self.channel.receipt(answer)
        raise Gone if self.channel.is_gone(answer) else _failure(answer)

    def ended(self, result: Callable[[], str]) -> str:
        """Return the result of `make`, or raise its error; a device that is gone is forgotten."""
        try:
            return result()
        except Gone:
            devices.gone(self.device)
            raise


def _failure(answer: Answer) -> Exception:
    if answer.status == TOO_MANY or answer.status >= SERVER_ERROR:
        return Later(f"status {answer.status}", seconds=answer.retry_after)
    return Refused(f"status {answer.status}")


def ttl(message: OutgoingMessage) -> int:
    """Return the seconds until the message is stale, within the services' limit."""
    if message.expires_at is None:
        return LONGEST
    return max(0, min(LONGEST, int((message.expires_at - clock.now()).total_seconds())))


def essence(message: OutgoingMessage) -> dict[str, str]:
    """Return the message as a lock screen shows it, with the URL of its page if it has one; each cut to fit."""
    shown = {"title": message.title[:TITLE], "body": message.body[:BODY], "kind": message.kind}
    if message.url:
        shown["url"] = message.url
    if message.collapse is not None:
        shown["tag"] = message.collapse
    return shown


def padded(payload: Mapping[str, Any]) -> bytes:
    """Return the payload as JSON of `SIZE` bytes, with blanks at the end. Raises `Refused` if it does not fit."""
    text = encode(payload)
    if len(text) > SIZE:
        raise Refused("it does not fit into a push")
    return text.ljust(SIZE)


def encode(payload: Mapping[str, Any]) -> bytes:
    """Return compact JSON in UTF-8; times as in answers of the API."""
    return msgspec.json.encode(payload)
