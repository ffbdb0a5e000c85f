"""The log of a game as entries of a timeline, with the seats that were asked and their deadlines.

Events are narrated as a spectator may know them, so no hidden card can be in a text, nor why a
move was automatic.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

import engine
from games import clock as clocks
from games.store import asked_seats, reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.clock import Clock, Step
    from games.types import EventRow

EntryKind = Literal["event", "clock", "message", "webhook", "reminder", "work", "fault", "quarantine", "outage", "log"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the timeline. `seq`: the number of the event, None for anything else."""

    at: datetime
    kind: EntryKind
    text: str
    seq: int | None = None


@dataclass(slots=True)
class Story:
    """The entries of a log. `derivation`: the steps to the current deadline."""

    entries: list[Entry] = field(default_factory=list)
    derivation: list[str] = field(default_factory=list)


class _Asked(NamedTuple):
    """The seats that the match waits for; `since` when the clock runs, None without a clock."""

    seats: tuple[int, ...]
    since: int | None
    deadline: int | None


def story(rows: Sequence[EventRow]) -> Story:
    """Return the entries of these events, a whole log. It ends with the first event that cannot be read."""
    told = Story()
    table, clock = engine.Table(), None
    asked: _Asked | None = None
    for _, group in groupby(rows, key=attrgetter("command_id")):
        command = list(group)
        at = command[-1].recorded_at
        try:
            entries = [_entry(row) for row in command]
            took = _took(table, clock, asked, at)
            clock = reader.advance(table, clock, command)
        except Exception as error:  # noqa: BLE001 - a damaged log has no bounds, and operators need the rest
            place = f"The log cannot be read from event {command[0].seq} on ({type(error).__name__})"
            told.entries.append(Entry(at, "log", place))
            return told
        told.entries += entries
        before, asked = asked, _asks(table, clock)
        if asked == before:
            continue
        if took is not None and before is not None and (asked is None or asked.since != before.since):
            told.entries.append(Entry(at, "clock", took))
        if asked is not None:
            told.entries.append(Entry(at, "clock", _waits(asked)))
    told.derivation = [_step(step) for step in clocks.explain(clock, table)]
    return told


def seat_name(seat: int) -> str:
    """Return a seat as the timeline names it: seat 0 is A."""
    return engine.SEATS[seat]


def lasted(micros: int) -> str:
    """Return a span of time in days, hours, minutes and seconds."""
    return str(timedelta(seconds=micros // clocks.SECOND))


def _entry(row: EventRow) -> Entry:
    event = reader.decoded(row)
    text = engine.narrate(event, None) or engine.TAGS[type(event)].replace("_", " ").capitalize()
    return Entry(row.recorded_at, "event", text, row.seq)


def _asks(table: engine.Table, clock: Clock | None) -> _Asked | None:
    seats = () if table.is_over else asked_seats.seats(table)
    if not seats:
        return None
    end = clocks.deadline(clock, table)
    since = None if clock is None or clock.seat is None else clock.since
    return _Asked(seats, since, None if end is None else end.at)


def _waits(asked: _Asked) -> str:
    who = " and ".join(map(seat_name, asked.seats))
    until = "without a deadline" if asked.deadline is None else f"until {_moment(asked.deadline)}"
    return f"The match waits for {who}, {until}"


def _took(table: engine.Table, clock: Clock | None, asked: _Asked | None, at: datetime) -> str | None:
    """Return how long the seat on turn has taken by now, and how much of it counted; None if no clock runs."""
    if asked is None or clock is None or clock.seat is None or table.clock is None:
        return None
    seat, now = clock.seat, clocks.micros(at)
    counted = clocks.active(clock.since, now, clocks.pauses_of(clock, seat), clocks.weekend_offset(clock, table, seat))
    passed = f"{seat_name(seat)} took {lasted(max(0, now - clock.since))}"
    return passed if counted >= now - clock.since else f"{passed}, of which {lasted(counted)} counted"


def _moment(micros: int | None) -> str:
    return "an unknown time" if micros is None else f"{clocks.as_time(micros):%Y-%m-%d %H:%M:%S}"


def _step(step: Step) -> str:
    match step.what:
        case "started":
            return f"The time began at {_moment(step.since)}"
        case "turn" | "answer" | "bank" | "round":
            return f"{lasted((step.seconds or 0) * clocks.SECOND)} for the {step.what}"
        case "pause":
            return f"Does not count: {_moment(step.since)} to {_moment(step.until)} ({step.reason})"
        case "weekends":
            return f"Weekends do not count, {step.offset} minutes from UTC"
        case "waits":
            return "No deadline before the pause ends"
        case _:
            return f"The deadline is {_moment(step.since)}"
