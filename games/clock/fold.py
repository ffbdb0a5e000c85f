"""The fold: the time that each seat has used, after each command of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

import engine
from games.clock import intervals
from games.clock.micros import SECOND

if TYPE_CHECKING:
    from games.clock.intervals import Span

FORMAT: Final = 2
"""The format of cached clocks. Raised when the fold changes: caches of another format are not read.

A log is replayed without the clock: time-outs and their `due_at` are in it. A changed fold applies at once, also in
running matches, so it may only shorten times: time-outs of older logs must not become early (games/audit/checks.py).
A fold that gives more time must be told apart by a field of `ClockSet`.
"""

ANSWERS: Final = frozenset({engine.Phase.CHALLENGE, engine.Phase.RACE})
"""The decisions that can have a short limit of their own."""


class Pause(msgspec.Struct, frozen=True, array_like=True):
    """Time that does not count, for `seat` or (None) for all. `until` is None if the end is unknown."""

    reason: str
    seat: int | None
    since: int
    until: int | None


class Clock(msgspec.Struct, array_like=True):
    """The running time and the remaining times of all seats.

    `turn`: the seat has its turn, rather than something to decide before it or about another's. `answer`: a short
    limit for an answer runs. `banks` in microseconds, `timeouts` in a row, `offsets` from UTC in minutes, by seat.
    `round_since`: when the round was dealt, or continued in a branch.
    """

    format: int
    seat: int | None
    turn: bool
    answer: bool
    since: int
    banks: list[int]
    timeouts: list[int]
    offsets: list[int]
    pauses: list[Pause]
    round_since: int | None


class Deadline(NamedTuple):
    """The time at which time runs out, for the `seat` on turn or (None) for the round."""

    at: int
    seat: int | None


def encode(clock: Clock | None) -> bytes | None:
    """Return the clock as stored; None stays None."""
    return None if clock is None else msgspec.json.encode(clock)


_decoder: Final = msgspec.json.Decoder(Clock)


def decode(stored: bytes) -> Clock | None:
    """Return the stored clock; None if other code wrote it."""
    try:
        clock = _decoder.decode(stored)
    except msgspec.DecodeError:
        return None
    return clock if clock.format == FORMAT else None


def is_present(stored: bytes) -> bool:
    """Return whether a stored clock has the current format, without further checks."""
    return stored.startswith(b"[%d," % FORMAT)


def advance(
    clock: Clock | None, table: engine.Table, actor: int, events: Sequence[engine.Event], now: int
) -> Clock | None:
    """Return the clock after one command; None if nothing is timed.

    `events` were made by `actor` at `now` and are folded into `table`. `clock`, the clock before, is changed in
    place.
    """
    if clock is None:
        if table.clock is None and not engine.rules_of(table.spec).time_limit:
            return None
        clock = _wound_up(table)
    for event in events:
        note = _NOTES.get(type(event))
        if note is not None:
            note(clock, event, now)
        if type(event) is engine.SeatTakenOver and table.clock is not None:
            # Nobody has to play with the rest of another player's time.
            clock.banks[event.seat] = max(clock.banks[event.seat], (table.clock.bank or 0) * SECOND)
    if actor < table.seats and any(type(event) not in _KEEPING for event in events):
        clock.timeouts[actor] = 0
    _hand_over(clock, table, events, now)
    return clock


def deadline(clock: Clock | None, table: engine.Table) -> Deadline | None:
    """Return the next deadline; None if no time is running."""
    return min(deadlines(clock, table), default=None, key=lambda each: each.at)


def deadlines(clock: Clock | None, table: engine.Table) -> list[Deadline]:
    """Return the deadlines of the seat on turn and of the round, as far as they are running."""
    if clock is None or clock.seat is None:
        return []
    ends = ((_turn_ends(clock, table), clock.seat), (_round_ends(clock, table), None))
    return [Deadline(at, seat) for at, seat in ends if at is not None]


def pauses_of(clock: Clock, seat: int | None) -> list[Span]:
    """Return the pauses that stop the time of `seat`; None: that of the round."""
    return [(pause.since, pause.until) for pause in clock.pauses if pause.seat is None or pause.seat == seat]


def weekend_offset(clock: Clock, table: engine.Table, seat: int) -> int | None:
    """Return the offset from UTC in minutes of the zone whose weekends do not count for `seat`; None if they count."""
    return clock.offsets[seat] if table.clock is not None and table.clock.weekends else None


def allowance(clock: Clock, control: engine.ClockSet) -> int:
    """Return the time that the seat on turn may use before its bank."""
    return SECOND * ((control.answer if clock.answer else control.turn) or 0)


def _turn_ends(clock: Clock, table: engine.Table) -> int | None:
    control, seat = table.clock, clock.seat
    if control is None or seat is None or seat in table.autopilot:
        return None
    if table.seat_kinds[seat] is engine.SeatKind.BOT and not (clock.answer and table.phase is engine.Phase.RACE):
        return None  # the worker moves without delay
    amount = allowance(clock, control) + (0 if clock.answer else clock.banks[seat])
    return intervals.after(clock.since, amount, pauses_of(clock, seat), weekend_offset(clock, table, seat))


def _round_ends(clock: Clock, table: engine.Table) -> int | None:
    limit = engine.rules_of(table.spec).time_limit
    if not limit or clock.round_since is None:
        return None
    return intervals.after(clock.round_since, limit * SECOND, pauses_of(clock, None))


def _wound_up(table: engine.Table) -> Clock:
    bank = 0 if table.clock is None else (table.clock.bank or 0)
    zeros = [0] * table.seats
    return Clock(FORMAT, None, False, False, 0, [bank * SECOND] * table.seats, zeros[:], zeros[:], [], None)  # noqa: FBT003


def _hand_over(clock: Clock, table: engine.Table, events: Sequence[engine.Event], now: int) -> None:
    control = table.clock
    seat = table.turn
    answer = control is not None and control.answer is not None and table.phase in ANSWERS
    turn = any(isinstance(event, engine.TurnStarted) and event.seat == seat for event in events)
    if seat == clock.seat and answer == clock.answer and not turn:
        return
    if control is not None and clock.seat is not None and not clock.answer:
        # A player who named a color or won a challenge and now has their turn gets the increment for that.
        over = clock.turn or seat != clock.seat
        _charge(clock, table, control, clock.seat, now, increment=control.increment if over else 0)
    clock.seat, clock.turn, clock.answer, clock.since = seat, turn, answer, now
    if seat is None:
        clock.round_since = None
    begun = now if clock.round_since is None else clock.round_since
    clock.pauses = [pause for pause in clock.pauses if pause.until is None or pause.until > begun]


def _charge(
    clock: Clock, table: engine.Table, control: engine.ClockSet, seat: int, now: int, *, increment: int
) -> None:
    """Charge the time a decision used beyond its limit to the seat's bank, and add the increment (seconds)."""
    if control.bank is None:
        return
    used = intervals.active(clock.since, now, pauses_of(clock, seat), weekend_offset(clock, table, seat))
    rest = max(0, clock.banks[seat] - max(0, used - allowance(clock, control)))
    # A cap never takes time that is there already.
    cap = max(rest, SECOND * (control.bank if control.cap is None else control.cap))
    clock.banks[seat] = min(cap, rest + increment * SECOND)


def _timed_out(clock: Clock, event: engine.TimedOut, _now: int) -> None:
    clock.timeouts[event.seat] += 1


def _released(clock: Clock, event: engine.AutopilotReleased, now: int) -> None:
    clock.timeouts[event.seat] = 0
    if clock.seat == event.seat:
        clock.since = now


def _taken_over(clock: Clock, event: engine.SeatTakenOver, now: int) -> None:
    seat = event.seat
    clock.timeouts[seat] = clock.offsets[seat] = 0
    clock.pauses = [_cut(pause, now) if pause.seat == seat else pause for pause in clock.pauses]
    if clock.seat == seat:
        clock.since = now


def _paused(clock: Clock, event: engine.ClockPaused, now: int) -> None:
    # The rules know no time: a pause that the table agreed on begins with the vote that carried it.
    since = now if event.since is None else event.since
    clock.pauses.append(Pause(event.reason, event.seat, since, event.until))


def _resumed(clock: Clock, event: engine.ClockResumed, now: int) -> None:
    clock.pauses = [
        _cut(pause, now) if (pause.reason, pause.seat) == (event.reason, event.seat) else pause
        for pause in clock.pauses
    ]


def _cut(pause: Pause, now: int) -> Pause:
    """Return the pause, ended by now. One that has not begun is cancelled."""
    until = now if pause.until is None else min(now, pause.until)
    return Pause(pause.reason, pause.seat, pause.since, max(pause.since, until))


def _extended(clock: Clock, event: engine.ClockExtended, _now: int) -> None:
    clock.pauses.append(Pause(event.reason, None, event.since, event.until))


def _moved(clock: Clock, event: engine.OffsetNoted, _now: int) -> None:
    clock.offsets[event.seat] = event.minutes


def _dealt(clock: Clock, _event: engine.RoundStarted | engine.PositionResumed, now: int) -> None:
    clock.round_since = now


_NOTES: Final[Mapping[type[engine.Event], Callable[[Clock, Any, int], None]]] = {
    engine.TimedOut: _timed_out,
    engine.AutopilotReleased: _released,
    engine.SeatTakenOver: _taken_over,
    engine.ClockPaused: _paused,
    engine.ClockResumed: _resumed,
    engine.ClockExtended: _extended,
    engine.OffsetNoted: _moved,
    engine.RoundStarted: _dealt,
    engine.PositionResumed: _dealt,
}

_KEEPING: Final = frozenset({engine.VoteCast, engine.ClockPaused, engine.ClockResumed})
"""Events that do not show that a player is back."""
