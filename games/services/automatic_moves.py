"""Makes moves for players: those without a choice, at tables that have it so.

A move is made as if its player had made it: the seat is the actor, and the command's id looks like any other. By the
seed, once it is revealed, everybody sees that the id is bound to the cause (docs/protocol/protocol.md).
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

import engine
from games import errors, notifications, orders
from games.models import AutomaticMove
from games.notifications import snapshot
from games.services import commands
from games.services.envelope import WORKER, Decision, Envelope, always
from games.services.system import Purpose
from games.store import load, outbox
from games.types import Work

if TYPE_CHECKING:
    from games.types import GameState


def carry_out(game_id: UUID, seq: int, seat: int) -> None:
    """Make the move that was promised for `seat` at version `seq`, unless it has acted since or was asked again.

    If its player has to decide by now, they are told so. Safe to repeat. Raises `StoreBusy` after too many conflicts.
    """
    for _ in range(commands.ATTEMPTS):
        state = load.load_active(game_id)
        if state is None or _is_over(state, seq, seat):
            return
        move = orders.move_for(state.game, state.table, seat)
        if move is None:
            notifications.tell_turn(state, seat)
            return
        with suppress(errors.StaleVersion, errors.TooLate, errors.GameFinished):
            _make(state, seat, move)
            return
    raise errors.StoreBusy


def _is_over(state: GameState, seq: int, seat: int) -> bool:
    scene = snapshot.Snapshot(state.game, state.table, state.now)
    return state.table.turn != seat or snapshot.moved_on(scene, seq, seat)


def _make(state: GameState, seat: int, move: engine.AutomaticMove) -> None:
    seed = load.seed_of(state.game.id)
    if seed is None:
        return
    version = state.game.version
    command_id = engine.Chance(state.game.id.bytes, seed).automatic_id(version, seat, move.cause)
    asked = sha256(Purpose.AUTOMATIC.encode()).digest()
    envelope = Envelope(state.game.id, WORKER, UUID(bytes=command_id), asked, version)
    with transaction.atomic():
        outcome = commands.submit(envelope, always(Decision(seat, seat, move.command)))
        AutomaticMove.objects.get_or_create(
            game_id=state.game.id, seq=version + 1, defaults={"seat": seat, "cause": move.cause}
        )
        if outcome.table.turn == seat:
            _promise_next(outcome, seat)


def _promise_next(outcome: GameState, seat: int) -> None:
    """Promise the next move of a seat that is on turn still, or that its player is told."""
    due = orders.scheduled(outcome.game, outcome.table, outcome.clock)
    at = outcome.now if due is None else due.at
    outbox.schedule(outcome.game.id, outcome.game.version, Work.AUTOMATIC, seat, at)
