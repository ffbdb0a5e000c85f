"""The effect of a vacation: it stops the clock of the player's seat in every game that is slow enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import engine
from games import clock as clocks
from players import vacations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from games.clock import Clock, Deadline
    from games.types import GameState
    from players.models import Vacation

VACATION: Final = "vacation"
"""The reason of these pauses."""

SLOW_SECONDS: Final = 3600
"""Games with less time per turn and in reserve are played live and cannot be paused by a vacation."""

Reason = Literal["not_chosen", "no_clock", "round_limit", "fast", "eliminated", "resigned", "autopilot"]
"""Reasons why a vacation does not protect a seat."""


def is_slow(control: engine.ClockSet) -> bool:
    """Return whether vacations count under this time control."""
    return (control.turn or 0) + (control.bank or 0) >= SLOW_SECONDS


def why_not(table: engine.Table, seat: int) -> Reason | None:
    """Return why a vacation does not stop the clock of `seat`; None if it does."""
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
    """Return the pause of a vacation for the clock of `seat`."""
    return clocks.Pause(VACATION, seat, clocks.micros(starts_at), clocks.micros(ends_at))


def known(clock: Clock, seat: int) -> list[clocks.Pause]:
    """Return the pauses of `seat` for vacations that are in the log and can still matter."""
    return [pause for pause in clock.pauses if (pause.reason, pause.seat) == (VACATION, seat)]


def forgotten(
    clock: Clock, game_id: UUID, seat: int, player: UUID, until: int, read: Sequence[Vacation] | None = None
) -> clocks.Pause | None:
    """Return a vacation within the current turn, up to `until`, that is not in the log; None if all are.

    A worker may be late, even until after a vacation; no player may lose time by that. `read`: the player's vacations,
    if they were read already.
    """
    told = {pause.since for pause in known(clock, seat)}
    period = player, clocks.as_time(clock.since), clocks.as_time(until)
    for vacation in vacations.between(*period) if read is None else vacations.within(read, *period):
        pause = pause_of(seat, vacation.starts_at, vacations.end_of(vacation))
        if vacations.covers(vacation, game_id) and pause.since not in told:
            return pause
    return None


class _Absent(NamedTuple):
    """The player of a seat whose time is up, who may have been on vacation."""

    seat: int
    player: UUID
    clock: Clock


def _absent(state: GameState, late: Deadline) -> _Absent | None:
    seat, clock = late.seat, state.clock
    player = None if seat is None else state.game.seats[seat].player
    if seat is None or clock is None or player is None or why_not(state.table, seat) is not None:
        return None
    return _Absent(seat, player, clock)


def read(overdue: Iterable[tuple[GameState, Deadline]]) -> list[Vacation]:
    """Return the vacations that `saved` needs for these games, in one statement."""
    periods = {(one.player, one.clock.since, late.at) for state, late in overdue if (one := _absent(state, late))}
    if not periods:
        return []
    players, since, until = zip(*periods, strict=True)
    return vacations.among(set(players), clocks.as_time(min(since)), clocks.as_time(max(until)))


def saved(state: GameState, late: Deadline, read: Sequence[Vacation] | None = None) -> engine.Pause | None:
    """Return the pause to record instead of this time-out, because the seat was on vacation; else None.

    `read`: what the function `read` returned for this game and others.
    """
    one = _absent(state, late)
    pause = None if one is None else forgotten(one.clock, state.game.id, one.seat, one.player, late.at, read)
    return None if pause is None else command(pause)


def command(pause: clocks.Pause) -> engine.Pause:
    """Return the command that records the pause."""
    return engine.Pause(VACATION, pause.seat, pause.since, pause.until)
