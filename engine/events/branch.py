"""Matches that begin in the middle of another one (SPEC 3.14)."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from engine.events.fields import (
    Cards,
    Color,
    Face,
    Faces,
    Kind,
    OpenHands,
    OtherHands,
    OwnHands,
    Seat,
    SecretHands,
    Sees,
    Side,
)


class PositionSet(NamedTuple):
    """The match begins as the match `origin` stood after `at` events. It is the last event of such a match's opening.

    `future`: redealt, if the cards that `seat` could not know there are dealt anew at the start; otherwise same, with
    `seat` null. `turn`: the seat that moves first. `uno`, `scores` and `sizes` (cards held): by seat. `out`: the seats
    that take no turns in this round. `eliminated`: the seats that are out of the match, with their `ranks`. `discard`:
    active faces, top last. `size`: the number of cards in the draw pile. `presses` and `spins`: those of launcher and
    wheel so far. `dark`: the dark face by card id. `hands`: by seat in the order held. `pile` and `discards`: tops
    last. `hidden`: lists of places; the cards of each list are dealt anew among its places. Places are numbered from 0
    over the hands, seat by seat, and then over the draw pile from its bottom.
    """

    origin: str
    at: int
    future: Literal["same", "redealt"]
    seat: int | None
    round: int
    dealer: Seat
    turn: Seat
    side: Side
    direction: int
    color: Color
    uno: tuple[str, ...]
    scores: tuple[int, ...]
    out: tuple[int, ...]
    eliminated: tuple[int, ...]
    ranks: tuple[int, ...]
    doubtable: int | None
    idle: int
    presses: int
    spins: int
    sizes: tuple[int, ...]
    discard: Faces
    size: int
    top_back: Face
    dark: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]
    hands: SecretHands
    pile: Cards
    discards: Cards
    hidden: SecretHands


class PositionResumed(NamedTuple):
    """The cards of the position are on the table, dealt anew where the position says so. Play continues.

    `cards`, `faces` and `own_backs` are by seat in the order held, `backs` sorted, as for a deal; `pile` is the draw
    pile, top last.
    """

    backs_shown: bool
    cards: SecretHands
    pile: Cards
    faces: OpenHands
    backs: OtherHands
    own_backs: OwnHands
