"""Vacations, and what they would protect."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.scalars import Count, GivenId, Id, SeatNumber
from games.wire.words import StatusName

Unprotected = Literal["not_chosen", "no_clock", "round_limit", "fast", "eliminated", "resigned", "autopilot"]


class VacationRequest(Body, frozen=True, kw_only=True):
    """A vacation."""

    ends_at: Annotated[Moment, Meta(description="At least one hour after the start.")]
    starts_at: Annotated[
        Moment | None, Meta(description="By default now; for a vacation that has begun, its start.")
    ] = None
    games: Annotated[
        Annotated[list[GivenId], Meta(min_length=1, max_length=200)] | None,
        Meta(description="The games it applies to; by default all, including those that start later."),
    ] = None


class Vacation(msgspec.Struct, frozen=True, kw_only=True):
    """A planned or running vacation."""

    state: Literal["planned", "running"]
    starts_at: Moment
    ends_at: Moment
    games: Annotated[list[Id] | None, Meta(description="The chosen games, or null for all games.")]


class VacationYear(msgspec.Struct, frozen=True, kw_only=True):
    """The budget of a calendar year in UTC."""

    year: int
    days: Annotated[Count, Meta(description="The budget of every player.")]
    used: Annotated[Count, Meta(description="Seconds, those planned included.")]
    left: Annotated[Count, Meta(description="Seconds.")]


class VacationState(msgspec.Struct, frozen=True, kw_only=True):
    """Your vacation, and the rest of the budget of this year and the next."""

    vacation: Annotated[Vacation | None, Meta(description="Null if none is planned or running.")]
    budget: list[VacationYear]
    server_now: Moment


class VacationGame(msgspec.Struct, frozen=True, kw_only=True):
    """What the vacation would do in one of your games.

    `why_not`: `not_chosen`, `no_clock` (nothing is timed), `round_limit` (only rounds are timed, for everybody), `fast`
    (less than an hour for a turn and in reserve), `eliminated`, `resigned`, `autopilot`.
    """

    game: Id
    seat: SeatNumber
    status: StatusName
    protected: Annotated[bool, Meta(description="Whether your time stands still, now or when your turn comes.")]
    why_not: Annotated[Unprotected | None, Meta(description="Why it is not protected; null if it is.")]
    deadline_at: Annotated[
        Moment | None, Meta(description="When your time runs out without the vacation; null if it is not running.")
    ]
    deadline_with_vacation: Annotated[Moment | None, Meta(description="When it would run out with this vacation.")]


class VacationPreview(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a vacation."""

    starts_at: Moment
    ends_at: Moment
    affordable: Annotated[bool, Meta(description="Whether it stays within the budget of every year.")]
    budget: Annotated[list[VacationYear], Meta(description="The budget of each year it touches, with this vacation.")]
    games: list[VacationGame]
    server_now: Moment
