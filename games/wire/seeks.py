"""Seeks on the wire: what players look for."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

import engine
from common.http.types import Body, Moment
from games.wire.games import ClockSummary
from games.wire.requests import ClockRequest, CommandId, GivenOptions, ShortText
from games.wire.scalars import Count, Id, ReliabilityBound
from games.wire.words import SpeedName

SeekState = Literal["waiting", "called", "seated", "cancelled", "expired", "missed"]
HouseRules = Literal["fixed", "open"]


class SeekRequest(Body, frozen=True, kw_only=True):
    """The match that you look for."""

    options: GivenOptions = {}  # noqa: RUF012 - msgspec copies it
    clock: ClockRequest | ShortText = "none"
    house_rules: Annotated[
        HouseRules,
        Meta(
            description="`fixed`: only these options and this clock. `open`: any options of this ruleset, and any "
            "clock of this speed; yours if the others are open, too."
        ),
    ] = "fixed"
    least_seats: Annotated[int, Meta(ge=2, le=10, description="The fewest seats that you want to play with.")] = 2
    most_seats: Annotated[int, Meta(ge=2, le=10, description="The most. With so many the match begins at once.")] = 4
    bots: Annotated[bool, Meta(description="Whether bots may take seats for which nobody was found in time.")] = False
    min_reliability: Annotated[
        ReliabilityBound | None,
        Meta(description="The least reliability of the others in percent. Newcomers, who have none, are welcome."),
    ] = None
    lasts: Annotated[
        Annotated[int, Meta(ge=60, le=604_800)] | None,
        Meta(description="For how many seconds you look at most; null: as long as is usual for the speed."),
    ] = None
    command_id: CommandId | None = None


class Muster(msgspec.Struct, frozen=True, kw_only=True):
    """The call to confirm that you are there."""

    until: Annotated[Moment, Meta(description="Until when everybody has to confirm.")]
    confirmed: Annotated[bool, Meta(description="Whether you have confirmed.")]
    people_confirmed: Annotated[Count, Meta(description="The number of people who have, you included.")]


class Seek(msgspec.Struct, frozen=True, kw_only=True):
    """What you look for, and how far it is.

    `waiting`: for more people. `called`: a match is ready, see `muster`. `seated`: it has begun, see `game_id`.
    `cancelled`: by you, or because you were seated in another match of this ruleset and speed. `expired`: nobody was
    found in time. `missed`: you did not confirm in time.
    """

    id: Id
    state: SeekState
    ruleset: str
    edition: str
    options: Annotated[dict[str, engine.OptionValue], Meta(description="Those that differ from the defaults.")]
    clock: ClockSummary | None
    speed: SpeedName
    preset: Annotated[str | None, Meta(description="The preset of the service with these settings.")]
    house_rules: HouseRules
    least_seats: int
    most_seats: int
    bots: bool
    min_reliability: int | None
    people: Annotated[Count, Meta(description="The number of people who wait for the same match, you included.")]
    muster: Annotated[Muster | None, Meta(description="Null unless you are called.")]
    game_id: Annotated[Id | None, Meta(description="The match, once you are seated.")]
    created_at: Moment
    expires_at: Annotated[Moment, Meta(description="When you stop to look, unless you are called then.")]
    ended_at: Moment | None


class Seeks(msgspec.Struct, frozen=True, kw_only=True):
    """Your seeks: those that are not over, then those that ended on the last day; newest first."""

    seeks: list[Seek]


class Crowd(msgspec.Struct, frozen=True, kw_only=True):
    """The number of people who look for the same."""

    ruleset: str
    edition: str
    speed: SpeedName
    preset: Annotated[str | None, Meta(description="A preset of the service; null for settings of their own.")]
    people: Count


class Crowds(msgspec.Struct, frozen=True, kw_only=True):
    """Who looks for a match now, the most first."""

    seeks: list[Crowd]
