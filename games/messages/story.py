"""A command as it is told: its events, and the game as it has become since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

import engine
from games import event_store, log
from games.messages.table import ALL_MAY_ACT, ASKS
from games.records import SeatKind, Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from games.records import Header, LoggedEvent

FIRST: Final = """
SELECT c.first_seq FROM event e JOIN command c ON (c.game_id, c.command_id) = (e.game_id, e.command_id)
WHERE e.game_id = %s::uuid AND e.seq = %s::int
"""

MOVED_ON: Final = """
SELECT EXISTS (
    SELECT FROM event WHERE game_id = %s::uuid AND seq > %s::int AND seq <= %s::int
    AND (type = ANY(%s::smallint[]) OR actor = %s::smallint))
"""
NEWCOMERS: Final = f"""
SELECT {log.COLUMNS} FROM event e
WHERE e.game_id = %s::uuid AND e.seq > %s::int AND e.seq <= %s::int AND e.type = %s::smallint
"""  # noqa: S608 - constants only
SEAT_TAKEN: Final = next(number for number, event in engine.EVENT_TYPES.items() if engine.TAGS[event] == "seat_taken")
ASKING: Final = [number for number, event in engine.EVENT_TYPES.items() if engine.TAGS[event] in ASKS]
NOBODY: Final = -1

ASKED_AT: Final = """
SELECT recorded_at FROM event WHERE game_id = %s::uuid AND seq <= %s::int AND type = ANY(%s::smallint[])
ORDER BY seq DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game as it is: header and table of the same version."""

    header: Header
    table: engine.Table

    @property
    def people(self) -> dict[int, UUID]:
        """The players at the table by seat."""
        return {
            seat.seat: seat.player
            for seat in self.header.seats
            if seat.kind is SeatKind.HUMAN and seat.player is not None
        }

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that must act, or may because a decision is open to several; none that the service plays."""
        table = self.table
        if self.header.status is not Status.RUNNING or table.turn is None:
            return ()
        seats: Sequence[int] = (table.turn,)
        pending = table.pending
        if pending is not None and engine.TAGS[type(pending)] in ALL_MAY_ACT:
            seats = [seat for seat in range(table.seats) if seat == table.turn or engine.legal_commands(table, seat)]
        return tuple(seat for seat in seats if seat not in table.autopilot)

    def must_act(self, seat: int | None) -> bool:
        """Whether it is this seat, and nobody else, whom the game waits for."""
        return seat is not None and seat == self.table.turn and seat in self.asked


@dataclass(frozen=True, slots=True)
class Story:
    """The events of one command. `is_settled`: the game still waits for whom it made the game wait."""

    scene: Scene
    events: tuple[LoggedEvent, ...]
    is_settled: bool

    @property
    def actor(self) -> int:
        """The seat that did it, or `games.records.SYSTEM`."""
        return self.events[0].actor


def scene(game_id: UUID) -> Scene | None:
    """A game as it is now; None if there is none."""
    found = event_store.load(game_id)
    return None if found is None else Scene(found.header, found.table)


def story(game_id: UUID, seq: int) -> Story | None:
    """The command whose last event is number `seq`; None if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(FIRST, (game_id, seq))
        row = cursor.fetchone()
    now = scene(game_id)
    if row is None or now is None:
        return None
    events = tuple(log.logged(found) for found in log.read(game_id, row[0] - 1, seq))
    return Story(now, events, not moved_on(now, seq))


def moved_on(now: Scene, seq: int, seat: int | None = None) -> bool:
    """Whether after event `seq` some seat was asked anew, or this `seat` has acted."""
    with connection.cursor() as cursor:
        cursor.execute(MOVED_ON, (now.header.id, seq, now.header.version, ASKING, NOBODY if seat is None else seat))
        found: bool = cursor.fetchone()[0]
    return found


def asked_at(now: Scene) -> datetime:
    """Since when the game waits for whom it waits for."""
    with connection.cursor() as cursor:
        cursor.execute(ASKED_AT, (now.header.id, now.header.version, ASKING))
        row = cursor.fetchone()
    return now.header.updated_at if row is None else row[0]


def newcomers(now: Scene, seq: int) -> set[int]:
    """The seats on which somebody has sat down after event `seq`."""
    with connection.cursor() as cursor:
        cursor.execute(NEWCOMERS, (now.header.id, seq, now.header.version, SEAT_TAKEN))
        rows: list[Any] = [log.logged(log.EventRow._make(row)).event for row in cursor.fetchall()]
    return {event.seat for event in rows}


def asks(logged: LoggedEvent) -> bool:
    """Whether some seat must act after this event."""
    return engine.TAGS[type(logged.event)] in ASKS
