"""Cutting what a webhook has not been told of a game yet into batches, one at a time: the next waits for the former.

The bounds of a batch are fixed before it is first sent, so what is sent again is the same, under the same id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

from django.db import transaction

from games import dispatch, queries
from games.webhooks import followers
from players.models import WebhookCursor
from players.webhooks import queue
from players.webhooks.services import MOVED

if TYPE_CHECKING:
    from uuid import UUID

MOST_EVENTS: Final = 100
"""Events in one batch."""

# Cursors that somebody else is at are his.
BEHIND: Final = """
SELECT c.id, c.webhook_id, c.version, g.version FROM players_webhookcursor c
JOIN players_webhook w ON w.id = c.webhook_id JOIN game g ON g.id = c.game_id
WHERE c.game_id = %s::uuid AND c.delivery_id IS NULL AND w.state = 'active' AND g.version > c.version
    AND g.quarantined_at IS NULL
FOR UPDATE OF c SKIP LOCKED
"""

FORGOTTEN: Final = """
SELECT DISTINCT c.game_id FROM players_webhookcursor c
JOIN players_webhook w ON w.id = c.webhook_id JOIN game g ON g.id = c.game_id
WHERE c.delivery_id IS NULL AND w.state = 'active' AND g.version > c.version AND g.quarantined_at IS NULL
LIMIT %s::int
"""


def advance(game_id: UUID) -> int:
    """Promise what is new in this game to all who follow it, once; how many batches."""
    followers.join(game_id)
    return _hinted(cut(game_id))


def cut(game_id: UUID) -> int:
    """Cut the next batch for every webhook that waits for none; how many."""
    with transaction.atomic():
        behind: list[tuple[int, UUID, int, int]] = queries.rows(BEHIND, game_id)
        for cursor_id, webhook_id, version, head in behind:
            upto = min(head, version + MOST_EVENTS)
            delivery = queue.add(uuid4(), webhook_id=webhook_id, kind=MOVED, game_id=game_id, versions=(version, upto))
            WebhookCursor.objects.filter(id=cursor_id).update(delivery=delivery)
    return len(behind)


def sweep(limit: int) -> int:
    """Find games whose word got lost, at most `limit`; how many batches were cut."""
    followers.join()
    return _hinted(sum(cut(game_id) for (game_id,) in queries.rows(FORGOTTEN, limit)))


def _hinted(promised: int) -> int:
    """Wake who makes the calls if there are some to make."""
    if promised:
        transaction.on_commit(dispatch.call_webhooks)
    return promised
