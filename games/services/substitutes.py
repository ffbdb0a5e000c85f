"""Substitutes: a player takes over a seat whose player has resigned or is gone, while the match runs.

Anybody may do so at a public table, and with an invitation at a private one. The log says that the seat has another
player from then on, and names nobody. What was hidden before stays hidden from the substitute, except what lies in the
hand that they take over.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING
from uuid import uuid4

from django.db import transaction

import engine
from games import errors
from games.models import FormerSeat, Loan
from games.reads import invitations as read_invitations
from games.services import commands, vacations, welcome
from games.services.envelope import Actor, Decision, Envelope
from games.store import vacant_seats
from games.store.append import SeatChange
from games.types import SeatKind, Status
from players import invitations

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
    code: str | None,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None = None,
) -> Outcome:
    """Let `player` go on with a vacant seat of a running match.

    `code`: that of an invitation, as somebody has typed it. Raises GameNotFound (also without an invitation to a
    private game), AlreadySeated, NoSuchSeat, SeatNotVacant, FormerPlayer, AnotherHandKnown, what `welcome.check` and
    `commands.submit_command` raise.
    """
    invitation = None if code is None else read_invitations.find(code, player)
    if invitation is not None and invitation.game_id != game_id:
        invitation = None
    used = None if invitation is None else invitation.code
    named_by = None if invitation is None or invitation.kind == invitations.Kind.LINK else invitation.player_id
    request = Envelope(game_id, Actor(player), command_id, request_hash, expected_version, admitted=used is not None)
    # An invitation of one person and the seat it gives are one thing. Without one there is nothing to undo.
    with nullcontext() if used is None else transaction.atomic():
        outcome = commands.submit(request, _taking_over(player, seat, named_by))
        if not outcome.replayed and not invitations.accept(game_id=game_id, player_id=player, code=used):
            raise errors.GameNotFound
    vacations.seat_taken_over(outcome, player)
    return outcome


def has_played(game_id: UUID, player: UUID) -> bool:
    """Return whether the player has had a seat in this match, and another player has taken it over."""
    return FormerSeat.objects.filter(game_id=game_id, player_id=player).exists()


def _taking_over(player: UUID, seat: int, named_by: UUID | None) -> Resolver:
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
        if Loan.objects.filter(game_id=game.id, borrower_id=player).exclude(seat_no=seat).exists():
            raise errors.AnotherHandKnown
        welcome.check(game, player, named_by, seat=seat)
        change = SeatChange(seat, SeatKind.HUMAN, uuid4(), player)
        return Decision(seat, seat, engine.TakeOver(), change)

    return plan
