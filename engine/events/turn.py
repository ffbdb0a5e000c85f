"""Turns, plays and draws (SPEC 3.4, 3.5, 3.7, 3.8)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from engine.events.fields import Card, Cards, Color, Face, Faces, Kind, Seat, Sees, Side


class TurnStarted(NamedTuple):
    """`seat` is on turn."""

    seat: Seat


class ColorAsked(NamedTuple):
    """`seat` must name a color.

    `reason`: starter or flip (`seat` then plays), wild (its play goes on), flipper or effect.

    After the last two, the seat after `after` is next; otherwise `after` is null.
    """

    seat: Seat
    reason: str
    after: int | None


class ColorNamed(NamedTuple):
    """`color` is in force."""

    seat: Seat
    color: Color


class CardPlayed(NamedTuple):
    """`seat` plays a card.

    `color` is the color in force, null until it is named. `back` is what the others saw of the card.
    """

    seat: Seat
    card: Card
    face: Face
    color: Color
    handle: Annotated[int, Kind.PLAIN, Sees.OWNER]
    back: Annotated[int, Kind.FACE, Sees.OTHERS]


class CardsDrawn(NamedTuple):
    """`seat` draws cards. `backs` are those that lay open on the pile, one after the other.

    `reason`: its turn, the effect of a card, a challenge, a missed UNO call, a stacked penalty, a doubt, a misplay (a
    card that cannot be played), or a wrong catch.
    """

    seat: Seat
    reason: str
    backs: Faces
    top_back: Face
    cards: Cards
    faces: Annotated[tuple[int, ...], Kind.FACE, Sees.HAND]


class DrawnCardOffered(NamedTuple):
    """The card just drawn can be played. The seat may play or keep it."""

    seat: Seat
    card: Card


class CardKept(NamedTuple):
    """`seat` keeps the card it has drawn."""

    seat: Seat


class SeatSkipped(NamedTuple):
    """`seat` loses its turn."""

    seat: Seat


class DirectionReversed(NamedTuple):
    """`direction`: 1 clockwise, -1 counter-clockwise."""

    direction: int


class Flipped(NamedTuple):
    """All cards were turned over.

    `discard`: its new faces, top last. `faces`: the new faces of the hands, in the order of `cards`, which is unrelated
    to the former order. `backs`: the former faces, sorted. `own_backs`: the former faces in the order of `cards`; empty
    unless holders may look at the backs of their cards at any time.
    """

    side: Side
    color: Color
    top_back: Face
    discard: Faces
    cards: Annotated[tuple[tuple[int, ...], ...], Kind.PLAIN, Sees.NOBODY]
    faces: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.HANDS]
    backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OTHER_HANDS]
    own_backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]


class PileReshuffled(NamedTuple):
    """All discards except the top one became the draw pile. `pile` has its `size` cards, top last."""

    size: int
    top_back: Face
    pile: Cards


class PileExhausted(NamedTuple):
    """No card is left to draw.

    `idle`: the number of turns in a row in which nothing could be drawn and nothing was played.
    """

    idle: int
