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
    """How the game stands when the call is made, which may be later than its last event."""

    version: Version
    chain: Hex32
    status: StatusName
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act.")]
    your_turn: bool
    deadline_at: Annotated[Moment | None, Meta(description="When time runs out next; null: none is running.")]


class MovedInGame(msgspec.Struct, frozen=True, kw_only=True):
    """Events of one game, as the API shows them to you."""

    game: Id
    version_before: Annotated[Version, Meta(description="`version` of the call before: there are no gaps.")]
    version: Version
    chain: Annotated[Hex32, Meta(description="The head at that version: keep it.")]
    your_seat: Annotated[SeatNumber | None, Meta(description="Null: you watch.")]
    events: Annotated[list[LogEntry], Meta(description="Those after `version_before` up to `version`, at most 100.")]
    now: Standing


class PingData(msgspec.Struct, frozen=True, kw_only=True):
    """The webhook that you asked to be called."""

    webhook: Id


class ErasedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """The seat to forget: that of a player who has left for good, or your own account."""

    you: Annotated[bool, Meta(description="It was you; this is the last call.")]
    game: Id | None
    seat: SeatNumber | None


class MovedCall(Call, frozen=True, kw_only=True, tag=MOVED):
    """Something happened in a game that you sit in or watch."""

    timestamp: Annotated[Moment, Meta(description="When the last of the events was recorded.")]
    data: MovedInGame


class MessageCall(Call, frozen=True, kw_only=True, tag=MESSAGE):
    """You were told something, as in your inbox."""

    timestamp: Moment
    data: Notification


class PingCall(Call, frozen=True, kw_only=True, tag=PING):
    """You asked for it."""

    timestamp: Moment
    data: PingData


class ErasedCall(Call, frozen=True, kw_only=True, tag=ERASED):
    """Somebody has left for good; no webhook needs to ask for it."""

    timestamp: Moment
    data: ErasedPlayer


KINDS: tuple[tuple[type[Call], str, str], ...] = (
    (MovedCall, MOVED, "Something happened in a game"),
    (MessageCall, MESSAGE, "You were told something"),
    (PingCall, PING, "You asked for a call"),
    (ErasedCall, ERASED, "Somebody has left for good"),
)
"""Each with its type and a few words."""
