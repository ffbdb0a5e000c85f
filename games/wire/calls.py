"""Calls of webhooks on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from common.http.types import Moment
from games.wire.log import LogEntry
from games.wire.notifications import Notification
from games.wire.scalars import Hex32, Id, SeatNumber, Version
from games.wire.words import StatusName
from players.webhooks.services import ERASED, MESSAGE, MOVED, PING


class Call(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of all bodies."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the game at the time of the call, which may be later than its last event."""

    version: Version
    chain: Hex32
    status: StatusName
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act, or null.")]
    your_turn: bool
    can_act: Annotated[bool, Meta(description="Whether you have a legal command now.")]
    deadline_at: Annotated[Moment | None, Meta(description="When time runs out next; null if no time is running.")]


class MovedInGame(msgspec.Struct, frozen=True, kw_only=True):
    """Events of one game, as the API shows them to you."""

    game: Id
    version_before: Annotated[
        Version, Meta(description="The `version` of the previous call, so you can see that none is missing.")
    ]
    version: Version
    chain: Annotated[Hex32, Meta(description="The head of the chain at that version. Save it.")]
    your_seat: Annotated[SeatNumber | None, Meta(description="Your seat, or null if you watch.")]
    events: Annotated[
        list[LogEntry], Meta(description="The events after `version_before` up to `version`, at most 100.")
    ]
    now: Standing


class PingData(msgspec.Struct, frozen=True, kw_only=True):
    """The webhook of the test call."""

    webhook: Id


class ErasedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """The seat of a player who has left the service for good, or your own account. Forget what you know of it."""

    you: Annotated[bool, Meta(description="Whether it was your own account. Then this is the last call.")]
    game: Id | None
    seat: SeatNumber | None


class MovedCall(Call, frozen=True, kw_only=True, tag=MOVED):
    """New events of a game in which you have a seat or which you watch."""

    timestamp: Annotated[Moment, Meta(description="When the last of the events was recorded.")]
    data: MovedInGame


class MessageCall(Call, frozen=True, kw_only=True, tag=MESSAGE):
    """A new message in your inbox."""

    timestamp: Moment
    data: Notification


class PingCall(Call, frozen=True, kw_only=True, tag=PING):
    """A test call that you asked for."""

    timestamp: Moment
    data: PingData


class ErasedCall(Call, frozen=True, kw_only=True, tag=ERASED):
    """A player has left the service for good. Every webhook gets this call without asking for it."""

    timestamp: Moment
    data: ErasedPlayer


KINDS: tuple[tuple[type[Call], str, str], ...] = (
    (MovedCall, MOVED, "New events of a game"),
    (MessageCall, MESSAGE, "A new message"),
    (PingCall, PING, "A test call"),
    (ErasedCall, ERASED, "A player has left for good"),
)
"""Each with its type and a few words."""
