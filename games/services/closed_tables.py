"""Tables whose match has not started for too long: the service closes them, so that none waits for ever.

The log goes on with an event of the end, the seed is revealed, and the people there get one message. Every event of the
table, such as a seat that is taken, lets it wait anew.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction

import engine
from common.database import queries
from games.models import Game as GameRow
from games.services import commands
from games.services.envelope import Decision
from games.services.system import Purpose
from games.types import SYSTEM, SeatKind, Status
from players import invitations

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.types import Game, GameState

# A table was created before it last changed: by that the index leaves the newer ones out.
DUE: Final = """
SELECT g.id FROM game g
WHERE g.status = 0 AND g.quarantined_at IS NULL AND g.created_at <= service_now() - %(least)s::interval
    AND g.updated_at <= service_now() - CASE
        WHEN NOT EXISTS (SELECT FROM seat s WHERE s.game_id = g.id AND s.kind = %(human)s::smallint)
        THEN %(empty)s::interval WHEN g.private THEN %(private)s::interval ELSE %(public)s::interval END
ORDER BY g.created_at LIMIT %(limit)s::int
"""


def due(limit: int) -> list[UUID]:
    """Return at most `limit` tables that have waited too long, the oldest first."""
    spans = {
        "empty": timedelta(hours=settings.EMPTY_TABLE_HOURS),
        "private": timedelta(days=settings.PRIVATE_TABLE_DAYS),
        "public": timedelta(days=settings.PUBLIC_TABLE_DAYS),
    }
    least = min(spans.values())
    rows = queries.rows(DUE, **spans, least=least, human=int(SeatKind.HUMAN), limit=limit)
    return [game_id for (game_id,) in rows]


def carry_out(game_id: UUID) -> None:
    """Close a table that has waited too long, and end its invitations. Safe to repeat."""
    with transaction.atomic():
        # After the game: locks of games come before those of invitations.
        commands.submit_needed(game_id, Purpose.CLOSE_TABLE, _needed)
        if GameRow.objects.filter(id=game_id, status=Status.FINISHED).exists():
            invitations.expire(game_id)


def closes_at(game: Game) -> datetime | None:
    """Return when the table is closed unless something happens there; None once its match has started."""
    if game.status is not Status.LOBBY:
        return None
    if game.host is None:
        return game.updated_at + timedelta(hours=settings.EMPTY_TABLE_HOURS)
    return game.updated_at + timedelta(days=settings.PRIVATE_TABLE_DAYS if game.private else settings.PUBLIC_TABLE_DAYS)


def _needed(state: GameState) -> Decision | None:
    closes = closes_at(state.game)
    if closes is None or state.game.is_quarantined or state.now < closes:
        return None
    return Decision(SYSTEM, None, engine.CloseTable())
