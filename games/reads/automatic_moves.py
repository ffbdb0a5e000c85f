"""The moves that were made for a player, as they may be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.models import AutomaticMove
from games.reads import one_game
from games.types import Status

MOST: Final = 1000

if TYPE_CHECKING:
    from uuid import UUID


def list_automatic_moves(game_id: UUID, player: UUID | None) -> list[AutomaticMove]:
    """Return the moves that were made for the asker's seat; for all seats once the match is over. The latest `MOST`.

    Raises `GameNotFound`, `NoSpectators`.
    """
    head = one_game.head_of(game_id, player)
    moves = AutomaticMove.objects.filter(game_id=game_id, seq__lte=head.version).order_by("-seq")
    if head.status is not Status.FINISHED:
        moves = moves.none() if head.seat is None else moves.filter(seat=head.seat, seq__gt=head.since)
    return list(reversed(moves[:MOST]))
