"""A match and its rounds: from the open table to the result (SPEC 2, 3.10, 5)."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from engine.events.fields import Card, Cards, Color, Face, Hands, Kind, Seat, Sees, Side


class MatchCreated(NamedTuple):
    """A table is set up by these (name, value) `options`; `commitment` binds the seed (docs/protocol/protocol.md).

    `teams`: name of the team by seat; empty if every seat plays for itself.
    """

    options: tuple[tuple[str, object], ...]
    seats: int
    commitment: str
    teams: tuple[str, ...]


class SeatTaken(NamedTuple):
    """A seat is taken. `entropy`, 64 hexadecimal digits, is mixed into every shuffle; `source` says who brought it."""

    seat: Seat
    kind: str
    entropy: str
    source: str


class SeatLeft(NamedTuple):
    """A seat is open again."""

    seat: Seat


class MatchStarted(NamedTuple):
    """All seats are taken; the deck is fixed. `light` and `dark` give the faces of every card id."""

    rules_hash: str
    transcript: str
    own_backs: str
    light: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]
    dark: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]


class DealerDrawn(NamedTuple):
    """A card is drawn for the deal; all of them go back."""

    seat: Seat
    card: Card
    face: Face


class DealerChosen(NamedTuple):
    """`seat` deals the first round."""

    seat: Seat


class RoundStarted(NamedTuple):
    """All cards are shuffled; `pile` is the draw pile, `size` cards, top last."""

    round: int
    dealer: Seat
    size: int
    pile: Cards


class HandsDealt(NamedTuple):
    """Every seat has `hand_size` cards.

    `cards` and `faces` by seat in the order dealt; `backs` by seat, sorted; `backs_shown`: the holder saw them too;
    `own_backs` by seat in the order of `cards`, empty unless a holder may look at them at any time.
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
    """Every seat in succession could neither draw nor play."""


class TimeExpired(NamedTuple):
    """The time limit of the round has run out."""


class RoundEnded(NamedTuple):
    """Hands are laid open, sorted. `winner` None: nobody won. All lists are by seat."""

    winner: int | None
    side: Side
    hands: Hands
    backs: Hands
    points: tuple[int, ...]
    totals: tuple[int, ...]


class SeatEliminated(NamedTuple):
    """`seat` leaves the match; `rank` is its place in the final ranking, before seats that resign fall behind it."""

    seat: Seat
    rank: int


class MatchEnded(NamedTuple):
    """`ranks` by seat, 1 for the winners; `seed` opens the commitment of the first event.

    `cause`: the match ran its course (target, or single_round), all but one side have resigned, it was aborted by a
    vote, or abandoned by all people. The last two have no winners; seats that have resigned are never among them.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    seed: str | None
    cause: Literal["target", "single_round", "resigned", "aborted", "abandoned"]
