"""Who is welcome at a table: blocks, and the reliability that it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import errors
from games.reads import invitations
from players import blocks, reliability

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Game


def check(game: Game, player: UUID, named_by: UUID | None = None, *, seat: int | None = None) -> None:
    """Raise BlockedPlayerThere, NotWelcome or TooUnreliable if the player may not have a seat at the table.

    An invitation by the host that names the player admits them in any case; the one that they use now is `named_by`
    this player. Blocks do not count at private tables, where everybody comes by an invitation. `seat`: the one that
    they are to get; its present player does not count.
    """
    refusal = _refusal(game, player, seat)
    if refusal is not None and not _is_named_by_host(game, player, named_by):
        raise refusal


def _is_named_by_host(game: Game, player: UUID, named_by: UUID | None) -> bool:
    host = None if game.host is None else game.seats[game.host].player
    return host is not None and (host == named_by or invitations.is_named(game.id, player, by=host))


def _refusal(game: Game, player: UUID, seat: int | None) -> errors.GameError | None:
    if game.min_reliability is not None:
        found = reliability.reliability_of(player)
        if found is not None and found.share < game.min_reliability:
            return errors.TooUnreliable(
                least=game.min_reliability, share=found.share, answered=found.answered, asked=found.asked
            )
    if game.private:
        return None
    others = [one.player for one in game.seats if one.player is not None and one.seat != seat]
    found_blocks = blocks.between(player, others)
    if any(one.blocker_id == player for one in found_blocks):
        return errors.BlockedPlayerThere()
    return errors.NotWelcome() if found_blocks else None
