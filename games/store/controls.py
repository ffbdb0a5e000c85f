"""The time control of a table in the row of its game, and its speed, by which lists are filtered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

import engine
from games import clock as clocks
from games.types import Speed

LIVE: Final = clocks.HOUR
"""Most seconds for a turn at a table where people play in one sitting."""


@lru_cache(maxsize=1024)
def read(column: str) -> engine.ClockSet:
    """Return the time control in the column `clock`."""
    return engine.ClockSet(*msgspec.json.decode(column))


def write(control: engine.ClockSet | None) -> str | None:
    """Return the column for this time control; None if there is none."""
    return None if control is None else msgspec.json.encode(tuple(control)).decode()


def speed(control: engine.ClockSet | None) -> Speed:
    """Return the speed: by the limit of a turn, or by the bank if only that limits turns."""
    if control is None:
        return Speed.NONE
    limit = control.bank if control.turn is None else control.turn
    if limit is None or limit > clocks.DAY:
        return Speed.DAYS
    return Speed.LIVE if limit <= LIVE else Speed.DAY
