"""Reads of invitations: by their code, for one player, and those of a table.

An unknown code and one that has ended take the same statement and get the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from common import clock
from games import errors
from games.models import Game as GameRow
from games.store import load, removals
from games.types import Status
from players import invitation_codes, invitations
from players.models import Invitation

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

    from games.types import GameState

MOST: Final = 200
"""Most invitations of a table that are listed."""

_ROOM: Final = Q(status=Status.LOBBY) | Q(status=Status.RUNNING, vacant_seats__gt=0)
_HAS_ROOM: Final = Exists(GameRow.objects.filter(_ROOM, id=OuterRef("game_id")))


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation with its table as its holder may see it. `state.seat` is theirs."""

    invitation: Invitation
    state: GameState


def find(text: str, player: UUID | None) -> Invitation | None:
    """Return the invitation of the code that somebody has typed, if `player` (None: anonymous) may use it."""
    return _first(_usable(player).filter(code=invitation_codes.read(text) or ""))


def of_player(game_id: UUID, player: UUID) -> Invitation | None:
    """Return an invitation of this very player to the game, if they may use it."""
    return _first(_usable(player).filter(game_id=game_id, invited_id=player))


def is_named(game_id: UUID, player: UUID, *, by: UUID) -> bool:
    """Tell whether an invitation `by` this player names the other one, and still lets them sit down."""
    named = _usable(player).exclude(kind=invitations.Kind.LINK)
    return _first(named.filter(game_id=game_id, invited_id=player, player_id=by)) is not None


def _first(usable: QuerySet[Invitation]) -> Invitation | None:
    found = usable.first()
    # In a cluster of databases the game lies on another node than the invitation.
    if found is None or not settings.DATABASE_SHARDED or GameRow.objects.filter(_ROOM, id=found.game_id).exists():
        return found
    return None


def look(text: str, player: UUID | None) -> Invited:
    """Return the invitation of a code with its table. Raises `InvitationNotFound`, `GameQuarantined`."""
    found = find(text, player)
    state = None if found is None else load.load_game(found.game_id)
    if found is None or state is None or not state.game.has_room:
        raise errors.InvitationNotFound
    if player is not None and removals.is_removed(found.game_id, player):
        raise errors.InvitationNotFound
    return Invited(found, replace(state, seat=state.game.seat_of(player)))


def of_table(game_id: UUID) -> list[Invitation]:
    """Return the invitations of a table, the newest first."""
    return list(
        Invitation.objects.filter(game_id=game_id).select_related("player").order_by("-created_at", "id")[:MOST]
    )


def _usable(player: UUID | None) -> QuerySet[Invitation]:
    known = Invitation.objects.select_related("player")
    if not settings.DATABASE_SHARDED:
        known = known.filter(_HAS_ROOM)
    return known.filter(invitations.usable(player, clock.now()))
