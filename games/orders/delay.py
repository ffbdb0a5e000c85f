"""How long an automatic move waits.

The delay is drawn from the committed chance of the match. Its distribution follows from the time control and, where
less is left, from the time that everybody sees running out. It knows neither the cause of the move nor a card, so it
tells nobody anything about them.
"""

from __future__ import annotations

from datetime import timedelta
from math import exp
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from games import clock as clocks

if TYPE_CHECKING:
    import engine
    from games.clock import Clock

UNTIMED: Final = timedelta(days=1)
"""The time for a decision that is taken as a measure at tables without a limit."""

MEDIAN: Final = 0.04
"""The median of all delays, as a part of the time for the decision: an hour of a day, seven seconds of three minutes.
"""
SPREAD: Final = 0.9
"""The standard deviation of the logarithm: two of three delays lie between 0.4 and 2.5 times the median."""
LEAST: Final = timedelta(seconds=3)
MOST: Final = 0.4
"""The longest delay, as a part of the time for the decision."""

_NORMAL: Final = NormalDist()
_STEPS: Final = 65_536


def delay(chance: engine.Chance, version: int, seat: int, limit: timedelta) -> timedelta:
    """Return how long the move of `seat` that is asked for at `version` waits.

    `limit`: the time for the decision, or what is left of it.
    """
    drawn = (chance.automatic_delay(version, seat).below(_STEPS) + 0.5) / _STEPS
    wanted = limit * MEDIAN * exp(SPREAD * _NORMAL.inv_cdf(drawn))
    longest = limit * MOST
    return min(max(LEAST, wanted), longest)


def limit_of(table: engine.Table, clock: Clock | None) -> timedelta:
    """Return the time for the decision that is asked for, by the time control."""
    control = table.clock
    if control is None or clock is None:
        return UNTIMED
    micros = clocks.allowance(clock, control)
    return timedelta(microseconds=micros) if micros else timedelta(seconds=control.bank or 0) or UNTIMED
