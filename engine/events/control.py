"""Control of a match: clock, time-outs, autopilot, resignation, votes (SPEC 3.11).

Moments are microseconds since 1970 UTC, lengths of time seconds. The engine has no clock: the service says when.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.events.fields import Seat  # noqa: TC001  read at run time


class ClockSet(NamedTuple):
    """The match has this clock. It is the second event of such a match.

    `turn`: time for a decision. `bank`: reserve of a seat for the whole match, refilled by `increment` after each of
    its decisions up to `cap`. `answer`: time for an answer to a card of another seat, if it differs from a turn's.
    Null: there is none. `weekends`: the clock stands still on the weekend of the player who must act. `late`: a
    decision between deadline and time-out is accepted (lenient) or refused (strict). `autopilot_after`: the number of
    time-outs in a row after which the service moves for a seat; 0: never.
    """

    turn: int | None
    bank: int | None
    increment: int
    cap: int | None
    answer: int | None
    weekends: bool
    late: Literal["lenient", "strict"]
    autopilot_after: int


class TimedOut(NamedTuple):
    """The time of `seat` ran out at `due_at`.

    The following events of this command are the move made for it (R-TIMEOUT).
    """

    seat: Seat
    due_at: int


class AutopilotEngaged(NamedTuple):
    """From now on the service moves for `seat`.

    `reason`: too many `timeouts` in a row, the player `resigned`, or the player `left` the service.
    """

    seat: Seat
    reason: str


class AutopilotReleased(NamedTuple):
    """The player of `seat` moves again."""

    seat: Seat


class SeatResigned(NamedTuple):
    """`seat` gives up. It will rank last, behind all that have not resigned or did so later."""

    seat: Seat


class SeatTakenOver(NamedTuple):
    """Another player plays `seat` from here on, which its player has given up: it is as if it had never resigned."""

    seat: Seat


class SeatLent(NamedTuple):
    """Somebody else plays `seat`, too, for `hours` from this event on, unless it is returned earlier."""

    seat: Seat
    hours: int


class SeatReturned(NamedTuple):
    """`seat` is its player's alone again before the time was over."""

    seat: Seat


class VoteCast(NamedTuple):
    """`seat` supports the motion, or rejects it. It is carried once every voting seat supports it."""

    seat: Seat
    motion: Literal["abort", "pause"]
    yes: bool


class ClockPaused(NamedTuple):
    """The clock stands still from `since` (null: from this event) until `until` at the latest (null: no end is set).

    `reason`: mutual, if all have agreed (`seat` is null); or vacation of `seat`, which stops only the clock of that
    seat.
    """

    reason: str
    seat: int | None
    since: int | None
    until: int | None


class ClockResumed(NamedTuple):
    """The pause for this reason is over; of a vacation, that of `seat`."""

    reason: str
    seat: int | None


class ClockExtended(NamedTuple):
    """The service could not act from `since` to `until`. The current decision gets that time back.

    `reason` is outage.
    """

    reason: str
    since: int
    until: int


class OffsetNoted(NamedTuple):
    """The local time of the player on `seat` is UTC plus `minutes`; their weekends follow from it."""

    seat: Seat
    minutes: int
