"""The events of one command stand together: one actor, one moment, an id that comes once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.verify.findings import Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Look at the events by their command."""
    seen: dict[bytes, tuple[int, int]] = {}
    before = None
    for row in case.transcript.events:
        is_over = row.command != before and row.command in seen
        known = seen.setdefault(row.command, (row.actor, row.at))
        if known != (row.actor, row.at):
            sentence = f"Event {row.seq} names a command of somebody else or of another moment."
            raise Broken(sentence, f"actor and time {row.actor}, {row.at}; the command's are {known}", row.seq)
        if is_over:
            raise Broken(f"Event {row.seq} names a command that was over.", seq=row.seq)
        before = row.command
    return f"{len(seen):,} commands, each of one actor and one moment."
