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
    """`seat` aims the card it has just laid at the seat `target`."""

    seat: Seat
    target: Seat


class EffectAssigned(NamedTuple):
    """`seat` must discard `number` cards of its choice, and name the color if `names_color`; then play goes on.

    Next is the seat after `after`.
    """

    seat: Seat
    number: int
    names_color: bool
    after: Seat


class CardsDiscarded(NamedTuple):
    """`seat` lays cards under the top of the discard pile, without effect (R-EDITION-UNDER).

    `backs`: what the others saw of the cards; all lists are in the order in which the seat named them.
    """

    seat: Seat
    faces: Faces
    cards: Cards
    handles: Annotated[tuple[int, ...], Kind.PLAIN, Sees.OWNER]
    backs: Annotated[tuple[int, ...], Kind.FACE, Sees.OTHERS]


class DuelFought(NamedTuple):
    """`seat` and `target` compare a number each; `faces` are their cards, null for a hand without numbers."""

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

    `sources` by seat: whose hand it holds now, empty if all were shuffled together; `faces` and `backs` as at a deal,
    `backs` sorted. Every hand gets new handles.
    """

    sources: tuple[int, ...]
    cards: SecretHands
    faces: OpenHands
    backs: OtherHands
    own_backs: OwnHands


class GiveAsked(NamedTuple):
    """`seat` must give a card to an opponent of its choice; then play goes on after it."""

    seat: Seat


class CardGiven(NamedTuple):
    """A card goes from hand to hand.

    Everybody sees its back; the two seats see its face, and partners to whom they show their cards. `handle` is what it
    was.
    """

    seat: Seat
    to: Seat
    back: Face
    card: Card
    face: Annotated[int, Kind.FACE, Sees.BOTH]
    handle: Annotated[int, Kind.PLAIN, Sees.OWNER]
