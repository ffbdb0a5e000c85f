"""Effects of special cards: targets, gifts, duels, hands that move (SPEC 6, 7, 8)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from engine.events.fields import (
    Card,
    Cards,
    Face,
    Faces,
    Kind,
    OpenHands,
    OtherHands,
    OwnHands,
    Seat,
    SecretHands,
    Sees,
)


class TargetChosen(NamedTuple):
    """`seat` aims the card it has just played at the seat `target`."""

    seat: Seat
    target: Seat


class EffectAssigned(NamedTuple):
    """`seat` must discard `number` cards of its choice, and name a color if `names_color`.

    Then the seat after `after` is next.
    """

    seat: Seat
    number: int
    names_color: bool
    after: Seat


class CardsDiscarded(NamedTuple):
    """`seat` puts cards under the top of the discard pile, without their effects (R-EDITION-UNDER).

    `backs` is what the others saw of the cards. All lists are in the order in which the seat named the cards.
    """

    seat: Seat
    faces: Faces
    cards: Cards
    handles: Annotated[tuple[int, ...], Kind.PLAIN, Sees.OWNER]
    backs: Annotated[tuple[int, ...], Kind.FACE, Sees.OTHERS]


class DuelFought(NamedTuple):
    """`seat` and `target` compare one number each. `faces` are their cards, null for a hand without numbers."""

    seat: Seat
    target: Seat
    faces: Faces
    winner: Seat


class HandRevealed(NamedTuple):
    """The hand of `seat`, its active faces sorted, is shown to all."""

    seat: Seat
    faces: Faces


class HandsMoved(NamedTuple):
    """Whole hands change their holders.

    `sources`: by seat, the seat whose hand it holds now; empty if all hands were shuffled together. `faces` and
    `backs`: as at a deal, `backs` sorted. All cards get new handles.
    """

    sources: tuple[int, ...]
    cards: SecretHands
    faces: OpenHands
    backs: OtherHands
    own_backs: OwnHands


class GiveAsked(NamedTuple):
    """`seat` must give a card to an opponent of its choice. Then the next seat is on turn."""

    seat: Seat


class CardGiven(NamedTuple):
    """A card moves from one hand to another.

    Everybody sees its back. Its face is seen by the two seats, and by partners to whom they show their hands. `handle`
    is the handle it had.
    """

    seat: Seat
    to: Seat
    back: Face
    card: Card
    face: Annotated[int, Kind.FACE, Sees.BOTH]
    handle: Annotated[int, Kind.PLAIN, Sees.OWNER]
