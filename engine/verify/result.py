"""The line of the end says what the last event says, and nothing comes after the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import MatchEnded
from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Compare seed, cause, winners and ranks."""
    end, last, seq = case.transcript.end, case.events[-1], len(case.events)
    if not isinstance(last, MatchEnded):
        raise Broken("The last event does not end the match.", type(last).__name__, seq)
    said = end.winners, end.ranks, end.seed.hex(), end.cause
    if said != tuple(last):
        members = [pair for pair in zip(last._fields, said, last, strict=True) if pair[1] != pair[2]]
        detail = "; ".join(f"{name}: {there} there, {here} in event {seq}" for name, there, here in members)
        raise Broken("The line of the end does not say what the last event says.", detail, seq)
    winners = ", ".join(f"seat {seat}" for seat in last.winners) or "nobody"
    return f"The match ended by {last.cause}; won by {winners}."
