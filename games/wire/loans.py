"""Loans of seats on the wire."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.requests import Query, ShortText
from games.wire.scalars import Id, SeatNumber

MOST_HOURS: Final = 48
"""The longest time for which a seat is lent."""

LoanState = Literal["none", "offered", "lent"]
LoanRole = Literal["lender", "borrower"]
Hours = Annotated[int, Meta(ge=1, le=MOST_HOURS)]


class LoanRequest(Body, frozen=True, kw_only=True):
    """The offer of a seat, for some hours from its acceptance on."""

    hours: Hours
    player: (
        Annotated[
            ShortText,
            Meta(
                min_length=1,
                description="The name or id of the only player who may accept. Without it, everybody with the code.",
            ),
        ]
        | None
    ) = None


class LoanAcceptance(Body, frozen=True, kw_only=True):
    """The acceptance of an offer."""

    code: ShortText


class LoanQuery(Query, frozen=True, kw_only=True):
    """The query of a loan."""

    code: (
        Annotated[
            ShortText,
            Meta(
                description="The code of an offer, for somebody without a seat.",
                extra_json_schema={"pattern": "^[!-~]*$"},
            ),
        ]
        | None
    ) = None


class Loan(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a seat is lent, or offered. Only its player is told that it is neither."""

    game: Id
    seat: SeatNumber
    state: LoanState
    hours: Annotated[int | None, Meta(description="For how long; null if it is neither.")]
    ruleset: str
    edition: str
    lender: Annotated[str | None, Meta(description="The name of the player of the seat.")]
    borrower: Annotated[str | None, Meta(description="The name of the player to whom it is lent.")]
    player: Annotated[str | None, Meta(description="Who alone may accept, as the lender named them; for the lender.")]
    code: Annotated[str | None, Meta(description="The code of the offer, for the lender.")]
    link: Annotated[str | None, Meta(description="The page on which it is accepted, for the lender.")]
    lapses_at: Annotated[Moment | None, Meta(description="When the offer ends if nobody accepts it.")]
    lent_until: Moment | None
