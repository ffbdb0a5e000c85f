"""SQL for the seat that a player has in a game, or that is lent to them now.

`games.types.Game.seat_played_by` says the same of a game that was read.
"""

from __future__ import annotations


def join(player: str, alias: str = "s", game: str = "g.id") -> str:
    """SQL: joins the game `g` with the seat of `player`, an expression; NULL if they have none there.

    `since_version`: what happened until then they see as a spectator. `game`: an expression for its id (`shards`).
    """
    return f"""LEFT JOIN LATERAL (
        SELECT own.seat_no, own.since_version FROM seat own WHERE own.game_id = {game} AND own.player_id = {player}
        UNION ALL
        SELECT lent.seat_no, lent.since_version FROM loan lent
        WHERE lent.game_id = {game} AND lent.borrower_id = {player} AND lent.until_at > service_now()
        LIMIT 1
    ) {alias} ON true"""  # noqa: S608 - constants only


def join_many(player: str, alias: str = "s") -> str:
    """SQL: as `join`, for a list of games `g` in a cluster of databases."""
    return f"""LEFT JOIN (
        SELECT own.game_id, own.seat_no, own.since_version FROM seat own WHERE own.player_id = {player}
        UNION ALL
        SELECT lent.game_id, lent.seat_no, lent.since_version FROM loan lent
        WHERE lent.borrower_id = {player} AND lent.until_at > service_now()
    ) {alias} ON {alias}.game_id = g.id"""  # noqa: S608 - constants only
