"""What to expect of a match with a preset: the number of decisions as measured, and the time that they take.

`measured.json` holds the measurement: decisions in whole matches between bots that play to win. A decision is a moment
in which the match waits for a player; what the same player decides right after it (to lay a drawn card, to name a
color, another turn) comes in the same visit and is not counted again. A visit without any choice is a forced move,
which the service makes.

The time follows from the decisions and the clock, by a model and not by measurement. A player decides after a quarter
of the time that the clock gives for a turn: after six hours with a day for a turn. Nights are part of that where a turn
lasts long enough to sleep; a match with a faster clock is played in one sitting. A forced move takes a fifth of that,
between the median and the mean of its delays (docs/players/automatic-moves.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from games import clock as clocks
from games.presets.builtin import PRESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE: Final = Path(__file__).with_name("measured.json")
_SHARE_OF_TURN: Final = 4
"""A decision takes the time for a turn divided by this."""
_FORCED_PER_DECISION: Final = 5
"""Forced moves that take as long as one decision."""


class Spread(NamedTuple):
    """The value that half of all matches do not exceed, and the one that nine of ten do not exceed."""

    half: int
    most: int


class Expectation(NamedTuple):
    """What a match takes: decisions of all players and of one of them, and seconds from start to end."""

    decisions: Spread
    own_decisions: Spread
    seconds: Spread


class Cell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The measurement of one preset with one number of seats: decisions in all, and of one player; forced moves.

    `forced` is the median.
    """

    matches: int
    decisions: tuple[int, int]
    own: tuple[int, int]
    forced: int


class Measured(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file: where the numbers come from, and one cell for each ruleset, preset and number of seats."""

    engine_version: int
    bot: str
    seed: str
    cells: dict[str, dict[str, dict[str, Cell]]]


@cache
def measured() -> Measured:
    """Return the measurement."""
    return msgspec.json.decode(FILE.read_bytes(), type=Measured)


def expected(preset: str, ruleset: str) -> Mapping[int, Expectation]:
    """Return what to expect, by number of seats. Raises KeyError."""
    pace = seconds_for_decision(PRESETS[preset].clock)
    return {
        int(seats): Expectation(
            decisions=Spread(*cell.decisions),
            own_decisions=Spread(*cell.own),
            seconds=Spread(*(count * pace + cell.forced * pace // _FORCED_PER_DECISION for count in cell.decisions)),
        )
        for seats, cell in measured().cells[ruleset][preset].items()
    }


def seconds_for_decision(clock: str) -> int:
    """Return how long a player takes for a decision on average, at the clock of this name."""
    control = clocks.PRESETS[clock].control
    limit = control.turn or control.bank or 0
    return limit // _SHARE_OF_TURN
