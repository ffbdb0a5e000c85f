"""Folding of clock, autopilot, resignation, votes and pauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table


def no_change(_t: Table, _event: e.Event) -> None:
    """Leave the table as it is."""


def _clock_set(t: Table, event: e.ClockSet) -> None:
    t.clock = event


def _autopilot_engaged(t: Table, event: e.AutopilotEngaged) -> None:
    t.autopilot = (*t.autopilot, event.seat)
    withdraw_votes(t, event.seat)


def _autopilot_released(t: Table, event: e.AutopilotReleased) -> None:
    t.autopilot = _without(t.autopilot, event.seat)


def _seat_resigned(t: Table, event: e.SeatResigned) -> None:
    t.resigned = (*t.resigned, event.seat)
    withdraw_votes(t, event.seat)


def _seat_taken_over(t: Table, event: e.SeatTakenOver) -> None:
    t.autopilot = _without(t.autopilot, event.seat)
    t.resigned = _without(t.resigned, event.seat)


def withdraw_votes(t: Table, seat: int) -> None:
    """Withdraw the votes of a seat that no longer plays; drop motions without votes."""
    if t.votes:
        left = [(motion, _without(seats, seat)) for motion, seats in t.votes]
        t.votes = tuple([(motion, seats) for motion, seats in left if seats])


def _without(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple([seat for seat in seats if seat != gone])


def _vote_cast(t: Table, event: e.VoteCast) -> None:
    votes = dict(t.votes)
    seats = votes.pop(event.motion, ())
    t.votes = (*votes.items(), (event.motion, (*seats, event.seat))) if event.yes else tuple(votes.items())


def _clock_paused(t: Table, event: e.ClockPaused) -> None:
    if event.reason == "mutual":
        t.paused = True
        t.votes = tuple([(motion, seats) for motion, seats in t.votes if motion != "pause"])


def _clock_resumed(t: Table, event: e.ClockResumed) -> None:
    if event.reason == "mutual":
        t.paused = False


KEEPING: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
    e.ClockSet: _clock_set,
    e.TimedOut: no_change,
    e.AutopilotEngaged: _autopilot_engaged,
    e.AutopilotReleased: _autopilot_released,
    e.SeatResigned: _seat_resigned,
    e.SeatTakenOver: _seat_taken_over,
    e.SeatLent: no_change,
    e.SeatReturned: no_change,
    e.VoteCast: _vote_cast,
    e.ClockPaused: _clock_paused,
    e.ClockResumed: _clock_resumed,
    e.ClockExtended: no_change,
    e.OffsetNoted: no_change,
}
