"""The periodic job of matchmaking: what is due by its time, and what a killed process has left."""

from __future__ import annotations

import logging
from typing import Final

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
NEXT_DUE: Final = (
    "SELECT min(expires_at) FROM seek WHERE state = 'waiting' AND expires_at > service_now()",
    "SELECT min(due_at) FROM gathering WHERE due_at > service_now()",
)
"""When something falls due next; each a statement of its own."""


def run() -> int:
    """Arrange the seekers of every ruleset in which something is due. Returns the number of these rulesets."""
    keys = [Key(*row) for row in queries.rows(DUE)]
    for key in keys:
        try:
            with transaction.atomic():
                arrange(key)
        except Exception:
            logger.exception("seekers of %s cannot be arranged", key)
    return len(keys)
