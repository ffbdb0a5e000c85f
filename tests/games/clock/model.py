"""A model of a match's clock, computed hour by hour as a player would with a calendar and a pencil.

It follows docs/players/clocks.md, uses nothing of games/clock, and keeps the whole history. Times are whole hours since
a Monday, 0:00 UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
FRIDAY = 4

Kind = Literal["turn", "answer", "other"]
"""Kinds of a decision: the turn of a seat, an answer with a limit of its own, or a decision in another seat's turn."""


@dataclass(frozen=True)
class Control:
    """A time control in hours, as docs/players/clocks.md describes it; `round`: the time limit of a round."""

    turn: int | None
    bank: int | None
    increment: int
    cap: int | None
    answer: int | None
    weekends: bool
    round: int | None


@dataclass
class Pause:
    """Hours that do not count, for one seat or (None) for all; `until` is None while the end is unknown."""

    reason: str
    seat: int | None
    since: int
    until: int | None


@dataclass
class Decision:
    """A decision of a seat, and the hour since which it is open."""

    seat: int
    kind: Kind
    since: int


class Model:
    """Whose time is running, and what is left of each bank."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.banks = [control.bank or 0] * seats
        self.timeouts = [0] * seats
        self.offsets = [0] * seats
        self.pauses: list[Pause] = []
        self.autopilot: set[int] = set()
        self.decision: Decision | None = None
        self.round_since: int | None = None

    def decide(self, now: int, seat: int, kind: Kind) -> None:
        """Close the open decision; from now on this seat has to decide."""
        self._made(now, seat)
        self.decision = Decision(seat, kind, now)

    def end_round(self, now: int) -> None:
        """Close the last decision of the round."""
        self._made(now, None)
        self.decision = self.round_since = None

    def resume(self, now: int, reason: str, seat: int | None) -> None:
        """End a pause early, or one without a fixed end."""
        for pause in self.pauses:
            if (pause.reason, pause.seat) == (reason, seat) and (pause.until is None or pause.until > now):
                pause.until = now

    def release(self, now: int, seat: int) -> None:
        """Take the seat off autopilot; its open decision gets the full time again."""
        self.autopilot.discard(seat)
        self.timeouts[seat] = 0
        if self.decision is not None and self.decision.seat == seat:
            self.decision.since = now

    def deadlines(self) -> dict[int | None, int]:
        """Return when time runs out for the seat that must decide, and (None) for the round, as far as it does."""
        found: dict[int | None, int | None] = {}
        decision = self.decision
        if decision is not None and decision.seat not in self.autopilot and self._is_timed():
            found[decision.seat] = self._ends(decision.since, self._hours_for(decision), decision.seat)
        if decision is not None and self.round_since is not None and self.control.round is not None:
            found[None] = self._ends(self.round_since, self.control.round, None)
        return {seat: hour for seat, hour in found.items() if hour is not None}

    def _is_timed(self) -> bool:
        return self.control.turn is not None or self.control.bank is not None

    def _hours_for(self, decision: Decision) -> int:
        """Return the hours for a decision. The limit of an answer replaces that of a turn and its bank."""
        if decision.kind == "answer":
            return self.control.answer or 0
        return (self.control.turn or 0) + self.banks[decision.seat]

    def _made(self, now: int, following: int | None) -> None:
        """Charge the bank for the time beyond a turn's limit, and add the increment after a turn.

        A decision of a seat right before its own turn is part of that turn, for the increment.
        """
        made, control = self.decision, self.control
        if made is None or made.kind == "answer" or control.bank is None:
            return
        used = sum(self._counts(hour, made.seat) for hour in range(made.since, now))
        left = max(0, self.banks[made.seat] - max(0, used - (control.turn or 0)))
        if made.kind == "turn" or following != made.seat:
            cap = control.bank if control.cap is None else control.cap
            left = max(left, min(cap, left + control.increment))
        self.banks[made.seat] = left

    def _ends(self, since: int, hours: int, seat: int | None) -> int | None:
        """Return the hour at which this many hours have counted; for 0 the next hour that counts. None: unknown."""
        hour, left = since, hours
        while left or not hours:
            if any(pause.until is None and pause.since <= hour for pause in self._pauses_of(seat)):
                return None
            if self._counts(hour, seat):
                if not hours:
                    break
                left -= 1
            hour += 1
        return hour

    def _counts(self, hour: int, seat: int | None) -> bool:
        """Return whether the hour that begins then counts for the seat or (None) for the round."""
        for pause in self._pauses_of(seat):
            if pause.since <= hour and (pause.until is None or hour < pause.until):
                return False
        return seat is None or not self.control.weekends or not self._is_weekend(hour, self.offsets[seat])

    def _pauses_of(self, seat: int | None) -> Sequence[Pause]:
        return [pause for pause in self.pauses if pause.seat is None or pause.seat == seat]

    def _is_weekend(self, hour: int, offset: int) -> bool:
        return (MONDAY + timedelta(hours=hour + offset)).weekday() > FRIDAY
