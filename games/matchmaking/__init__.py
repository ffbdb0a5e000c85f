"""Matchmaking: players say what they look for, and are seated together (docs/players/finding-a-table.md).

A *seek* is what one player looks for, a *gathering* the seekers who wait for the same match. `groups` decides who
fits whom, `arrangement` does what follows, under one lock for each ruleset and speed.
"""

from games.matchmaking.seeks import (
    Crowd,
    Seen,
    Wanted,
    cancel,
    confirm,
    create,
    crowds,
    get,
    marks,
    of_player,
    open_to_seeks,
    preset_of,
)

__all__ = [
    "Crowd",
    "Seen",
    "Wanted",
    "cancel",
    "confirm",
    "create",
    "crowds",
    "get",
    "marks",
    "of_player",
    "open_to_seeks",
    "preset_of",
]
