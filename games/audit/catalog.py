"""Lists all games in batches, so that a long audit holds no snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from common.database import queries
from games import leases
from games.audit import anchored_heads
from games.audit.faults import Head
from games.store import reader

if TYPE_CHECKING:
    from collections.abc import Iterator

BATCH: Final = 500
LAST: Final = leases.before(leases.SLICES)
"""The last of all ids."""

HEADS: Final = "SELECT id, version, chain FROM game WHERE id > %s::uuid ORDER BY id LIMIT %s::int"

# Existing games, and games that were deleted.
KNOWN: Final = """
(SELECT id FROM game WHERE id > %s::uuid AND id <= %s::uuid ORDER BY id LIMIT %s::int)
UNION (SELECT game_id FROM audit_mark WHERE game_id > %s::uuid AND game_id <= %s::uuid ORDER BY game_id LIMIT %s::int)
ORDER BY 1 LIMIT %s::int
"""

# Games that could have moved: those not finished when checked. The chain is compared too, so that a rollback is
# found.
MOVED: Final = """
SELECT m.game_id, g.quarantined_at IS NULL AND (g.version, g.chain) IS DISTINCT FROM (m.version, m.chain)
FROM audit_mark m LEFT JOIN game g ON g.id = m.game_id
WHERE m.is_open AND m.game_id > %s::uuid AND m.game_id <= %s::uuid ORDER BY m.game_id LIMIT %s::int
"""


def game_ids() -> Iterator[UUID]:
    """Yield all games, also deleted ones."""
    at = UUID(int=0)
    while batch := known(at, LAST, BATCH):
        yield from batch
        at = batch[-1]


def heads() -> Iterator[tuple[UUID, Head]]:
    """Yield the head of every game, to be kept outside the database."""
    last = UUID(int=0)
    while batch := queries.rows(HEADS, last, BATCH):
        for game_id, version, chain in batch:
            yield game_id, Head(version, chain)
        last = batch[-1][0]


def known(after: UUID, last: UUID, limit: int) -> list[UUID]:
    """Return the next games up to `last`, by id, that have a header, a mark, a log or an anchor."""
    found = {row[0] for row in queries.rows(KNOWN, *(after, last, limit) * 2, limit)}
    found = found.union(reader.games(after, limit), anchored_heads.games(after, limit))
    return sorted(game_id for game_id in found if game_id <= last)[:limit]


def open_games(after: UUID, last: UUID, limit: int) -> list[tuple[UUID, bool]]:
    """Return the next games up to `last`, by id, not finished when marked, and whether they have moved since."""
    return [(game_id, bool(moved)) for game_id, moved in queries.rows(MOVED, after, last, limit)]
