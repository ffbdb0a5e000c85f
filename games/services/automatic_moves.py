"""Makes moves for players: those without a choice, and those that their standing orders decide.

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
from games.orders import standing_orders
from games.services import commands
from games.services.envelope import WORKER, Decision, Envelope, always
from games.services.system import Purpose
from games.store import load, outbox
from games.types import Work

if TYPE_CHECKING:
    from games.models import StandingOrders
    from games.types import GameState


def carry_out(game_id: UUID, seq: int, seat: int) -> None:
    """Make the move that was promised for `seat` at version `seq`, unless it has moved since or was asked again.

    If its player has to decide by now, they are told so. Safe to repeat. Raises `StoreBusy` after too many conflicts.
    """
    for _ in range(commands.ATTEMPTS):
        # Under the lock of the orders, so that nobody changes or cancels them before their move is made.
        with transaction.atomic():
            if _carry_out(game_id, seq, seat, standing_orders.of_seat(game_id, seat, lock=True)):
                return
    raise errors.StoreBusy


def _carry_out(game_id: UUID, seq: int, seat: int, given: StandingOrders | None) -> bool:
    """Do what is to be done. Returns False if the game has changed meanwhile."""
    state = load.load_active(game_id)
    if state is None or not orders.still_holds(state.game, state.table, seq, seat):
        return True
    row = given if standing_orders.are_allowed(state.game) else None
    move = orders.move_for(state.game, state.table, seat, row)
    if move is None:
        notifications.tell_turn(state, seat)
    elif row is not None and move.cause != "forced" and row.not_before > state.now:
        # The orders were given after this promise.
        orders.promise_later(game_id, seq, orders.Scheduled(seat, row.not_before))
    else:
        with suppress(errors.StaleVersion, errors.TooLate, errors.GameFinished):
            _make(state, seat, move, row)
            return True
        return False
    return True


def _make(state: GameState, seat: int, move: engine.AutomaticMove, row: StandingOrders | None) -> None:
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
        if row is not None:
            standing_orders.followed(row, state, move, outcome)
        if outcome.table.turn == seat:
            _promise_next(outcome, seat)


def _promise_next(outcome: GameState, seat: int) -> None:
    """Promise the next move of a seat that is on turn still, or that its player is told."""
    due = orders.scheduled(outcome.game, outcome.table, outcome.clock)
    at = outcome.now if due is None else due.at
    outbox.schedule(outcome.game.id, outcome.game.version, Work.AUTOMATIC, seat, at)


def consider(game_id: UUID, seat: int) -> None:
    """Promise the move that new orders of `seat` make in its present turn. Safe to repeat."""
    state = load.load_active(game_id)
    due = None if state is None else orders.scheduled(state.game, state.table, state.clock)
    if state is not None and due is not None and due.seat == seat:
        orders.promise_later(game_id, state.game.version, due)
