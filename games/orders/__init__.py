"""Moves that are made for a player: which, and when (docs/players/automatic-moves.md)."""

from games.orders.due import Scheduled, promise, scheduled
from games.orders.moves import move_for

__all__ = ["Scheduled", "move_for", "promise", "scheduled"]
