"""Turns, plays and draws (SPEC 3.4, 3.5, 3.7, 3.8)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from engine.events.fields import Card, Cards, Color, Face, Faces, Kind, Seat, Sees, Side


class TurnStarted(NamedTuple):
    """`seat` is on turn."""

    seat: Seat


class ColorAsked(NamedTuple):
    """`seat` must name a color. `reason`: starter or flip (it then plays), wild (its play goes on), flipper or effect.

    After the last two play goes on with the seat after `after`, which is null for the others.
    """

    seat: Seat
    reason: str
    after: int | None


class ColorNamed(NamedTuple):
    """`color` is in force."""

    seat: Seat
    color: Color


class CardPlayed(NamedTuple):
    """`seat` lays a card; `color` is in force, null until it is named. `back`: what the others saw of the card."""

    seat: Seat
    card: Card
    face: Face
    color: Color
    handle: Annotated[int, Kind.PLAIN, Sees.OWNER]
    back: Annotated[int, Kind.FACE, Sees.OTHERS]


class CardsDrawn(NamedTuple):
    """`backs` lay open on the pile one after the other.

    `reason`: turn, effect, challenge, uno, stack, doubt, misplay (a card that cannot be played) or catch (for nothing).
    """

    seat: Seat
    reason: str
    backs: Faces
    top_back: Face
    cards: Cards
    faces: Annotated[tuple[int, ...], Kind.FACE, Sees.HAND]


class DrawnCardOffered(NamedTuple):
    """The card just drawn can be played; the seat may play or keep it."""

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
    """Everything was turned over.

    `discard`: its new faces, top last; `faces`: the hands' new faces, in the order of `cards`, which tells nothing of
    what these showed before; `backs`: what they showed before, sorted; `own_backs`: the
    same in the order of `cards`, empty unless a holder may look at them at any time.
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
    """The discards but the top one became the draw pile; `pile`, `size` cards, has its top last."""

    size: int
    top_back: Face
    pile: Cards


class PileExhausted(NamedTuple):
    """Nothing is left to draw. `idle`: turns in succession in which nothing could be drawn and nothing was played."""

    idle: int
