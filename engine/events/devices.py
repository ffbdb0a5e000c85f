"""The launcher of Attack and the wheel of Spin (SPEC 7.4, 7.5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.events.fields import Hands, Seat  # noqa: TC001  read at run time


class LauncherPressed(NamedTuple):
    """`seat` presses the launcher, and `fired` cards come out."""

    seat: Seat
    fired: int


class SpinAsked(NamedTuple):
    """`seat` must spin the wheel in place of its turn."""

    seat: Seat


class WheelSpun(NamedTuple):
    """The wheel stops at `sector` for `seat`."""

    seat: Seat
    sector: str


class WheelChoiceAsked(NamedTuple):
    """`seat` names what it discards, as `sector` says."""

    seat: Seat
    sector: str


class WarFought(NamedTuple):
    """Every seat shows its numbers, highest first, as far as they were compared: `faces` by seat.

    `winner` is null if it is undecided.
    """

    faces: Hands
    winner: int | None


class RaceOpened(NamedTuple):
    """The first seat to shout discards a card. `seat` has spun the wheel and wins if nobody shouts."""

    seat: Seat


class RaceWon(NamedTuple):
    """`seat` was the first to shout."""

    seat: Seat
