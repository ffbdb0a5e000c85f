"""A match and its rounds: from the open table to the result (SPEC 2, 3.10, 5)."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from engine.events.fields import Card, Cards, Color, Face, Hands, Kind, Seat, Sees, Side


class MatchCreated(NamedTuple):
    """A table is created with these `options`, as pairs of name and value.

    `commitment` binds the seed (docs/protocol/protocol.md).

    `teams`: the name of the team by seat; empty if every seat plays for itself.
    """

    options: tuple[tuple[str, object], ...]
    seats: int
    commitment: str
    teams: tuple[str, ...]


class SeatTaken(NamedTuple):
    """A seat is taken.

    `entropy`, 64 hexadecimal digits, is mixed into every shuffle; `source` tells who provided it.
    """

    seat: Seat
    kind: str
    entropy: str
    source: str


class SeatLeft(NamedTuple):
    """A seat is free again."""

    seat: Seat


class MatchStarted(NamedTuple):
    """All seats are taken, and the deck is fixed. `light` and `dark` are the faces of every card by its id."""

    rules_hash: str
    transcript: str
    own_backs: str
    light: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]
    dark: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]


class DealerDrawn(NamedTuple):
    """A card is drawn to choose the dealer; all these cards go back."""

    seat: Seat
    card: Card
    face: Face


class DealerChosen(NamedTuple):
    """`seat` deals the first round."""

    seat: Seat


class RoundStarted(NamedTuple):
    """All cards are shuffled. `pile` is the draw pile with its `size` cards, top last."""

    round: int
    dealer: Seat
    size: int
    pile: Cards


class HandsDealt(NamedTuple):
    """Every seat has `hand_size` cards.

    `cards` and `faces`: by seat, in the order dealt. `backs`: by seat, sorted. `backs_shown`: whether the holders saw
    them too. `own_backs`: by seat in the order of `cards`; empty unless holders may look at the backs of their cards at
    any time.
    """

    hand_size: int
    backs_shown: bool
    top_back: Face
    cards: Annotated[tuple[tuple[int, ...], ...], Kind.PLAIN, Sees.NOBODY]
    faces: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.HANDS]
    backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OTHER_HANDS]
    own_backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]


class StarterTurned(NamedTuple):
    """A card is turned from the draw pile onto the discard pile."""

    card: Card
    face: Face
    color: Color
    top_back: Face


class StarterReturned(NamedTuple):
    """The starter went back into the draw pile, under `depth` cards."""

    card: Card
    face: Face
    depth: int
    top_back: Face


class RoundBlocked(NamedTuple):
    """Every seat in a row could neither draw nor play."""


class TimeExpired(NamedTuple):
    """The time limit of the round has run out."""


class RoundEnded(NamedTuple):
    """The round is over, and all hands are shown, sorted. `winner` is null if nobody won. All lists are by seat."""

    winner: int | None
    side: Side
    hands: Hands
    backs: Hands
    points: tuple[int, ...]
    totals: tuple[int, ...]


class SeatEliminated(NamedTuple):
    """`seat` is out of the match. `rank` is its place in the final ranking, before resigned seats are put behind it."""

    seat: Seat
    rank: int


class MatchEnded(NamedTuple):
    """The match is over. `ranks`: by seat, 1 for the winners. `seed` opens the commitment of the first event.

    `cause`: the match ran its course (target or single_round), all but one side have resigned, all voted to abort it,
    all people abandoned it, or the table was closed before it started. The last three have no winners; seats that have
    resigned are never among the winners.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    seed: str | None
    cause: Literal["target", "single_round", "resigned", "aborted", "abandoned", "closed"]
