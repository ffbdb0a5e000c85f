"""Which webhooks follow which games. A followed game leaves an outbox entry with every command (`game.followed`).

A mark that comes a moment too late costs nothing but time: cursors say what is missing, and the sweep compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries
from games.store import spectators
from players.webhooks import services

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID

    from players.models import Webhook

FOLLOW: Final = "UPDATE game SET followed = true WHERE id = ANY(%s::uuid[]) AND NOT followed"

# From where the owner of a webhook may see the game: calls begin there.
VERSION: Final = f"""
SELECT g.id, {spectators.version_column("s.seat_no IS NULL")}
FROM game g LEFT JOIN seat s ON s.game_id = g.id AND s.player_id = %s::uuid WHERE g.id = %s::uuid
"""  # noqa: S608 - constants only

RUNNING: Final = """
SELECT g.id, g.version FROM seat s JOIN game g ON g.id = s.game_id WHERE s.player_id = %s::uuid AND g.status < 2
"""

# Games that a player joined after he made his webhook are told from their first event.
JOINED: Final = """
INSERT INTO players_webhookcursor (webhook_id, game_id, version)
SELECT w.id, g.id, 0 FROM players_webhook w
JOIN seat s ON s.player_id = w.player_id JOIN game g ON g.id = s.game_id
WHERE w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
    AND g.updated_at >= w.since AND g.updated_at > service_now() - interval '7 days'
    AND (%s::uuid IS NULL OR g.id = %s::uuid)
ON CONFLICT DO NOTHING RETURNING game_id
"""

# Games of a guest who was merged into this player's account: the player has joined them all at once.
TAKEN_OVER: Final = """
INSERT INTO players_webhookcursor (webhook_id, game_id, version)
SELECT w.id, g.id, 0 FROM players_webhook w JOIN game g ON g.id = ANY(%s::uuid[]) AND g.status < 2
WHERE w.player_id = %s::uuid AND w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
ON CONFLICT DO NOTHING RETURNING game_id
"""

# What has been told to its end and will not go on. Longer than a cursor would be made anew.
FINISHED: Final = """
DELETE FROM players_webhookcursor c USING game g
WHERE g.id = c.game_id AND g.status = 2 AND g.version = c.version
    AND g.updated_at < service_now() - interval '8 days'
"""


def follow(*game_ids: UUID) -> None:
    """Have these games leave word of every command."""
    if game_ids:
        queries.rows(FOLLOW, list(game_ids))


def watch(webhook: Webhook) -> None:
    """Tell a webhook from now on what happens: in its game, or in those its owner sits in."""
    if services.MOVED not in webhook.events:
        return
    own = webhook.game_id
    player = webhook.player_id
    found = queries.rows(RUNNING, player) if own is None else queries.rows(VERSION, player, own)
    games: dict[UUID, int] = dict(found)
    services.watch(webhook=webhook, games=games)
    follow(*games)


def join(game_id: UUID | None = None) -> None:
    """Let the webhooks of those who sit in this game (None: in any) follow it, if they do not yet."""
    follow(*{game for (game,) in queries.rows(JOINED, game_id, game_id)})


def take_over(player: UUID, game_ids: Collection[UUID]) -> None:
    """Let the webhooks of a player follow games in which they took over the seat of a guest, from the first event."""
    follow(*{game for (game,) in queries.rows(TAKEN_OVER, list(game_ids), player)})


def forget_finished() -> None:
    """Drop the cursors of games that have been told to their end."""
    queries.rows(FINISHED)
