"""The bodies of calls: what receivers are sent, told apart by `type`.

How events and messages look is the API's business, so they are left open here (`Entry`, `News`); the API names its
types for the description.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Generic, Literal, TypeVar
from uuid import UUID  # noqa: TC003  as above

import msgspec
from msgspec import Meta

from games.webhooks.farewells import ERASED
from players.webhooks.services import MESSAGE, MOVED, PING

Entry = TypeVar("Entry")
News = TypeVar("News")

Moment = Annotated[datetime, Meta(tz=True)]
Seat = Annotated[int, Meta(ge=0, le=9)]
Version = Annotated[int, Meta(ge=0)]
Chain = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Call(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of all bodies."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the game stands when the call is made, which may be later than its last event."""

    version: Version
    chain: Chain
    status: Literal["lobby", "running", "finished"]
    turn: Annotated[Seat | None, Meta(description="The seat that must act.")]
    your_turn: bool
    deadline_at: Annotated[Moment | None, Meta(description="When time runs out next; null: none is running.")]


class Moved(msgspec.Struct, Generic[Entry], frozen=True, kw_only=True):
    """Events of one game, as the API shows them to you."""

    game: UUID
    version_before: Annotated[Version, Meta(description="`version` of the call before: there are no gaps.")]
    version: Version
    chain: Annotated[Chain, Meta(description="The head at that version: keep it.")]
    your_seat: Annotated[Seat | None, Meta(description="Null: you watch.")]
    events: Annotated[list[Entry], Meta(description="Those after `version_before` up to `version`, at most 100.")]
    now: Standing


class Pinged(msgspec.Struct, frozen=True, kw_only=True):
    """Whom you asked to be called."""

    webhook: UUID


class Erased(msgspec.Struct, frozen=True, kw_only=True):
    """Whose seat to forget: a player's who has left for good, or your own account."""

    you: Annotated[bool, Meta(description="It was you; this is the last call.")]
    game: UUID | None
    seat: Seat | None


class MovedCall(Call, Generic[Entry], frozen=True, kw_only=True, tag=MOVED):
    """Something happened in a game."""

    timestamp: Annotated[Moment, Meta(description="When the last of the events was recorded.")]
    data: Moved[Entry]


class MessageCall(Call, Generic[News], frozen=True, kw_only=True, tag=MESSAGE):
    """You were told something, as in your inbox."""

    timestamp: Moment
    data: News


class PingCall(Call, frozen=True, kw_only=True, tag=PING):
    """You asked for it."""

    timestamp: Moment
    data: Pinged


class ErasedCall(Call, frozen=True, kw_only=True, tag=ERASED):
    """Somebody has left for good; no webhook needs to ask for it."""

    timestamp: Moment
    data: Erased


STORED: Final[Mapping[str, Any]] = {MESSAGE: MessageCall, PING: PingCall, ERASED: ErasedCall}
"""Calls whose data was written down when they were promised, by type."""
