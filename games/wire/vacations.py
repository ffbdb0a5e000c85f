"""Vacations, and what they would protect."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.scalars import Count, GivenId, Id, SeatNumber
from games.wire.words import StatusName

Unprotected = Literal["not_chosen", "no_clock", "round_limit", "fast", "eliminated", "resigned", "autopilot"]


class VacationRequest(Body, frozen=True, kw_only=True):
    """A vacation as you want it."""

    ends_at: Annotated[Moment, Meta(description="An hour after the start at the earliest.")]
    starts_at: Annotated[
        Moment | None, Meta(description="Left out: now; of a vacation that has begun: when it did.")
    ] = None
    games: Annotated[
        Annotated[list[GivenId], Meta(min_length=1, max_length=200)] | None,
        Meta(description="For which of your games; left out: for all, those that start later included."),
    ] = None


class Vacation(msgspec.Struct, frozen=True, kw_only=True):
    """A vacation that is planned or running."""

    state: Literal["planned", "running"]
    starts_at: Moment
    ends_at: Moment
    games: Annotated[list[Id] | None, Meta(description="Null: all.")]


class VacationYear(msgspec.Struct, frozen=True, kw_only=True):
    """The budget of a calendar year, UTC."""

    year: int
    days: Annotated[Count, Meta(description="What everybody has.")]
    used: Annotated[Count, Meta(description="Seconds, those planned included.")]
    left: Annotated[Count, Meta(description="Seconds.")]


class VacationState(msgspec.Struct, frozen=True, kw_only=True):
    """Your vacation and what is left of this year and the next."""

    vacation: Annotated[Vacation | None, Meta(description="Null: none is planned or running.")]
    budget: list[VacationYear]
    server_now: Moment


class VacationGame(msgspec.Struct, frozen=True, kw_only=True):
    """What the vacation would do in one of your games.

    `why_not`: `not_chosen`, `no_clock` (nothing is timed), `round_limit` (only rounds are timed, and those for all),
    `fast` (less than an hour for a turn and in reserve), `eliminated`, `resigned`, `autopilot`.
    """

    game: Id
    seat: SeatNumber
    status: StatusName
    protected: Annotated[bool, Meta(description="Your time stands still, now or when your turn comes.")]
    why_not: Annotated[Unprotected | None, Meta(description="Null: it is protected.")]
    deadline_at: Annotated[
        Moment | None, Meta(description="When your time runs out as things stand; null: it is not running.")
    ]
    deadline_with_vacation: Annotated[Moment | None, Meta(description="When it would run out with this vacation.")]


class VacationPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What a vacation would come to."""

    starts_at: Moment
    ends_at: Moment
    affordable: Annotated[bool, Meta(description="No year's budget would be exceeded.")]
    budget: Annotated[list[VacationYear], Meta(description="Of the years it touches, with it.")]
    games: list[VacationGame]
    server_now: Moment
