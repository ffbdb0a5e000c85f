"""The seats that a match waits for, in the row of its game, so that lists need neither fold nor log.

Public facts only: the seats that must act, or may act in a decision that is open to several. The column holds them as
a number with bit n set for seat n.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import engine

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from engine import Event, Table

ASKS: Final = frozenset({
    "turn_started", "color_asked", "challenge_opened", "penalty_stacked", "effect_assigned", "give_asked",
    "help_asked", "spin_asked", "wheel_choice_asked", "race_opened",
})  # fmt: skip
"""Events after which some seat must act."""

ALL_MAY_ACT: Final = frozenset({"help_asked", "race_opened"})
"""Decisions that more than one seat may take."""

ASKING: Final = [number for number, event in engine.EVENT_TYPES.items() if engine.TAGS[event] in ASKS]
"""The numbers of these events in the log."""
_ASKS: Final = frozenset(engine.EVENT_TYPES[number] for number in ASKING)


def seats(table: Table) -> tuple[int, ...]:
    """Return the seats that must act, or may act in a decision that is open to several; empty between rounds."""
    if table.turn is None:
        return ()
    pending = table.pending
    if pending is not None and engine.TAGS[type(pending)] in ALL_MAY_ACT:
        decision = engine.view(table, None).decision
        if isinstance(decision, engine.HelpDecision | engine.RaceDecision):
            return tuple(sorted(decision.seats))
    return (table.turn,)


def since(before: datetime | None, waits: tuple[int, ...], events: Iterable[Event], now: datetime) -> datetime | None:
    """Return since when these seats are asked after a command with `events`; None if no seat is.

    `before` is the same before the command.
    """
    if not waits:
        return None
    return now if before is None or any(type(event) in _ASKS for event in events) else before


def write(waits: Iterable[int]) -> int:
    """Return the column for these seats."""
    return sum(1 << seat for seat in waits)


@lru_cache(maxsize=1024)
def read(column: int) -> tuple[int, ...]:
    """Return the seats in the column."""
    return tuple(seat for seat in range(column.bit_length()) if column >> seat & 1)
