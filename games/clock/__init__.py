"""The clock of a game: a pure function of its log, and of the time each event was recorded at.

It uses no database and no "now": times come in with the events, as integers, microseconds since 1970 in UTC.
`control` defines time controls, `fold` computes the used time, `intervals` counts time with pauses in it, `explain`
derives a deadline step by step.
"""

from games.clock.control import DAY, HOUR, PRESETS, BadClock, check, preset_of
from games.clock.explain import Step, explain
from games.clock.fold import (
    Clock,
    Deadline,
    Pause,
    advance,
    allowance,
    deadline,
    deadlines,
    decode,
    encode,
    is_present,
    pauses_of,
    weekend_offset,
)
from games.clock.intervals import active
from games.clock.micros import SECOND, as_time, micros

__all__ = [
    "DAY",
    "HOUR",
    "PRESETS",
    "SECOND",
    "BadClock",
    "Clock",
    "Deadline",
    "Pause",
    "Step",
    "active",
    "advance",
    "allowance",
    "as_time",
    "check",
    "deadline",
    "deadlines",
    "decode",
    "encode",
    "explain",
    "is_present",
    "micros",
    "pauses_of",
    "preset_of",
    "weekend_offset",
]
