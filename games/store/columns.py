"""The columns of a game's row that are derived from the table alone, so that lists and sweeps need no fold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import engine
from games.store import asked_seats, controls, option_sets, seats
from games.types import Game, Origin, Spectators, Status

if TYPE_CHECKING:
    from engine import Table


BETWEEN_ROUNDS: Final = engine.Phase.ROUND_OVER
"""The phase in which the table waits for the worker instead of a seat."""


@dataclass(frozen=True, slots=True)
class DerivedColumns:
    """The derived columns; see `models.Game`. `waits_for` has the seats of `asked_seats`."""

    status: Status
    open_seats: int
    turn_seat: int | None
    worker_due: bool
    waits_for: tuple[int, ...] = ()


def derive(table: Table) -> DerivedColumns:
    """Return these columns of a game whose fold is `table`."""
    kinds = [str(kind) for kind in table.seat_kinds]
    if table.is_over:
        return DerivedColumns(Status.FINISHED, 0, None, worker_due=False)
    if table.phase is engine.Phase.LOBBY:
        return DerivedColumns(Status.LOBBY, kinds.count("open"), None, worker_due=False)
    if table.phase is BETWEEN_ROUNDS:
        return DerivedColumns(Status.RUNNING, 0, None, worker_due=True)
    return DerivedColumns(
        Status.RUNNING, 0, table.turn, worker_due=_is_the_workers(table), waits_for=asked_seats.seats(table)
    )


def _is_the_workers(table: Table) -> bool:
    """Return whether a bot or autopilot is on turn, and no other seat must get time to act first."""
    turn = table.turn
    if turn is None or (table.seat_kinds[turn] is not engine.SeatKind.BOT and turn not in table.autopilot):
        return False
    race = table.phase is engine.Phase.RACE and table.clock is not None and table.clock.answer is not None
    return not race


COLUMNS: Final = """
    g.id, g.version, g.chain, g.status, g.private, g.spectators, g.spectator_version, g.min_reliability,
    g.game, g.edition, g.option_set_id, g.clock, g.turn_seat, g.asked_seats, g.asked_at, g.deadline_at,
    g.followed, g.quarantined_at, g.created_at, g.updated_at,
    g.origin_id, g.origin_version, g.origin_future, g.rematch_of, g.series_id,
    g.vacant_seats, g.seats, service_now()
"""
WIDTH: Final = COLUMNS.count(",") + 1
"""Number of columns in `COLUMNS`."""

_STATUSES: Final = {int(status): status for status in Status}
_SPECTATORS: Final = {int(spectators): spectators for spectators in Spectators}


def read_game(row: tuple[Any, ...]) -> Game:
    """Return the game in the first `WIDTH` columns of `row`."""
    (
        game_id, version, chain, status, private, spectators, spectator_version, min_reliability,
        ruleset, edition, option_set, control,
        turn_seat, asked, asked_at, deadline_at, followed, quarantined_at, created_at, updated_at,
        origin_id, origin_version, origin_future, rematch_of, series_id, vacant, seating, now,
    ) = row[:WIDTH]  # fmt: skip
    return Game(
        id=game_id,
        version=version,
        chain=bytes(chain),
        status=_STATUSES[status],
        private=private,
        spectators=_SPECTATORS[spectators],
        spectator_version=spectator_version,
        min_reliability=min_reliability,
        ruleset=ruleset,
        edition=edition,
        option_set=option_sets.find(option_set),
        seats=seats.read_at(seating, max(now, updated_at)),
        control=None if control is None else controls.read(control),
        turn_seat=turn_seat,
        waits_for=asked_seats.read(asked),
        asked_at=asked_at,
        deadline_at=deadline_at,
        followed=followed,
        quarantined_at=quarantined_at,
        created_at=created_at,
        updated_at=updated_at,
        origin=None if origin_id is None else Origin(origin_id, origin_version, origin_future),
        vacant=asked_seats.read(vacant),
        rematch_of=rematch_of,
        series_id=series_id,
    )
