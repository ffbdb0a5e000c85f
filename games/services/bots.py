"""The worker's commands in a game: moves of bots, and the next round after a finished one.

A bot sees the view of its seat, like any player, and its command is submitted for the version that it saw. So two
workers on the same game, or one that is killed and restarted, make the move once.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from django.conf import settings

import engine
from games import errors
from games.services import commands, system
from games.services.envelope import Decision, always
from games.services.system import Purpose
from games.store import columns
from games.store.load import load_active
from games.types import SYSTEM

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game

MOVES_PER_TASK: Final = 100
"""A task stops after this many commands to make room for other games; another task continues."""

AUTOPILOT: Final = "plain"
"""The bot that plays for absent players: it hardly ever wins, so nobody gains by staying away
(docs/contributors/bots.md)."""


def move_bot_seats(game_id: UUID, limit: int = MOVES_PER_TASK) -> bool:
    """Make the worker's commands until a person must act or the match is over.

    Returns True if `limit` came first. Safe to repeat, and to run twice at the same time.
    """
    for _ in range(limit):
        found = load_active(game_id)
        if found is None:
            return False
        game, table = found.game, found.table
        move = due_decision(game, table)
        if move is None:
            return False
        try:
            # The outbox entry that woke this worker covers what comes next.
            envelope = system.envelope(game.id, Purpose.MOVE, game.version, promise_work=False)
            commands.submit(envelope, always(move))
        except errors.GameQuarantined:
            return False
        except (errors.StaleVersion, errors.GameFinished):
            continue  # another process has moved this game on; look again
    return True


def due_decision(game: Game, table: engine.Table) -> Decision | None:
    """Return the worker's next command; None if a person must act or the match is over.

    Raises `NewerCode` if only newer code knows the bot whose turn it is.
    """
    derived = columns.derive(table)
    if not derived.worker_due:
        return None
    if derived.turn_seat is None:
        return Decision(SYSTEM, None, engine.NextRound())
    seat = game.seats[derived.turn_seat]
    name = seat.bot or AUTOPILOT
    if name not in engine.BOTS:
        raise engine.NewerCode(f"no bot {name}")
    bot = engine.bot(name)
    dice = engine.Dice(_secret(game, seat.seat))
    command = bot.choose(engine.view(table, seat.seat), engine.legal_commands(table, seat.seat), dice.below)
    return Decision(SYSTEM if seat.bot is None else seat.seat, seat.seat, command)


def _secret(game: Game, seat: int) -> bytes:
    """Return the seed of a bot's random choices: the same for every attempt at this move, and secret from players."""
    key = next(iter(settings.GAME_SECRET_KEYS.values()))
    return hmac.digest(key, b"bot" + game.id.bytes + game.chain + bytes([seat]), sha256)
