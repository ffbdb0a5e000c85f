"""Cuts the events that a webhook has not received yet into batches, one at a time for each game.

The bounds of a batch are fixed before it is first sent, so that a retry sends the same under the same id.
"""

from __future__ import annotations

import logging
import random
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction

from common.database import queries
from games import hints
from games.store import places, spectators
from games.webhooks import subscriptions
from players.webhooks import queue
from players.webhooks.queue import Batch
from players.webhooks.services import MOVED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

logger = logging.getLogger(__name__)

MOST_EVENTS: Final = 100
"""Most events in one batch."""

# How far the owner of a webhook may see: a spectator of a running match sees less.
SEEN: Final = spectators.version_column("s.seat_no IS NULL")

# Skips cursors that other processes have locked.
BEHIND: Final = f"""
SELECT c.id, c.webhook_id, c.game_id, c.version, {SEEN} FROM players_webhookcursor c
JOIN players_webhook w ON w.id = c.webhook_id JOIN game g ON g.id = c.game_id
{places.join("w.player_id")}
WHERE c.game_id = ANY(%s::uuid[]) AND c.delivery_id IS NULL AND w.state = 'active' AND {SEEN} > c.version
    AND g.quarantined_at IS NULL
FOR UPDATE OF c SKIP LOCKED
"""  # noqa: S608 - constants only

# In random order, so that games that always fail do not hide others.
FORGOTTEN: Final = f"""
SELECT c.game_id FROM players_webhookcursor c
JOIN players_webhook w ON w.id = c.webhook_id JOIN game g ON g.id = c.game_id
{places.join("w.player_id")}
WHERE c.delivery_id IS NULL AND w.state = 'active' AND {SEEN} > c.version AND g.quarantined_at IS NULL
GROUP BY c.game_id ORDER BY random() LIMIT %s::int
"""  # noqa: S608 - constants only

# In a cluster of databases webhooks lie on another node than the games.
CURSORS: Final = """
SELECT c.id, c.webhook_id, c.game_id, c.version, w.player_id FROM players_webhookcursor c
JOIN players_webhook w ON w.id = c.webhook_id
WHERE c.game_id = ANY(%s::uuid[]) AND c.delivery_id IS NULL AND w.state = 'active' FOR UPDATE OF c SKIP LOCKED
"""
FOLLOWED: Final = """
SELECT c.game_id, min(c.version) FROM players_webhookcursor c JOIN players_webhook w ON w.id = c.webhook_id
WHERE c.delivery_id IS NULL AND w.state = 'active' GROUP BY c.game_id
"""
VERSIONS: Final = "SELECT id, version FROM game WHERE id = ANY(%s::uuid[]) AND quarantined_at IS NULL"


def advance(game_id: UUID) -> int:
    """Cut batches of the new events of this game for all followers. Returns the number of batches."""
    subscriptions.join(game_id)
    return _hinted(cut(game_id))


def cut(*game_ids: UUID) -> int:
    """Cut the next batch of these games for every webhook without a waiting one. Returns the number of batches."""
    with transaction.atomic():
        behind = [
            Batch(cursor_id, webhook_id, game_id, version, min(head, version + MOST_EVENTS))
            for cursor_id, webhook_id, game_id, version, head in _behind(game_ids)
        ]
        queue.add_batches(MOVED, behind)
    return len(behind)


def sweep(limit: int) -> int:
    """Find at most `limit` games whose hint got lost. Returns the number of batches cut."""
    subscriptions.join()
    return _hinted(sum(cut_or_log(game_id) for game_id in _forgotten(limit)))


def _behind(game_ids: Sequence[UUID]) -> Iterator[tuple[int, UUID, UUID, int, int]]:
    if not settings.DATABASE_SHARDED:
        yield from queries.rows(BEHIND, list(game_ids))
        return
    for cursor, webhook, game, version, owner in queries.rows(CURSORS, list(game_ids)):
        seen = subscriptions.seen_on_node(game, owner)
        if seen is not None and seen > version:
            yield cursor, webhook, game, version, seen


def _forgotten(limit: int) -> list[UUID]:
    if not settings.DATABASE_SHARDED:
        return [game for (game,) in queries.rows(FORGOTTEN, limit)]
    told = dict(queries.rows(FOLLOWED))
    heads = queries.rows(VERSIONS, list(told)) if told else []
    behind = [game for game, version in heads if version > told[game]]
    random.shuffle(behind)
    return behind[:limit]


def cut_or_log(*game_ids: UUID) -> int:
    """Do as `cut`; if that fails, log it, and leave these games to the sweep."""
    try:
        return cut(*game_ids)
    except Exception:
        logger.exception("games %s: webhooks cannot be told", ", ".join(map(str, game_ids)))
        return 0


def _hinted(promised: int) -> int:
    if promised:
        transaction.on_commit(hints.call_webhooks)
    return promised
