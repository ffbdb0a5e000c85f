"""Control of a match: clock, time-outs, autopilot, resignation, votes (SPEC 3.11).

Moments are microseconds since 1970 UTC, lengths of time seconds. The engine has no clock: the service says when.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.events.fields import Seat  # noqa: TC001  read at run time


class ClockSet(NamedTuple):
    """The match is played by this clock; the second event of such a match.

    `turn`: time for a decision; `bank`: time of a seat for the whole match, refilled by `increment` after each of its
    decisions up to `cap`; `answer`: time for an answer to another's card, if it differs from a turn's; null: none.
    `weekends`: the clock stands still on the weekend of the seat that must act. `late`: a decision after the deadline
    but before the time-out is accepted (lenient) or refused (strict). `autopilot_after`: so many time-outs of a seat in
    succession put it on autopilot, 0: never.
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
    """The time of `seat` ran out at `due_at`; what follows with this event is the move made for it (R-TIMEOUT)."""

    seat: Seat
    due_at: int


class AutopilotEngaged(NamedTuple):
    """The service moves for `seat` from now on. `reason`: timeouts, resigned, or left (its account is gone)."""

    seat: Seat
    reason: str


class AutopilotReleased(NamedTuple):
    """`seat` is played by its owner again."""

    seat: Seat


class SeatResigned(NamedTuple):
    """`seat` gives up: it will rank last, behind all that have not resigned or did so later."""

    seat: Seat


class VoteCast(NamedTuple):
    """`seat` is for the motion, or has it dropped with a no; a motion that every voting seat is for is carried."""

    seat: Seat
    motion: Literal["abort", "pause"]
    yes: bool


class ClockPaused(NamedTuple):
    """The clock stands still since `since`, null: since this event; at the latest until `until`, null: open.

    `reason`: mutual (all have agreed, `seat` is null) or vacation of `seat`, which only stops the clock of that seat.
    """

    reason: str
    seat: int | None
    since: int | None
    until: int | None


class ClockResumed(NamedTuple):
    """The pause of this reason is over; of a vacation that of `seat`."""

    reason: str
    seat: int | None


class ClockExtended(NamedTuple):
    """The service could not act from `since` to `until`: the decision under way gets that time back.

    `reason`: outage.
    """

    reason: str
    since: int
    until: int


class OffsetNoted(NamedTuple):
    """The clock of `seat`'s owner reads UTC plus `minutes`; weekends are computed by it."""

    seat: Seat
    minutes: int
