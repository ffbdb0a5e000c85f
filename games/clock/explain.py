"""A deadline derived step by step, so that players can verify it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import engine
from games.clock.fold import Clock, deadline, weekend_offset
from games.clock.micros import SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator


class Step(NamedTuple):
    """One line of the derivation.

    `what`: started (at `since`), turn, answer, bank, or round (`seconds` may be used), pause (`since` to `until` does
    not count, for this `reason`), weekends (`offset` minutes from UTC), waits (no deadline before the pause ends),
    deadline (at `since`).
    """

    what: str
    since: int | None = None
    until: int | None = None
    seconds: int | None = None
    reason: str | None = None
    offset: int | None = None


def explain(clock: Clock | None, table: engine.Table) -> list[Step]:
    """Return the steps to the current deadline; empty if no time is running."""
    if clock is None or clock.seat is None:
        return []
    end = deadline(clock, table)
    of_round = end is not None and end.seat is None
    steps = list(_round(clock, table) if of_round else _turn(clock, table, clock.seat))
    if not steps:
        return []
    return [*steps, Step("waits") if end is None else Step("deadline", since=end.at)]


def _round(clock: Clock, table: engine.Table) -> Iterator[Step]:
    yield Step("started", since=clock.round_since)
    yield Step("round", seconds=engine.rules_of(table.spec).time_limit)
    yield from _pauses(clock, None, clock.round_since or 0)


def _turn(clock: Clock, table: engine.Table, seat: int) -> Iterator[Step]:
    control = table.clock
    if control is None or seat in table.autopilot or _moves_at_once(clock, table, seat):
        return
    yield Step("started", since=clock.since)
    if clock.answer:
        yield Step("answer", seconds=control.answer)
    else:
        if control.turn is not None:
            yield Step("turn", seconds=control.turn)
        if control.bank is not None:
            yield Step("bank", seconds=clock.banks[seat] // SECOND)
    yield from _pauses(clock, seat, clock.since)
    offset = weekend_offset(clock, table, seat)
    if offset is not None:
        yield Step("weekends", offset=offset)


def _moves_at_once(clock: Clock, table: engine.Table, seat: int) -> bool:
    return table.seat_kinds[seat] is engine.SeatKind.BOT and not clock.answer


def _pauses(clock: Clock, seat: int | None, begun: int) -> Iterator[Step]:
    for pause in clock.pauses:
        over = pause.until is not None and pause.until <= max(begun, pause.since)
        if pause.seat in {None, seat} and not over:
            yield Step("pause", since=pause.since, until=pause.until, reason=pause.reason)
