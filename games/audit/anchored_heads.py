"""Heads of games in the log of anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries
from games.audit.faults import Head

if TYPE_CHECKING:
    from uuid import UUID

OF_GAME: Final = "SELECT version, chain, date FROM anchor_leaf WHERE game_id = %s::uuid ORDER BY version"

# Walks from game to game by the index, as in games/store/reader.py.
GAMES: Final = """
WITH RECURSIVE found (game_id) AS (
    (SELECT game_id FROM anchor_leaf WHERE game_id > %s::uuid ORDER BY game_id LIMIT 1)
    UNION ALL
    SELECT (SELECT a.game_id FROM anchor_leaf a WHERE a.game_id > f.game_id ORDER BY a.game_id LIMIT 1)
    FROM found f WHERE f.game_id IS NOT NULL
)
SELECT game_id FROM found WHERE game_id IS NOT NULL LIMIT %s::int
"""


def anchored(game_id: UUID) -> list[Head]:
    """Return the anchored heads of the game, the oldest first."""
    return [
        Head(version, chain, f"when it was anchored on {date:%Y-%m-%d}")
        for version, chain, date in queries.rows(OF_GAME, game_id)
    ]


def games(after: UUID, limit: int) -> set[UUID]:
    """Return the next games, by id, that have an anchored head."""
    return {row[0] for row in queries.rows(GAMES, after, limit)}
