"""How long things take in matchmaking, by the speed of the clock (docs/players/finding-a-table.md)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from games.types import Speed

LONGEST: Final = timedelta(days=7)
"""No seek lasts longer."""


class Times(NamedTuple):
    """`lasts`: a seek that asks for no other time. `patience`: how long a seek waits for a full table.

    After that it takes fewer people, or bots. `confirm`: the time to confirm. `here`: how long after a seek was made
    its player counts as confirmed.
    """

    lasts: timedelta
    patience: timedelta
    confirm: timedelta
    here: timedelta

    @property
    def counts(self) -> timedelta:
        """Return how long before a call a confirmation may have been given to count still.

        So those who have confirmed are not asked again because of others who did not come.
        """
        return 2 * self.confirm


_SLOW: Final = Times(
    lasts=LONGEST, patience=timedelta(hours=12), confirm=timedelta(hours=24), here=timedelta(minutes=10)
)
BY_SPEED: Final[Mapping[Speed, Times]] = {
    Speed.LIVE: Times(
        lasts=timedelta(minutes=30),
        patience=timedelta(seconds=60),
        confirm=timedelta(seconds=60),
        here=timedelta(seconds=30),
    ),
    Speed.DAY: Times(
        lasts=timedelta(days=2), patience=timedelta(hours=6), confirm=timedelta(hours=12), here=timedelta(minutes=10)
    ),
    Speed.DAYS: _SLOW,
    Speed.NONE: _SLOW,
}
