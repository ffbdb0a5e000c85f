"""Which webhooks follow which games. A followed game leaves an outbox entry with every command (`game.followed`).

A late subscription only costs time: cursors record what was sent, and the sweep compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings

from common.database import queries
from games.store import places, spectators
from players.webhooks import services

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from uuid import UUID

    from players.models import Webhook

FOLLOW: Final = "UPDATE game SET followed = true WHERE id = ANY(%s::uuid[]) AND NOT followed"

# The version at which the owner of a webhook may see the game. Calls begin there.
VERSION: Final = f"""
SELECT g.id, {spectators.version_column("s.seat_no IS NULL")}
FROM game g {places.join("%s::uuid")} WHERE g.id = %s::uuid
"""  # noqa: S608 - constants only
# In a cluster of databases webhooks lie on another node than the games.
SEEN_ON_NODE: Final = f"""
SELECT g.id, {spectators.version_column("s.seat_no IS NULL")}, g.quarantined_at IS NOT NULL
FROM game g {places.join("%(player)s::uuid", game="%(game)s::uuid")} WHERE g.id = %(game)s::uuid
"""  # noqa: S608 - constants only

RUNNING: Final = """
SELECT g.id, g.version FROM seat s JOIN game g ON g.id = s.game_id WHERE s.player_id = %s::uuid AND g.status < 2
UNION ALL
SELECT g.id, g.version FROM loan l JOIN game g ON g.id = l.game_id
WHERE l.borrower_id = %s::uuid AND l.until_at > service_now() AND g.status < 2
"""

# Games that a player joined after creating the webhook are sent from their first event, and those in which a seat was
# lent to them from the loan on. No call is made about a loan that is over (`bodies`).
JOINED: Final = """
INSERT INTO players_webhookcursor (webhook_id, game_id, version)
SELECT w.id, g.id, 0 FROM players_webhook w
JOIN seat s ON s.player_id = w.player_id JOIN game g ON g.id = s.game_id
WHERE w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
    AND g.updated_at >= w.since AND g.updated_at > service_now() - interval '7 days'
    AND (%(game)s::uuid IS NULL OR g.id = %(game)s::uuid)
UNION ALL
SELECT w.id, g.id, l.since_version FROM players_webhook w
JOIN loan l ON l.borrower_id = w.player_id AND l.until_at > service_now() JOIN game g ON g.id = l.game_id
WHERE w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
    AND g.updated_at >= w.since AND (%(game)s::uuid IS NULL OR g.id = %(game)s::uuid)
ON CONFLICT DO NOTHING RETURNING game_id
"""

WAITING: Final = """
SELECT w.id, w.player_id, w.since FROM players_webhook w
WHERE w.state = 'active' AND w.game_id IS NULL AND 'game.moved' = ANY(w.events)
"""
SEATS_OF_GAME: Final = """
SELECT s.player_id, g.id, g.updated_at, 0 FROM seat s JOIN game g ON g.id = s.game_id
WHERE s.game_id = %(game)s::uuid AND g.id = %(game)s::uuid AND s.player_id IS NOT NULL
    AND g.updated_at > service_now() - interval '7 days'
UNION ALL
SELECT l.borrower_id, g.id, g.updated_at, l.since_version FROM loan l JOIN game g ON g.id = l.game_id
WHERE l.game_id = %(game)s::uuid AND g.id = %(game)s::uuid AND l.until_at > service_now()
"""
SEATS_OF_PLAYERS: Final = """
SELECT s.player_id, g.id, g.updated_at, 0 FROM seat s JOIN game g ON g.id = s.game_id
WHERE s.player_id = ANY(%(players)s::uuid[]) AND g.updated_at > service_now() - interval '7 days'
UNION ALL
SELECT l.borrower_id, g.id, g.updated_at, l.since_version FROM loan l JOIN game g ON g.id = l.game_id
WHERE l.borrower_id = ANY(%(players)s::uuid[]) AND l.until_at > service_now()
"""
FOLLOW_FROM: Final = """
INSERT INTO players_webhookcursor (webhook_id, game_id, version)
SELECT webhook, game, version FROM unnest(%s::uuid[], %s::uuid[], %s::int[]) AS one (webhook, game, version)
ON CONFLICT DO NOTHING RETURNING game_id
"""
UNFINISHED: Final = "SELECT id FROM game WHERE id = ANY(%s::uuid[]) AND status < 2"
OLD_CURSORS: Final = "SELECT DISTINCT game_id FROM players_webhookcursor"
OLD_GAMES: Final = """
SELECT id, version FROM game
WHERE id = ANY(%s::uuid[]) AND status = 2 AND updated_at < service_now() - interval '8 days'
"""
FORGET_OLD: Final = """
DELETE FROM players_webhookcursor c USING unnest(%s::uuid[], %s::int[]) AS over (game, version)
WHERE c.game_id = over.game AND c.version = over.version
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
    found = queries.rows(RUNNING, player, player) if own is None else _seen(own, player)
    games: dict[UUID, int] = dict(found)
    services.watch(webhook=webhook, games=games)
    follow(*games)


def join(game_id: UUID | None = None) -> None:
    """Let webhooks follow games that their owners play but that they do not follow yet: this game, or (None) all.

    A seat that is lent to an owner counts as long as the loan runs.
    """
    if settings.DATABASE_SHARDED:
        follow(*_joined(game_id))
        return
    follow(*{game for (game,) in queries.rows(JOINED, game=game_id)})


def _joined(game_id: UUID | None) -> set[UUID]:
    waiting = queries.rows(WAITING)
    if not waiting:
        return set()
    players = [player for _, player, _ in waiting]
    seated = (
        queries.rows(SEATS_OF_PLAYERS, players=players)
        if game_id is None
        else queries.rows(SEATS_OF_GAME, game=game_id)
    )
    return _follow_from(
        [
            (webhook, game, version)
            for webhook, owner, since in waiting
            for player, game, updated_at, version in seated
            if player == owner and updated_at >= since
        ]
    )


def _follow_from(found: Sequence[tuple[UUID, UUID, int]]) -> set[UUID]:
    """Let webhooks follow games from a version on. Returns the games that they did not follow yet."""
    if not found:
        return set()
    webhooks, games, versions = map(list, zip(*found, strict=True))
    return {game for (game,) in queries.rows(FOLLOW_FROM, webhooks, games, versions)}


def _seen(game_id: UUID, player: UUID) -> list[tuple[UUID, int]]:
    if not settings.DATABASE_SHARDED:
        return queries.rows(VERSION, player, player, game_id)
    return [(game, version) for game, version, _ in queries.rows(SEEN_ON_NODE, player=player, game=game_id)]


def seen_on_node(game_id: UUID, player: UUID) -> int | None:
    """Return how far a player may see a game; None if it does not exist or is quarantined."""
    found = queries.rows(SEEN_ON_NODE, player=player, game=game_id)
    return found[0][1] if found and not found[0][2] else None


def take_over(player: UUID, game_ids: Collection[UUID]) -> None:
    """Let the webhooks of a player follow games in which they took over the seat of a guest, from the first event."""
    if settings.DATABASE_SHARDED:
        unfinished = [game for (game,) in queries.rows(UNFINISHED, list(game_ids))]
        theirs = [webhook for webhook, owner, _ in queries.rows(WAITING) if owner == player]
        follow(*_follow_from([(webhook, game, 0) for webhook in theirs for game in unfinished]))
        return
    follow(*{game for (game,) in queries.rows(TAKEN_OVER, list(game_ids), player)})


def forget_finished() -> None:
    """Delete the cursors of finished games that are completely sent."""
    if settings.DATABASE_SHARDED:
        followed = [game for (game,) in queries.rows(OLD_CURSORS)]
        over = queries.rows(OLD_GAMES, followed) if followed else []
        queries.rows(FORGET_OLD, [game for game, _ in over], [version for _, version in over])
        return
    queries.rows(FINISHED)
