"""The people of a virtual month: when they come, for how long, and how they stay away.

`MEASURED` figures are those of an asynchronous service that publishes them; all others are assumptions, and the report
says so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from random import Random

Value = TypeVar("Value")

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR

SOURCE: Final = "https://github.com/johnpooch/diplicity-react/pull/1061 (docs/reliability/data-pack.md, 2026-07-16)"

ABSENCE: Final = (
    (0.0, 0.0, 14.2), (0.0, 0.05, 6.3), (0.05, 0.10, 5.2), (0.10, 0.20, 8.3), (0.20, 0.35, 9.6), (0.35, 0.50, 9.7),
    (0.50, 0.75, 14.6), (0.75, 1.0, 32.0),
)  # fmt: skip
"""Measured: the share of turns that a player misses (from, to), and the percentage of players. A turn there takes about
a day, so a person here stays away on such a share of their days. Above 75 % they are those who leave for good."""
GONE: Final = 0.75
TABLES: Final = ((1, 55.5), (2, 15.8), (3, 8.4), (4, 8.9), (8, 9.7), (14, 1.6))
"""Measured: at how many tables a player sits at once, and the percentage of players."""

ZONES: Final = ((-8, 15), (-5, 25), (0, 10), (1, 30), (3, 5), (5.5, 10), (9, 5))
"""Assumed: hours from UTC, and the percentage of players."""
WAKING: Final = (7.0, 23.0)
"""Assumed: the hours of the day in which somebody may come."""
COMINGS: Final = 3.0
"""Assumed: how often somebody comes on a day on which they come at all, on average; at least once."""
STAY: Final = 12 * 60.0
"""Assumed: seconds of a stay on average. A stay is at least one look."""
LOOKS: Final = (40.0, 150.0)
"""Assumed: seconds between two looks of a stay."""
ATTENTIVE: Final = (10.0, 30.0)
"""Assumed: seconds between two looks of somebody who is there and waits for a match that begins within minutes."""
GIVE_ORDERS: Final = 0.5
"""Assumed: how many people leave standing orders in each match that allows it."""
ORDERS: Final = {"challenge": 6, "drawn_card": "play", "call_uno": True, "days": 30}
"""Assumed: the orders that they leave."""
LEAVES_AFTER: Final = 4.0
"""Assumed: days after which those who leave for good have left, on average."""
RETURNS: Final = 0.15
"""Assumed: how many of them come back, a week later."""
RESIGNS: Final = 0.002
"""Assumed: the chance to resign a match on a coming, for each match."""
PRESETS: Final = (("tonight", 10), ("quick", 40), ("classic", 15), ("league", 35))
RULESETS: Final = (("flip", 60), ("classic", 40))
SEATS: Final = ((2, 30), (3, 30), (4, 40))
"""Assumed: what people wish for, with percentages."""

PARAMETERS: Final = (
    ("turns that a player misses", "8 classes, from 0 % (14.2 % of players) to above 75 % (32 %); 31 % of all", SOURCE),
    ("tables at once", "1: 55.5 %, 2: 15.8 %, 3: 8.4 %, 4-5: 8.9 %, 6-10: 9.7 %, more: 1.6 %", SOURCE),
    ("comings on a day with any", f"{COMINGS:g} on average, {WAKING[0]:g} to {WAKING[1]:g} o'clock", "assumed"),
    ("length of a stay", f"{STAY / 60:g} minutes on average, a look every {LOOKS[0]:g} to {LOOKS[1]:g} s", "assumed"),
    ("a look of those who wait for `tonight`", f"every {ATTENTIVE[0]:g} to {ATTENTIVE[1]:g} s", "assumed"),
    (
        "standing orders",
        f"{GIVE_ORDERS:.0%} of people: challenge at {ORDERS['challenge']} cards or more, play what was drawn, call UNO",
        "assumed",
    ),
    ("time zones", ", ".join(f"UTC{zone:+g}: {share} %" for zone, share in ZONES), "assumed"),
    ("those who miss more than 75 %", f"leave after {LEAVES_AFTER:g} days on average; {RETURNS:.0%} return", "assumed"),
    ("resignations", f"{RESIGNS:.1%} of matches on each coming", "assumed"),
    ("wishes", ", ".join(f"{name}: {share} %" for name, share in (*PRESETS, *RULESETS)), "assumed"),
    ("most seats", ", ".join(f"{seats}: {share} %" for seats, share in SEATS), "assumed"),
)
"""The figures for the report: what, how much, and where from."""


@dataclass(frozen=True, slots=True)
class Habit:
    """The habits of a person.

    `zone`: hours from UTC; `tables`: at how many they want to sit; `away`: the chance to stay away on a day; `leaves`
    and `returns`: the days on which they do so; `gives_orders`: whether they leave standing orders.
    """

    zone: float
    tables: int
    away: float
    leaves: float | None
    returns: float | None
    gives_orders: bool = False

    def is_away(self, day: int, dice: Random) -> bool:
        """Return whether the person stays away on this day."""
        if self.leaves is not None and day >= self.leaves and (self.returns is None or day < self.returns):
            return True
        return dice.random() < self.away

    def comings(self, day: int, dice: Random) -> list[tuple[float, float]]:
        """Return beginning and end of the stays of a day, in seconds since the month began, in order."""
        if self.is_away(day, dice):
            return []
        first, last = (day * DAY + (hour - self.zone) * HOUR for hour in WAKING)
        begins = sorted(dice.uniform(first, last) for _ in range(1 + poisson(COMINGS - 1, dice)))
        return [(begin, begin + dice.expovariate(1 / STAY)) for begin in begins]


def habit(dice: Random) -> Habit:
    """Return the habits of one person."""
    least, most, _ = dice.choices(ABSENCE, [share for *_, share in ABSENCE])[0]
    away, leaves, returns = dice.uniform(least, most), None, None
    if least >= GONE:
        away, leaves = 0.2, dice.expovariate(1 / LEAVES_AFTER)
        returns = leaves + 7 if dice.random() < RETURNS else None
    zone, tables = float(choice(ZONES, dice)), choice(TABLES, dice)
    return Habit(zone, tables, away, leaves, returns, gives_orders=dice.random() < GIVE_ORDERS)


def choice(table: tuple[tuple[Value, float], ...], dice: Random) -> Value:
    """Return one of the values, by their percentages."""
    return dice.choices([value for value, _ in table], [share for _, share in table])[0]


def poisson(mean: float, dice: Random) -> int:
    """Return a number that is Poisson-distributed."""
    limit, count, product = math.exp(-mean), 0, dice.random()
    while product > limit:
        count, product = count + 1, product * dice.random()
    return count
