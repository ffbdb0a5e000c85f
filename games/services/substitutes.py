"""Substitutes: a player takes over a seat whose player has resigned or is gone, while the match runs.

Only at public tables: a private one does not exist for players without a seat. The log says that the seat has another
player from then on, and names nobody. What was hidden before stays hidden from the substitute, except what lies in the
hand that they take over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import engine
from games import errors
from games.models import FormerSeat
from games.services import commands, vacations, welcome
from games.services.envelope import Actor, Decision, Envelope
from games.store import vacant_seats
from games.store.append import SeatChange
from games.types import SeatKind, Status

if TYPE_CHECKING:
    from uuid import UUID

    from games.services.envelope import Resolver
    from games.store.load import Loaded
    from games.types import Outcome


def take_over(
    *,
    game_id: UUID,
    player: UUID,
    seat: int,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None = None,
) -> Outcome:
    """Let `player` go on with a vacant seat of a running match.

    Raises AlreadySeated, NoSuchSeat, SeatNotVacant, FormerPlayer, BlockedPlayerThere, NotWelcome, TooUnreliable,
    and what `commands.submit_command` raises.
    """
    request = Envelope(game_id, Actor(player), command_id, request_hash, expected_version)
    outcome = commands.submit(request, _taking_over(player, seat))
    vacations.seat_taken_over(outcome, player)
    return outcome


def has_played(game_id: UUID, player: UUID) -> bool:
    """Return whether the player has had a seat in this match, and another player has taken it over."""
    return FormerSeat.objects.filter(game_id=game_id, player_id=player).exists()


def _taking_over(player: UUID, seat: int) -> Resolver:
    def plan(loaded: Loaded) -> Decision:
        game = loaded.game
        mine = game.seat_of(player)
        if mine is not None:
            raise errors.AlreadySeated(seat=mine)
        if seat not in range(len(game.seats)):
            raise errors.NoSuchSeat(last=len(game.seats) - 1)
        if game.status is Status.FINISHED:
            raise errors.GameFinished
        if seat not in vacant_seats.seats(loaded.table, game.seats):
            raise errors.SeatNotVacant
        if has_played(game.id, player):
            raise errors.FormerPlayer
        welcome.check(game, player, seat=seat)
        change = SeatChange(seat, SeatKind.HUMAN, uuid4(), player)
        return Decision(seat, seat, engine.TakeOver(), change)

    return plan
