"""Time never runs backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compare the moment of every event with that of the one before."""
    before = 0
    for row in case.transcript.events:
        if row.at < before:
            sentence = f"Event {row.seq} was recorded before the one in front of it."
            raise Broken(sentence, f"{row.at} after {before}, in microseconds since 1970", row.seq)
        before = row.at
    minutes = (before - case.transcript.events[0].at) // 60_000_000
    unit = "minute" if minutes == 1 else "minutes"
    return f"Time never runs backwards; from the first event to the last it is {minutes:,} {unit}."
