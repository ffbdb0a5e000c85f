"""Creates the rows of a game at version 0: the game itself, its seats and its sealed seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.db import connection

import engine
from games.store import controls, seats, seeds

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Origin, Spectators

INSERT_GAME: Final = """
INSERT INTO game (id, version, chain, status, private, spectators, min_reliability, game, edition, option_set_id,
    clock, speed, seat_count, open_seats, seats, origin_id, origin_version, origin_future,
    rematch_of, series_id, worker_due, followed, state_format, engine_version, created_at, updated_at)
VALUES (%s::uuid, 0, %s::bytea, 0, %s::boolean, %s::smallint, %s::smallint, %s::text, %s::text,
    option_set_of(%s::jsonb), %s::text, %s::smallint, %s::smallint, %s::smallint, %s::text,
    %s::uuid, %s::int, %s::text, %s::uuid, %s::uuid, false, false, 0, 0, service_now(), service_now())
"""

INSERT_SEATS: Final = """
INSERT INTO seat (game_id, seat_no, seat_uid, kind, bot, created_at, private)
SELECT g.id, n, gen_random_uuid(), 0, '', g.created_at, g.private
FROM game g, generate_series(0, g.seat_count - 1) AS n WHERE g.id = %s::uuid
"""

INSERT_SECRET: Final = "INSERT INTO game_secret (game_id, key_id, sealed) VALUES (%s::uuid, %s::text, %s::bytea)"  # noqa: S105

# The mark lets the auditor notice that a game was deleted, even if it was never audited.
INSERT_MARK: Final = "INSERT INTO audit_mark (game_id) VALUES (%s::uuid)"


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to create, before its first event."""

    id: UUID
    private: bool
    spectators: Spectators
    game: str
    edition: str
    options_json: str
    clock: engine.ClockSet | None
    seats: int
    origin: Origin | None
    seed: bytes = field(repr=False)
    min_reliability: int | None = None
    rematch_of: UUID | None = None
    series_id: UUID | None = None


def create_game(new: NewGame) -> None:
    """Insert a game, its seats and its sealed seed at version 0. Call it in the transaction of the first event.

    Raises `IntegrityError` if the game exists.
    """
    key_id, sealed = seeds.seal(new.id, new.seed)
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT_GAME,
            (
                new.id, engine.chain_genesis(new.id.bytes), new.private, int(new.spectators), new.min_reliability,
                new.game, new.edition, new.options_json,
                controls.write(new.clock), int(controls.speed(new.clock)), new.seats, new.seats,
                seats.without_players([seats.OPEN] * new.seats),
                *(new.origin or (None, None, "")), new.rematch_of, new.series_id,
            ),
        )  # fmt: skip
        cursor.execute(INSERT_SEATS, (new.id,))
        cursor.execute(INSERT_SECRET, (new.id, key_id, sealed))
        cursor.execute(INSERT_MARK, (new.id,))
