"""Which webhooks follow which games. A followed game leaves an outbox entry with every command (`game.followed`).

A late subscription only costs time: cursors record what was sent, and the sweep compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries
from games.store import places, spectators
from players.webhooks import services

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID

    from players.models import Webhook

FOLLOW: Final = "UPDATE game SET followed = true WHERE id = ANY(%s::uuid[]) AND NOT followed"

# The version at which the owner of a webhook may see the game. Calls begin there.
VERSION: Final = f"""
SELECT g.id, {spectators.version_column("s.seat_no IS NULL")}
FROM game g {places.join("%s::uuid")} WHERE g.id = %s::uuid
"""  # noqa: S608 - constants only

RUNNING: Final = """
SELECT g.id, g.version FROM seat s JOIN game g ON g.id = s.game_id WHERE s.player_id = %s::uuid AND g.status < 2
"""

# Games that a player joined after creating the webhook are sent from their first event.
JOINED: Final = """
INSERT INTO players_webhookcursor (webhook_id, game_id, version)
SELECT w.id, g.id, 0 FROM players_webhook w
JOIN seat s ON s.player_id = w.player_id JOIN game g ON g.id = s.game_id
WHERE w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
    AND g.updated_at >= w.since AND g.updated_at > service_now() - interval '7 days'
    AND (%s::uuid IS NULL OR g.id = %s::uuid)
ON CONFLICT DO NOTHING RETURNING game_id
"""

# Games of a guest merged into this player's account: the player has joined them all at once.
TAKEN_OVER: Final = """
INSERT INTO players_webhookcursor (webhook_id, game_id, version)
SELECT w.id, g.id, 0 FROM players_webhook w JOIN game g ON g.id = ANY(%s::uuid[]) AND g.status < 2
WHERE w.player_id = %s::uuid AND w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
ON CONFLICT DO NOTHING RETURNING game_id
"""

# Cursors of finished games that are completely sent. Kept for longer than a cursor would be created again.
FINISHED: Final = """
DELETE FROM players_webhookcursor c USING game g
WHERE g.id = c.game_id AND g.status = 2 AND g.version = c.version
    AND g.updated_at < service_now() - interval '8 days'
"""


def follow(*game_ids: UUID) -> None:
    """Mark these games as followed, so that every command leaves an outbox entry."""
    if game_ids:
        queries.rows(FOLLOW, list(game_ids))


def watch(webhook: Webhook) -> None:
    """Follow the webhook's game, or all games of its owner, from now on."""
    if services.MOVED not in webhook.events:
        return
    own = webhook.game_id
    player = webhook.player_id
    found = queries.rows(RUNNING, player) if own is None else queries.rows(VERSION, player, player, own)
    games: dict[UUID, int] = dict(found)
    services.watch(webhook=webhook, games=games)
    follow(*games)


def join(game_id: UUID | None = None) -> None:
    """Let webhooks follow games that their owners play but that they do not follow yet: this game, or (None) all."""
    follow(*{game for (game,) in queries.rows(JOINED, game_id, game_id)})


def take_over(player: UUID, game_ids: Collection[UUID]) -> None:
    """Let the webhooks of a player follow games in which they took over the seat of a guest, from the first event."""
    follow(*{game for (game,) in queries.rows(TAKEN_OVER, list(game_ids), player)})


def forget_finished() -> None:
    """Delete the cursors of finished games that are completely sent."""
    queries.rows(FINISHED)
