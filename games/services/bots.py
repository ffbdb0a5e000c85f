"""The worker's part in a game: bots on turn move, finished rounds are followed by the next one.

A bot sees the view of its seat, like anybody, and its command takes the one door with an id that follows from game,
version and seat: two workers on the same game, or one that is killed and starts again, make the move once.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.conf import settings

import engine
from games import errors, projections
from games.records import SYSTEM
from games.services import play
from games.services.playable import playable
from games.services.requests import WORKER, Move, Request, always

if TYPE_CHECKING:
    from games.records import Header

MOVES_PER_TASK: Final = 100
"""After so many commands a task makes room for the next game; the rest is done by another one."""

LOST_RACES: Final = 10
"""So often in succession a task lets somebody else be faster before it leaves the game to the sweep."""

AUTOPILOT: Final = "sharp"
"""Plays for people who are away: as well as it can, so that it spoils the match for nobody."""

MOVES: Final = UUID("b3a4b5c6-61d2-5c39-8a35-9d0c3c6f7e21")
"""Namespace of the worker's command ids."""


def move_bot_seats(game_id: UUID, limit: int = MOVES_PER_TASK) -> bool:
    """Make the worker's commands until a person must act or the match is over; True if `limit` came first.

    Doing it twice, or in two places at once, does no harm.
    """
    lost = 0
    for _ in range(limit):
        found = playable(game_id)
        if found is None:
            return False
        header, table = found.header, found.table
        move = due_move(header, table)
        if move is None:
            return False
        try:
            play.submit(_request(header, move), always(move))
            lost = 0
        except errors.GameQuarantined:
            return False
        except (errors.StaleVersion, errors.CommandIdReused, errors.GameFinished):
            # Somebody else has moved this game on; look again.
            lost += 1
            if lost > LOST_RACES:
                return True
    return True


def due_move(header: Header, table: engine.Table) -> Move | None:
    """What the worker has to do in this game now; None if a person must act, or nobody."""
    columns = projections.columns(table)
    if not columns.worker_due:
        return None
    if columns.turn_seat is None:
        return Move(SYSTEM, None, engine.NextRound())
    seat = header.seats[columns.turn_seat]
    bot = engine.bot(seat.bot or AUTOPILOT)
    dice = engine.Dice(_secret(header, seat.seat))
    command = bot.choose(engine.view(table, seat.seat), engine.legal_commands(table, seat.seat), dice.below)
    return Move(SYSTEM if seat.bot is None else seat.seat, seat.seat, command)


def _secret(header: Header, seat: int) -> bytes:
    """What a bot's whims derive from: the same for every attempt at this move, and nothing a player could work out."""
    key = next(iter(settings.GAME_SECRET_KEYS.values()))
    return hmac.digest(key, b"bot" + header.id.bytes + header.chain + bytes([seat]), sha256)


def _request(header: Header, move: Move) -> Request:
    command_id = uuid5(MOVES, f"{header.id}/{header.version}/{move.actor}")
    asked = sha256(repr(move.command).encode()).digest()
    return Request(header.id, WORKER, command_id, asked, header.version, promise_work=False)
