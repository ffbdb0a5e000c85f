"""Data derived from the log: columns of the header, cached state and clock. Compared with the fold, and rebuilt."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import engine
from common.database import queries
from games import clock as clocks
from games.audit.faults import Broken
from games.audit.stored_game import Opening
from games.store import acting_seats, asked_seats, columns, controls, reader, seats, table_summary, vacant_seats
from games.types import SeatKind, Spectators, Status

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.audit.replay import Place
    from games.audit.stored_game import Header
    from games.clock import Clock
    from games.types import EventRow

    Snapshot = tuple[bytes, bytes | None]

FORGET: Final = "UPDATE game SET state_cache = NULL, clock_cache = NULL WHERE id = %s::uuid AND version = %s::int"
SNAPSHOTS: Final = """
SELECT version, state, clock FROM snapshot
WHERE game_id = %s::uuid AND state_format = %s::smallint AND engine_version = %s::smallint
"""
FORGET_SNAPSHOTS: Final = "DELETE FROM snapshot WHERE game_id = %s::uuid"
SPECTATORS: Final = "SELECT spectators FROM game WHERE id = %s::uuid"
REPAIR: Final = """
UPDATE game SET status = %s::smallint, seat_count = %s::smallint, open_seats = %s::smallint, turn_seat = %s::smallint,
    acting_seats = %s::smallint, worker_due = %s::boolean, asked_seats = %s::smallint, asked_at = %s::timestamptz,
    table_summary = %s::text, deadline_at = %s::timestamptz, updated_at = %s::timestamptz,
    spectator_version = %s::int,
    game = %s::text, edition = %s::text, option_set_id = option_set_of(%s::jsonb),
    clock = %s::text, speed = %s::smallint,
    origin_id = %s::uuid, origin_version = %s::int, origin_future = %s::text
WHERE id = %s::uuid AND version = %s::int
"""

MATCH_BEGINS: Final = [number for number, kind in engine.EVENT_TYPES.items() if engine.TAGS[kind] == "match_started"]
CARDS_DEALT: Final = [
    number
    for number, kind in engine.EVENT_TYPES.items()
    if engine.TAGS[kind] in {"match_started", "round_started", "position_resumed"}
]
"""Events of a command after which delayed spectators see nothing until the round is over."""

REPAIR_SEATS: Final = """
UPDATE seat s SET over_at = CASE WHEN g.status = 2 THEN g.updated_at END
FROM game g WHERE g.id = %s::uuid AND s.game_id = g.id AND g.version = %s::int
"""
SEATS: Final = "SELECT seats FROM game WHERE id = %s::uuid"
REPAIR_VACANT: Final = "UPDATE game SET vacant_seats = %s::smallint WHERE id = %s::uuid AND version = %s::int"
WRITE_SEATS: Final = "SELECT write_seats(%s::uuid)"


def check(game_id: UUID, header: Header, place: Place) -> None:
    """Compare the header with the fold at its version. Raises `Broken`."""
    table, clock = place.table, place.clock
    kinds = [SeatKind(kind).word for kind in header.seat_kinds or ()]
    if kinds != [str(kind) for kind in table.seat_kinds]:
        raise Broken(header.version, "seats", "the seats are not taken as the log says")
    derived = columns.derive(table)
    found = (header.status, header.seat_count, header.open_seats, header.turn_seat, header.worker_due)
    if found != (derived.status, table.seats, derived.open_seats, derived.turn_seat, derived.worker_due):
        raise Broken(header.version, "columns", "status, seats, turn or work in the header are not the fold's")
    _check_actors(game_id, header, place)
    if header.table_summary != table_summary.write(table):
        raise Broken(header.version, "columns", "the table in short in the header is not the fold's")
    if _seen(header) != spectator_version(game_id, header.spectators, table):
        raise Broken(header.version, "columns", "spectators are not shown the game as far as they may see it")
    if header.updated_at != place.recorded_at:
        raise Broken(header.version, "columns", "the header was not updated with the last event")
    if header.seats_over != [header.updated_at if derived.status is Status.FINISHED else None]:
        raise Broken(header.version, "columns", "the seats do not say when the match ended")
    if header.seats != header.seats_of_table:
        raise Broken(header.version, "columns", "the seats in the header are not those of the table of seats")
    _check_vacant(header, table)
    if header.deadline_at != _deadline(place) and not _is_by_another_clock(header.clock_cache):
        raise Broken(header.version, "columns", "the deadline in the header is not the fold's")
    if header.opening() != _opening(table):
        raise Broken(
            header.version, "columns", "game, edition, options, clock or origin in the header are not the first events'"
        )
    _check_caches(header, table, clock)


def _check_actors(game_id: UUID, header: Header, place: Place) -> None:
    if header.acting_seats != acting_seats.mask_of(place.table):
        raise Broken(header.version, "columns", "the seats that can act are not the fold's")
    if (header.asked_seats, header.asked_at) != asked(game_id, place.table, place.recorded_at):
        raise Broken(header.version, "columns", "the header does not say for whom the match waits, and since when")


def _check_vacant(header: Header, table: engine.Table) -> None:
    """A seat on autopilot whose player has gone since the last command is not in the header yet."""
    vacant = vacant_seats.seats(table, seats.read(header.seats))
    surely = [seat for seat in vacant if seat in table.resigned]
    if header.vacant_seats & ~asked_seats.write(vacant) or asked_seats.write(surely) & ~header.vacant_seats:
        raise Broken(header.version, "columns", "the seats that may be taken over are not the fold's")


def _seen(header: Header) -> int:
    """Return how far spectators see the game. The column is not used once the match is over."""
    return header.version if header.status == Status.FINISHED else header.spectator_version


def _check_caches(header: Header, table: engine.Table, clock: Clock | None) -> None:
    stamps = (header.state_format, header.engine_version)
    if header.state_cache is None or stamps != (engine.STATE_FORMAT, engine.ENGINE_VERSION):
        return  # no cache, or one that is not read
    if header.state_cache != engine.encode_table(table, spec=False):
        raise Broken(header.version, "cache", "the cached state is not the fold of the log")
    if header.clock_cache != clocks.encode(clock) and not _is_by_another_clock(header.clock_cache):
        raise Broken(header.version, "cache", "the cached clock is not the fold of the log")


def spectator_version(game_id: UUID, spectators: int, table: engine.Table) -> int:
    """Return how far spectators see the match whose fold is `table`: as `append_command` sets it for this setting."""
    is_between_rounds = table.turn is None and spectators == Spectators.DELAYED
    if columns.derive(table).status is not Status.RUNNING or spectators == Spectators.OPEN or is_between_rounds:
        return table.version
    if spectators == Spectators.NONE:
        return _before(game_id, reader.earliest(game_id, table.version, MATCH_BEGINS))
    return _before(game_id, reader.latest(game_id, table.version, CARDS_DEALT))


def asked(game_id: UUID, table: engine.Table, recorded_at: datetime) -> tuple[int, datetime | None]:
    """Return for whom the match waits and since when, as columns; `recorded_at` is the time of its last event."""
    waits = columns.derive(table).waits_for
    if not waits:
        return 0, None
    row = reader.latest(game_id, table.version, asked_seats.ASKING)
    return asked_seats.write(waits), recorded_at if row is None else row.recorded_at


def _before(game_id: UUID, row: EventRow | None) -> int:
    return 0 if row is None else reader.command_events(game_id, row.seq)[0].seq - 1


def snapshot(place: Place) -> Snapshot:
    """Return what a snapshot at `place` must hold."""
    return engine.encode_table(place.table, spec=False), clocks.encode(place.clock)


def snapshots(game_id: UUID) -> dict[int, Snapshot]:
    """Return the snapshots of a game that this code reads, by version: table and clock as stored."""
    found = queries.rows(SNAPSHOTS, game_id, engine.STATE_FORMAT, engine.ENGINE_VERSION)
    return {version: (state, clock) for version, state, clock in found if not _is_by_another_clock(clock)}


def mend(game_id: UUID, place: Place) -> None:
    """Rebuild the data derived from a log that is sound up to `place`, unless the game has moved since."""
    derived = columns.derive(place.table)
    queries.rows(FORGET_SNAPSHOTS, game_id)
    opening = _opening(place.table)
    queries.rows(FORGET, game_id, place.version)
    seen = [spectator_version(game_id, spectators, place.table) for (spectators,) in queries.rows(SPECTATORS, game_id)]
    queries.rows(
        REPAIR, int(derived.status), place.table.seats, derived.open_seats, derived.turn_seat,
        acting_seats.mask_of(place.table), derived.worker_due, *asked(game_id, place.table, place.recorded_at),
        table_summary.write(place.table), _deadline(place), place.recorded_at, *seen,
        *opening._replace(options=json.dumps(opening.options)), game_id, place.version,
    )  # fmt: skip
    queries.rows(REPAIR_SEATS, game_id, place.version)
    queries.rows(WRITE_SEATS, game_id)
    for (column,) in queries.rows(SEATS, game_id):
        vacant = vacant_seats.seats(place.table, seats.read(column))
        queries.rows(REPAIR_VACANT, asked_seats.write(vacant), game_id, place.version)


def _is_by_another_clock(stored: bytes | None) -> bool:
    """Return whether another version of the fold stored the clock. It is not read, so the shown deadline stays."""
    return stored is not None and not clocks.is_present(stored)


def _deadline(place: Place) -> Any:
    ends = clocks.deadline(place.clock, place.table)
    return None if ends is None else clocks.as_time(ends.at)


def _opening(table: engine.Table) -> Opening:
    options = json.loads(json.dumps(dict(table.spec.options)))
    return Opening(
        str(options["game"]),
        str(options["edition"]),
        options,
        controls.write(table.clock),
        int(controls.speed(table.clock)),
        *(table.origin or (None, None, "")),
    )
