"""Seats whose player has left for good: they lose the player, and the game stops waiting for them.

The same transaction promises work in the outbox, so that the game is updated even if a process is killed. A table
that has not started gets its seat back. In a running match the service plays on, or ends it if no player is left.
Seats are the only place that links a game to a person; the log never does, and is not changed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction

import engine
from common.database import queries
from games import hints
from games.models import FormerSeat, Loan
from games.services import commands
from games.services.envelope import Decision
from games.services.system import Purpose
from games.store import seats
from games.store.append import SeatChange
from games.types import SYSTEM, SeatKind, Status, Work

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import GameState

BATCH: Final = 500

# Games are locked before their seats, as for a move.
VACATE: Final = """
WITH theirs AS (
    SELECT id FROM game WHERE id IN (SELECT game_id FROM seat WHERE player_id = %s::uuid LIMIT %s::int)
    ORDER BY id FOR NO KEY UPDATE
), emptied AS (
    UPDATE seat SET player_id = NULL FROM theirs WHERE game_id = theirs.id AND player_id = %s::uuid
    RETURNING game_id, seat_no
), promised AS (
    INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
    SELECT g.id, g.version, %s::smallint, e.seat_no, service_now(), 0
    FROM emptied e JOIN game g ON g.id = e.game_id WHERE g.status < 2
    ON CONFLICT DO NOTHING
)
SELECT game_id FROM emptied
"""

# In a cluster of databases game by game, for only the rows of one game can be locked.
THEIRS: Final = "SELECT game_id FROM seat WHERE player_id = %s::uuid ORDER BY game_id LIMIT %s::int"
LOCK_ONE: Final = "SELECT true FROM game WHERE id = %s::uuid FOR NO KEY UPDATE"
VACATE_ONE: Final = (
    "UPDATE seat SET player_id = NULL WHERE game_id = %s::uuid AND player_id = %s::uuid RETURNING seat_no"
)
PROMISE_ONE: Final = """
INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts)
SELECT g.id, g.version, %s::smallint, %s::smallint, service_now(), 0 FROM game g WHERE g.id = %s::uuid AND g.status < 2
ON CONFLICT DO NOTHING
"""


def vacate(player: UUID) -> None:
    """Remove a player from all their seats, also former ones, and promise work for the running games among them."""
    FormerSeat.objects.filter(player_id=player).update(player=None)
    borrowed = Loan.objects.filter(borrower_id=player)
    with transaction.atomic():
        games_of_others = set(borrowed.values_list("game_id", flat=True)) if settings.DATABASE_SHARDED else ()
        borrowed.delete()
        seats.keep_in_step(games_of_others)
    while games := _emptied(player):
        for game_id in games:
            transaction.on_commit(partial(hints.wake, game_id))


def look_after(game_id: UUID, seat: int) -> None:
    """Free a seat without a player, or let the service play it. Safe to repeat."""
    commands.submit_needed(game_id, Purpose.SEAT_LEFT, lambda state: _needed(state, seat))


def _emptied(player: UUID) -> list[UUID]:
    if settings.DATABASE_SHARDED:
        return [game_id for (game_id,) in queries.rows(THEIRS, player, BATCH) if _vacate_one(game_id, player)]
    with connection.cursor() as cursor:
        cursor.execute(VACATE, (player, BATCH, player, int(Work.SEAT_LEFT)))
        return [row[0] for row in cursor.fetchall()]


def _vacate_one(game_id: UUID, player: UUID) -> bool:
    with transaction.atomic():
        queries.rows(LOCK_ONE, game_id)
        emptied = queries.rows(VACATE_ONE, game_id, player)
        for (seat,) in emptied:
            queries.rows(PROMISE_ONE, int(Work.SEAT_LEFT), seat, game_id)
        seats.keep_in_step([game_id])
    return bool(emptied)


def _needed(state: GameState, seat: int) -> Decision | None:
    game, table = state.game, state.table
    record = game.seats[seat]
    if record.kind is not SeatKind.HUMAN or record.player is not None:
        return None
    if game.status is Status.LOBBY:
        return Decision(SYSTEM, seat, engine.LeaveSeat(), SeatChange(seat, SeatKind.OPEN, uuid4()))
    if game.status is Status.FINISHED or seat in {*table.autopilot, *table.resigned, *table.eliminated}:
        return None
    return Decision(SYSTEM, None, engine.Engage(seat, "left"))
