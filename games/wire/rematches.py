"""Rematches and series on the wire."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from common.http.types import Body, Moment
from games.wire.games import GameSummary, Seat
from games.wire.scalars import Count, Id, SeatNumber
from games.wire.words import BestOf, FillName, SeriesCause

OfferState = Literal["open", "accepted", "declined", "expired"]
AnswerName = Literal["open", "accepted", "declined"]
SeriesState = Literal["running", "over"]


class RematchRequest(Body, frozen=True, kw_only=True):
    """What to offer. To accept an offer leave both out, or repeat what is offered."""

    best_of: Annotated[
        BestOf | None,
        Meta(description="A series of at most so many matches; 1, or left out: a single match."),
    ] = None
    fill: Annotated[
        FillName | None,
        Meta(
            description="Who takes the seats of people who decline: `nobody`, so that one refusal ends the offer (the "
            "default), `bots`, or at a public table people from `seeks`; not in a series."
        ),
    ] = None


class SeatAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of the person on a seat. People who have left the service have declined."""

    seat: SeatNumber
    answer: AnswerName


class RematchOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An offer to play again."""

    state: Annotated[OfferState, Meta(description="`accepted`: nobody is asked any more; see `next_game`.")]
    best_of: BestOf
    fill: FillName
    offered_by: Annotated[
        SeatNumber | None, Meta(description="The seat; null if the next match of a series began by itself.")
    ]
    offered_at: Moment
    expires_at: Moment
    answers: list[SeatAnswer]


class Rematch(msgspec.Struct, frozen=True, kw_only=True):
    """A game, and the matches before and after it between the same seats."""

    game: Id
    rematch_of: Annotated[Id | None, Meta(description="The match of which this game is the rematch.")]
    next_game: Annotated[Id | None, Meta(description="The rematch of this game.")]
    series: Annotated[Id | None, Meta(description="The series in which this game counts.")]
    offer: Annotated[
        RematchOffer | None, Meta(description="The latest offer; null if there was none, and for those without a seat.")
    ]


class OpenOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An open offer, with the match that is to be played again."""

    game: GameSummary
    offer: RematchOffer


class OpenOffers(msgspec.Struct, frozen=True, kw_only=True):
    """The open offers after your matches, the newest first."""

    rematches: list[OpenOffer]


class SeriesStanding(Seat, frozen=True, kw_only=True):
    """The score of a seat in a series, with the player who sits there in its latest match."""

    wins: Count
    points: Annotated[Count, Meta(description="Match points: one for each seat that came out behind, in each match.")]


class SeriesMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a series. `winners` and `ranks` are empty while it runs."""

    game: Id
    winners: list[SeatNumber]
    ranks: Annotated[list[int], Meta(description="By seat, 1 for the winners.")]


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A series of matches with one score."""

    id: Id
    best_of: BestOf
    state: SeriesState
    cause: Annotated[SeriesCause | None, Meta(description="Why it is over; null while it runs.")]
    matches: Annotated[list[SeriesMatch], Meta(description="In the order in which they were played.")]
    standings: Annotated[list[SeriesStanding], Meta(description="The best first.")]
    leaders: Annotated[list[SeatNumber], Meta(description="The seats that nobody is ahead of.")]
    winners: Annotated[list[SeatNumber], Meta(description="Once it is decided.")]
    next_at: Annotated[Moment | None, Meta(description="When the next match begins by itself; null if none is due.")]
    begun_at: Moment
    ended_at: Moment | None
