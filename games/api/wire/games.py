"""What the service says about games: summaries for lists, the whole table for one viewer."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

import engine
from games.api.wire.commands import AnyCommand
from games.api.wire.scalars import Count, Hex32, Id, SeatNumber, Version

StatusName = Literal["lobby", "running", "finished"]
SeatKindName = Literal["open", "human", "bot"]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where. `name` is the player's public name, `bot` the strategy of a bot."""

    seat: SeatNumber
    kind: SeatKindName
    name: str | None = None
    bot: str | None = None


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game as lists show it: nothing in it depends on hidden cards."""

    id: Id
    status: StatusName
    private: bool
    game: str
    edition: str
    options: Annotated[
        dict[str, Any], Meta(description="The options that differ from their default, see `/v1/rulesets`.")
    ]
    seats: list[Seat]
    open_seats: Count
    host: Annotated[SeatNumber | None, Meta(description="The seat that may add bots and start.")]
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act.")]
    your_seat: Annotated[SeatNumber | None, Meta(description="The caller's seat; null for spectators.")]
    your_turn: bool
    version: Version
    deadline_at: Annotated[
        datetime | None, Meta(description="When the round runs out of time (`time_limit`), UTC; null: it has no limit.")
    ]
    created_at: datetime
    updated_at: datetime


class Game(GameSummary, frozen=True, kw_only=True):
    """A game as one viewer may see it now."""

    invite_code: Annotated[str | None, Meta(description="For seated players of a private game.")]
    chain: Annotated[Hex32, Meta(description="Hash over all events so far; keep it as evidence (docs/protocol.md).")]
    view: engine.View
    legal_commands: Annotated[
        list[AnyCommand], Meta(description="Exactly what the caller's seat may send now, ready to send.")
    ]


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """One page of games."""

    games: list[GameSummary]
    next: Annotated[str | None, Meta(description="Pass it as `cursor` for the next page; null: there is none.")]
