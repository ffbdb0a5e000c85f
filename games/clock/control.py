"""Time controls that a table can agree on: a preset's name or free values within limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

import engine
from common.sentences import Sentence

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

WHOLE: Final[Mapping[str, tuple[int, int]]] = {
    "turn": (MINUTE, 30 * DAY),
    "bank": (MINUTE, 90 * DAY),
    "increment": (0, 7 * DAY),
    "cap": (MINUTE, 90 * DAY),
    "answer": (30, 30 * DAY),
}
"""Least and most seconds of each part."""

AUTOPILOT_AFTER: Final = 3
"""Time-outs in a row before autopilot, unless the table sets another number."""
MOST_TIMEOUTS: Final = 20


class BadClock(Exception):
    """An invalid time control. `member` is the wrong part, `reason` a clause for people."""

    def __init__(self, member: str, reason: str) -> None:
        super().__init__(f"{member}: {reason}")
        self.member = member
        self.reason = reason


class Preset(NamedTuple):
    """A time control by name, with a sentence for people."""

    summary: str
    control: engine.ClockSet


def control(  # noqa: PLR0913 - the parts of a time control
    *,
    turn: int | None = None,
    bank: int | None = None,
    increment: int = 0,
    cap: int | None = None,
    answer: int | None = None,
    weekends: bool = False,
    late: Literal["lenient", "strict"] = "lenient",
    autopilot_after: int = AUTOPILOT_AFTER,
) -> engine.ClockSet:
    """Return the event that fixes a time control. All times are in seconds."""
    return engine.ClockSet(turn, bank, increment, cap, answer, weekends, late, autopilot_after)


PRESETS: Final[Mapping[str, Preset]] = {
    "blitz": Preset("Five minutes for everything, ten seconds more after each turn.", control(bank=300, increment=10)),
    "live": Preset("Three minutes a turn, one to answer a challenge.", control(turn=3 * MINUTE, answer=MINUTE)),
    "evening": Preset("One hour a turn.", control(turn=HOUR)),
    "half_day": Preset("Twelve hours a turn.", control(turn=12 * HOUR)),
    "day": Preset("One day a turn.", control(turn=DAY)),
    "three_days": Preset("Three days a turn.", control(turn=3 * DAY)),
    "week": Preset("One week a turn.", control(turn=7 * DAY)),
    "workdays": Preset("Two days a turn; weekends do not count.", control(turn=2 * DAY, weekends=True)),
    "bank": Preset(
        "Three days for everything, twelve hours more after each turn, never more than a week.",
        control(bank=3 * DAY, increment=12 * HOUR, cap=7 * DAY),
    ),
    "day_and_bank": Preset("One day a turn, and five days in reserve.", control(turn=DAY, bank=5 * DAY)),
}
"""The presets that suit most tables."""
_NAMES: Final = {preset.control: name for name, preset in PRESETS.items()}


def preset_of(wanted: engine.ClockSet) -> str | None:
    """Return the name of the preset with this time control; None if there is none."""
    return _NAMES.get(wanted)


def check(wanted: engine.ClockSet) -> engine.ClockSet:
    """Return the same time control if it is valid. Raises `BadClock`."""
    if wanted.turn is None and wanted.bank is None:
        raise BadClock("turn", "there must be a limit for a turn or a bank, or no clock at all")
    for member, (least, most) in WHOLE.items():
        value = getattr(wanted, member)
        if value is not None and not least <= value <= most:
            raise BadClock(member, Sentence("must be {least} to {most} seconds", least=least, most=most))
    if wanted.bank is None and (wanted.increment or wanted.cap is not None):
        raise BadClock("bank", "there must be a bank for an increment or a cap")
    if wanted.bank is not None and wanted.cap is not None and wanted.cap < wanted.bank:
        raise BadClock("cap", "must not be less than the bank")
    if wanted.bank is not None and wanted.turn is None and not wanted.increment:
        raise BadClock("increment", "a bank alone runs dry: add an increment or a limit for a turn")
    if not 1 <= wanted.autopilot_after <= MOST_TIMEOUTS:
        reason = Sentence("must be 1 to {most} time-outs in a row", most=MOST_TIMEOUTS)
        raise BadClock("autopilot_after", reason)
    if wanted.late not in {"lenient", "strict"}:
        raise BadClock("late", "must be lenient or strict")
    return wanted
