"""What comes out of a stream, item by item; told apart by `type` (docs/clients/streams.md).

Each kind of item is a struct of facts, the same for all who may see them, and the item itself, which has the cursor of
one listener besides.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, NewType

import msgspec
from msgspec import Meta

import engine
from games.wire.games import Game, GameSummary, Waiting
from games.wire.log import LogEntry
from games.wire.rematches import OpenOffer
from games.wire.scalars import Hex32, Id, SeatNumber, Version
from games.wire.seeks import Seek
from games.wire.words import StatusName

Cursor = Annotated[
    str, Meta(description="Pass it as `after` or `Last-Event-ID` to continue after this item. Only you can use it.")
]
ResetReason = Literal["too_old", "unknown"]
LeftReason = Literal["no_seat", "quarantined"]
EndReason = Literal["finished", "no_access", "seat_changed", "quarantined", "restart", "pause"]


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a whole, see `GameSnapshot`."""

    game: Annotated[Game, Meta(description="The game as `GET /v1/games/{game_id}` shows it.")]


class GamesFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A player's games, see `GamesSnapshot`."""

    games: Annotated[list[GameSummary], Meta(description="The games as `GET /v1/me/games` shows them.")]
    server_now: Annotated[datetime, Meta(description="The service's time.")]
    next: Annotated[str | None, Meta(description="The `cursor` for `GET /v1/me/games` to get the remaining games.")]


class SummaryFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A game in short, see `StreamedGame`."""

    game: GameSummary


class EventFacts(msgspec.Struct, frozen=True, kw_only=True):
    """An event, see `StreamedEvent`."""

    game: Id
    entry: LogEntry


class HeadFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game stands, see `StreamedHead`."""

    game: Id
    version: Version
    chain: Hex32
    status: StatusName
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act, or null.")]
    your_seat: SeatNumber | None
    your_turn: bool
    can_act: Annotated[bool, Meta(description="Whether the caller has a legal command now.")]
    deadline_at: datetime | None
    waiting: Waiting | None
    table: engine.TableSummary | None


class SeeksFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a player looks for, see `StreamedSeeks`."""

    seeks: Annotated[list[Seek], Meta(description="The seeks as `GET /v1/me/seeks` shows them.")]


class RematchesFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The open offers to play again, see `StreamedRematches`."""

    rematches: Annotated[list[OpenOffer], Meta(description="The offers as `GET /v1/me/rematches` shows them.")]


class LeftFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is followed no more, see `GameLeft`."""

    game: Id
    reason: LeftReason


class ResetFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Why to begin anew, see `StreamReset`."""

    reason: ResetReason


class NowFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The time, see `Heartbeat`."""

    server_now: Annotated[datetime, Meta(description="The service's time.")]


class EndFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Why nothing follows, see `StreamEnd`."""

    reason: EndReason


class GameSnapshot(GameFacts, frozen=True, kw_only=True, tag="snapshot"):
    """The first item of the stream: the game as the caller sees it. Events after `game.version` follow."""

    cursor: Cursor


class GamesSnapshot(GamesFacts, frozen=True, kw_only=True, tag="snapshot"):
    """The first item of the stream: the caller's games. The events of those that are not finished follow."""

    cursor: Cursor


class StreamedGame(SummaryFacts, frozen=True, kw_only=True, tag="game"):
    """A game that is new among the caller's games, or is followed again. Events after its `version` follow."""

    cursor: Cursor


class StreamedEvent(EventFacts, frozen=True, kw_only=True, tag="event"):
    """An entry of the log, as `GET /v1/games/{game_id}/events` shows it."""

    cursor: Cursor


class StreamedHead(HeadFacts, frozen=True, kw_only=True, tag="head"):
    """The state of the game after the preceding events."""

    cursor: Cursor


class StreamedSeeks(SeeksFacts, frozen=True, kw_only=True, tag="seeks"):
    """What the caller looks for: after the first item if they have seeks, and some seconds after a change."""

    cursor: Cursor


class StreamedRematches(RematchesFacts, frozen=True, kw_only=True, tag="rematches"):
    """The open offers after the caller's matches: after the first item if any, and some seconds after a change."""

    cursor: Cursor


class GameLeft(LeftFacts, frozen=True, kw_only=True, tag="left"):
    """The stream no longer follows this game.

    The caller has no seat in it any more, or its record is being checked.
    """

    cursor: Cursor


class StreamReset(ResetFacts, frozen=True, kw_only=True, tag="reset"):
    """Discard what you have; a snapshot follows. Too much has happened since the cursor, or the cursor does not fit."""


class Heartbeat(NowFacts, frozen=True, kw_only=True, tag="heartbeat"):
    """Nothing has happened for a while."""

    cursor: Cursor


class StreamEnd(EndFacts, frozen=True, kw_only=True, tag="end"):
    """The last item.

    `finished`: the match is over, and you have all its events. `no_access`: the token is no longer valid, or the caller
    may no longer see the game. `seat_changed`: the caller has another seat now. `restart`, `pause`: open a new stream
    with the cursor. `quarantined`: the record of the game is being checked; try again in some minutes.
    """

    cursor: Cursor


AnyGameItem: Any = GameSnapshot | StreamedEvent | StreamedHead | StreamReset | Heartbeat | StreamEnd
"""What a stream of one game consists of."""
AnyItem: Any = (
    GamesSnapshot
    | StreamedGame
    | StreamedSeeks
    | StreamedRematches
    | StreamedEvent
    | StreamedHead
    | GameLeft
    | StreamReset
    | Heartbeat
    | StreamEnd
)
"""What a stream of all of a player's games consists of."""

GameStreamItem = NewType("GameStreamItem", AnyGameItem)  # type: ignore[valid-newtype]  # a name for a union
StreamItem = NewType("StreamItem", AnyItem)  # type: ignore[valid-newtype]  # as above
