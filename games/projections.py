"""What the header repeats from the table, so that lists and sweeps need not fold: a function of the table alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import engine
from games import clock as clocks
from games.records import Status

if TYPE_CHECKING:
    from engine import Table
    from games.clock import Clock
    from games.records import Header
    from games.rows import EventRow

BETWEEN_ROUNDS: Final = engine.Phase.ROUND_OVER
"""The phase in which the table waits for the worker and not for a seat."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The derived columns; see `models.Game`."""

    status: Status
    open_seats: int
    turn_seat: int | None
    worker_due: bool


def columns(table: Table) -> Columns:
    """The header columns of a game whose fold is `table`."""
    kinds = [str(kind) for kind in table.seat_kinds]
    if table.is_over:
        return Columns(Status.FINISHED, 0, None, worker_due=False)
    if table.phase is engine.Phase.LOBBY:
        return Columns(Status.LOBBY, kinds.count("open"), None, worker_due=False)
    if table.phase is BETWEEN_ROUNDS:
        return Columns(Status.RUNNING, 0, None, worker_due=True)
    return Columns(Status.RUNNING, 0, table.turn, worker_due=_is_the_workers(table))


def header_at(header: Header, table: Table, clock: Clock | None, row: EventRow) -> Header:
    """The header as it was after the event of `row`, whose fold are `table` and `clock`; who sits where is as now."""
    ends = clocks.deadline(clock, table)
    then = columns(table)
    return replace(
        header,
        version=row.seq,
        chain=row.chain,
        status=then.status,
        turn_seat=then.turn_seat,
        deadline_at=None if ends is None else clocks.as_time(ends.at),
        updated_at=row.recorded_at,
    )


def _is_the_workers(table: Table) -> bool:
    """Whether the seat on turn is a bot's or on autopilot, and need not leave others the time to be faster."""
    turn = table.turn
    if turn is None or (table.seat_kinds[turn] is not engine.SeatKind.BOT and turn not in table.autopilot):
        return False
    race = table.phase is engine.Phase.RACE and table.clock is not None and table.clock.answer is not None
    return not race
