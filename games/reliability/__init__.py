"""Reliability: how many of the turns that a player was asked for they made in time (docs/players/clocks.md)."""

from games.reliability.counters import count_match, finished_matches, recount_match, uncounted
from games.reliability.turns import Turns, count_turns

__all__ = ["Turns", "count_match", "count_turns", "finished_matches", "recount_match", "uncounted"]
