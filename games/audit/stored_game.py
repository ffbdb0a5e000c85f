"""A game as stored: header, events and commands of one moment, though it may be played meanwhile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.db import DatabaseError

from common.database import queries
from games.audit.faults import Broken
from games.store import reader

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.types import CommandRow, EventRow

ALL: Final = 2**31 - 1

HEADER: Final = """
SELECT g.version, g.chain, g.status, g.spectators, g.spectator_version, g.seat_count, g.open_seats, g.turn_seat,
    g.acting_seats, g.worker_due, g.updated_at, g.deadline_at,
    g.game, g.edition, o.options::text, g.clock, g.speed, g.asked_seats, g.asked_at, g.vacant_seats,
    g.table_summary,
    g.origin_id::text, g.origin_version, g.origin_future,
    g.state_cache, g.state_format, g.engine_version, g.clock_cache, k.key_id, k.sealed,
    (SELECT array_agg(s.kind ORDER BY s.seat_no) FROM seat s WHERE s.game_id = g.id),
    (SELECT array_agg(DISTINCT s.over_at) FROM seat s WHERE s.game_id = g.id),
    g.seats, {seats}
FROM game g JOIN option_set o ON o.id = g.option_set_id LEFT JOIN game_secret k ON k.game_id = g.id
WHERE g.id = %s::uuid
"""
SEATS: Final = "SELECT seats_of(%s::uuid)"


class Opening(NamedTuple):
    """Game and edition, options and time control as JSON has them, its speed, and the origin of a branch."""

    game: str
    edition: str
    options: Any
    clock: str | None
    speed: int
    origin_id: str | None
    origin_version: int | None
    origin_future: str


class Header(NamedTuple):
    """The header of a game, with its related rows."""

    version: int
    chain: bytes
    status: int
    spectators: int
    spectator_version: int
    seat_count: int
    open_seats: int
    turn_seat: int | None
    acting_seats: int
    worker_due: bool
    updated_at: datetime
    deadline_at: datetime | None
    game: str
    edition: str
    options: str
    clock: str | None
    speed: int
    asked_seats: int
    asked_at: datetime | None
    vacant_seats: int
    table_summary: str | None
    origin_id: str | None
    origin_version: int | None
    origin_future: str
    state_cache: bytes | None
    state_format: int
    engine_version: int
    clock_cache: bytes | None
    key_id: str | None
    sealed: bytes | None
    seat_kinds: list[int] | None
    seats_over: list[datetime | None] | None
    seats: str
    seats_of_table: str | None

    def opening(self) -> Opening:
        """Return the fields of the header that repeat the first events."""
        origin = self.origin_id, self.origin_version, self.origin_future
        return Opening(self.game, self.edition, json.loads(self.options), self.clock, self.speed, *origin)


class StoredGame(NamedTuple):
    """A game after event `after`: its later `rows` and `commands`."""

    game_id: UUID
    after: int
    header: Header
    rows: list[EventRow]
    commands: list[CommandRow]


def read_game(game_id: UUID, after: int = 0) -> StoredGame | None:
    """Return the game with the events after number `after`; None if there is no such game.

    Raises `Broken` if its log cannot even be unpacked.
    """
    found = _headers(game_id)
    if not found:
        return None
    header = Header(*found[0])
    events, commands = _log(game_id, after)
    if _headers(game_id) != found:
        # The game has moved on meanwhile. Events after this header are left to the next check. The log only grows.
        events = [row for row in events if row.seq <= header.version]
        commands = [row for row in commands if row.first_seq <= header.version]
    return StoredGame(game_id, after, header, events, commands)


def _headers(game_id: UUID) -> list[tuple[Any, ...]]:
    if not settings.DATABASE_SHARDED:
        return queries.rows(HEADER.format(seats="seats_of(g.id)"), game_id)
    # The names of players lie on another node than the game.
    return [(*row[:-1], *queries.rows(SEATS, game_id)[0]) for row in queries.rows(HEADER.format(seats="NULL"), game_id)]


def _log(game_id: UUID, after: int) -> tuple[list[EventRow], list[CommandRow]]:
    try:
        return reader.read(game_id, after, ALL), reader.commands(game_id, after)
    except DatabaseError:
        raise
    except Exception as error:
        raise Broken(None, "archive", f"the stored log cannot be unpacked ({type(error).__name__})") from error
