"""The periodic job of matchmaking: what is due by its time, and what a killed process has left."""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.db import transaction

from common.database import queries
from games.matchmaking.arrangement import Key, arrange

logger = logging.getLogger(__name__)

SECONDS: Final = 2.0

DUE: Final = """
SELECT ruleset, edition, speed FROM seek
WHERE state = 'waiting' AND (gathering_id IS NULL OR expires_at <= service_now())
UNION
SELECT ruleset, edition, speed FROM gathering WHERE due_at <= service_now()
UNION
SELECT g.ruleset, g.edition, g.speed FROM gathering g JOIN game t ON t.id = g.game_id
CROSS JOIN LATERAL (SELECT count(*) AS people FROM seek s WHERE s.gathering_id = g.id) here
WHERE t.status <> 0 OR t.quarantined_at IS NOT NULL
    OR CASE WHEN g.confirm_by IS NULL THEN people > 0 AND people >= t.open_seats ELSE people <> t.open_seats END
"""
# In a cluster of databases the tables of gatherings lie on another node.
DUE_BY_TIME: Final = """
SELECT ruleset, edition, speed FROM seek
WHERE state = 'waiting' AND (gathering_id IS NULL OR expires_at <= service_now())
UNION
SELECT ruleset, edition, speed FROM gathering WHERE due_at <= service_now()
"""
AT_TABLES: Final = """
SELECT g.ruleset, g.edition, g.speed, g.game_id, g.confirm_by IS NULL,
    (SELECT count(*) FROM seek s WHERE s.gathering_id = g.id)
FROM gathering g WHERE g.game_id IS NOT NULL
"""
TABLES: Final = "SELECT id, status <> 0 OR quarantined_at IS NOT NULL, open_seats FROM game WHERE id = ANY(%s::uuid[])"
NEXT_DUE: Final = (
    "SELECT min(expires_at) FROM seek WHERE state = 'waiting' AND expires_at > service_now()",
    "SELECT min(due_at) FROM gathering WHERE due_at > service_now()",
)
"""When something falls due next; each a statement of its own."""


def run() -> int:
    """Arrange the seekers of every ruleset in which something is due. Returns the number of these rulesets."""
    keys = [Key(*row) for row in (_due_in_cluster() if settings.DATABASE_SHARDED else queries.rows(DUE))]
    for key in keys:
        try:
            with transaction.atomic():
                arrange(key)
        except Exception:
            logger.exception("seekers of %s cannot be arranged", key)
    return len(keys)


def _due_in_cluster() -> set[tuple[str, str, int]]:
    found = {(ruleset, edition, speed) for ruleset, edition, speed in queries.rows(DUE_BY_TIME)}
    gatherings = queries.rows(AT_TABLES)
    wanted = [game for *_, game, _, _ in gatherings]
    tables = {game: (is_over, room) for game, is_over, room in (queries.rows(TABLES, wanted) if wanted else ())}
    for ruleset, edition, speed, game, is_open, people in gatherings:
        is_over, room = tables.get(game, (False, people))
        if is_over or (people >= max(room, 1) if is_open else people != room):
            found.add((ruleset, edition, speed))
    return found
