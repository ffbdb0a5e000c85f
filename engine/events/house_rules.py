"""Events of house rules (SPEC 8.2, 8.3)."""

from __future__ import annotations

from typing import NamedTuple

from engine.events.fields import Face, Faces, Seat  # noqa: TC001  read at run time


class PenaltyStacked(NamedTuple):
    """`seat` must answer the card `face` that `by` played, or take all `total` cards.

    If a `wc` is among the cards of the penalty, the seat also draws until a card has the color in force.
    """

    seat: Seat
    by: Seat
    face: Face
    total: int


class HelpAsked(NamedTuple):
    """`asker` asks its teammates for a card. `seat` is the first one to answer; each of `seats` may answer."""

    seat: Seat
    asker: Seat
    seats: tuple[int, ...]


class HelpDeclined(NamedTuple):
    """`seat` gives nothing."""

    seat: Seat


class CardsRevealed(NamedTuple):
    """Cards that `seat` has drawn are shown to everybody."""

    seat: Seat
    faces: Faces


class DoubtOpened(NamedTuple):
    """Until the next play any other seat may doubt what `seat` has drawn."""

    seat: Seat


class Doubted(NamedTuple):
    """`seat` doubts the drawing of `of`, and is wrong."""

    seat: Seat
    of: Seat


class CardMisplayed(NamedTuple):
    """`seat` played a card that does not fit and takes it back."""

    seat: Seat
    face: Face


class CatchFailed(NamedTuple):
    """`seat` tried to catch `of`, which had not missed a call."""

    seat: Seat
    of: Seat


class SeatKnockedOut(NamedTuple):
    """`seat` holds too many cards and is out of the round."""

    seat: Seat
