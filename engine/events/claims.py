"""Claims against a seat: challenges and UNO (SPEC 3.6, 3.9)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from engine.events.fields import Face, Kind, Seat, Sees


class EvidenceSealed(NamedTuple):
    """What a challenge of the card just played would find: verdict and hand as they were at the moment of the play."""

    seat: Seat
    guilty: Annotated[bool, Kind.PLAIN, Sees.NOBODY]
    hand: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]


class ChallengeOpened(NamedTuple):
    """`seat` may challenge the wild draw card `face` that `by` played."""

    seat: Seat
    by: Seat
    face: Face


class ChallengeAccepted(NamedTuple):
    """`seat` takes the cards of a wild draw card or of a stacked penalty without a challenge."""

    seat: Seat


class HandShown(NamedTuple):
    """The hand of `seat`, as it was when the card was played, is shown to the seat `to` alone."""

    seat: Seat
    to: Seat
    faces: Annotated[tuple[int, ...], Kind.FACE, Sees.TO]


class ChallengeDecided(NamedTuple):
    """The challenge of `seat` against `by` is decided."""

    seat: Seat
    by: Seat
    guilty: bool


class UnoCalled(NamedTuple):
    """`seat` has called UNO."""

    seat: Seat


class UnoMissed(NamedTuple):
    """`seat` has one card and has not called UNO: it can be caught."""

    seat: Seat


class UnoCaught(NamedTuple):
    """`by` has caught `seat` without a call."""

    seat: Seat
    by: Seat


class UnoCleared(NamedTuple):
    """The UNO status of `seat` lapses, because the window is closed or the hand is no longer one card."""

    seat: Seat
