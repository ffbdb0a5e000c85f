"""What a vacation stops: the clock of its player's seat, in every game that is slow enough to wait for somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import engine
from games import clock as clocks
from players import vacations

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.clock import Clock, Deadline
    from games.types import GameState

VACATION: Final = "vacation"
"""The reason of these pauses."""

SLOW_SECONDS: Final = 3600
"""With less time than this for a turn and in reserve, people sit at the table together: nobody goes on vacation."""

Reason = Literal["not_chosen", "no_clock", "round_limit", "fast", "eliminated", "resigned", "autopilot"]
"""Why a vacation does not protect a seat."""


def is_slow(control: engine.ClockSet) -> bool:
    """Whether vacations count in games by this time control."""
    return (control.turn or 0) + (control.bank or 0) >= SLOW_SECONDS


def why_not(table: engine.Table, seat: int) -> Reason | None:
    """Why no vacation stops the clock of `seat`; None: it does."""
    if table.clock is None:
        return "round_limit" if engine.rules_of(table.spec).time_limit else "no_clock"
    if not is_slow(table.clock):
        return "fast"
    if seat in table.eliminated:
        return "eliminated"
    if seat in table.resigned:
        return "resigned"
    return "autopilot" if seat in table.autopilot else None


def pause_of(seat: int, starts_at: datetime, ends_at: datetime) -> clocks.Pause:
    """The pause that a vacation is for the clock of `seat`."""
    return clocks.Pause(VACATION, seat, clocks.micros(starts_at), clocks.micros(ends_at))


def known(clock: Clock, seat: int) -> list[clocks.Pause]:
    """The pauses of `seat` for vacations that the log knows of and that can still matter."""
    return [pause for pause in clock.pauses if (pause.reason, pause.seat) == (VACATION, seat)]


def forgotten(clock: Clock, game_id: UUID, seat: int, player: UUID, until: int) -> clocks.Pause | None:
    """A vacation of the decision under way, up to `until`, that the log does not know of; None: it knows all.

    Workers may come late, even after a vacation is over; nobody is to lose time by that.
    """
    told = {pause.since for pause in known(clock, seat)}
    for vacation in vacations.between(player, clocks.as_time(clock.since), clocks.as_time(until)):
        pause = pause_of(seat, vacation.starts_at, vacations.end_of(vacation))
        if vacations.covers(vacation, game_id) and pause.since not in told:
            return pause
    return None


def saved(state: GameState, late: Deadline) -> engine.Pause | None:
    """What the log has to be told instead of this time-out: the seat was on vacation. None: it was not."""
    header, seat, clock = state.header, late.seat, state.clock
    player = None if seat is None else header.seats[seat].player
    if seat is None or clock is None or player is None or why_not(state.table, seat) is not None:
        return None
    pause = forgotten(clock, header.id, seat, player, late.at)
    return None if pause is None else command(pause)


def command(pause: clocks.Pause) -> engine.Pause:
    """The command that enters the pause into the log."""
    return engine.Pause(VACATION, pause.seat, pause.since, pause.until)
