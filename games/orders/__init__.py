"""Moves that are made for a player: which, and when (docs/players/automatic-moves.md)."""

from games.orders import standing_orders
from games.orders.delay import limit_of
from games.orders.due import Scheduled, limit_at, promise, promise_later, promised_at, scheduled, still_holds, wait_of
from games.orders.moves import move_for

__all__ = [
    "Scheduled",
    "limit_at",
    "limit_of",
    "move_for",
    "promise",
    "promise_later",
    "promised_at",
    "scheduled",
    "standing_orders",
    "still_holds",
    "wait_of",
]
