"""Time never runs backwards, and no time-out was recorded before the moment it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import TimedOut
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compare the moment of every event with that of the one before, and of time-outs with what they say."""
    before = 0
    for row in case.transcript.events:
        if row.at < before:
            sentence = f"Event {row.seq} was recorded before the one in front of it."
            raise Broken(sentence, f"{row.at} after {before}, in microseconds since 1970", row.seq)
        before = row.at
    for row, event in zip(case.transcript.events, case.decoded or (), strict=False):
        if isinstance(event, TimedOut) and row.at < event.due_at:
            sentence = f"In event {row.seq} time ran out before it was over."
            raise Broken(sentence, f"{row.at}, and it was over at {event.due_at}", row.seq)
    minutes = (before - case.transcript.events[0].at) // 60_000_000
    unit = "minute" if minutes == 1 else "minutes"
    return f"Time never runs backwards; from the first event to the last it is {minutes:,} {unit}."
