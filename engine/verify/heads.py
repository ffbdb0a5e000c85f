"""Heads that were noted during play lie on the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.proof.chain import genesis
from engine.verify.findings import Absent, Broken

if TYPE_CHECKING:
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Look up each noted head."""
    if not case.heads:
        raise Absent("You have given no head that you noted during play (--head).")
    events = case.transcript.events
    for version, noted in case.heads:
        if version > len(events):
            sentence = f"You noted a head at event {version}, but the match ends at {len(events)}: events are missing."
            raise Broken(sentence, f"noted: {noted.hex()}")
        found = events[version - 1].chain if version else genesis(case.transcript.header.game)
        if found != noted:
            sentence = f"The head you noted at event {version} is another one: this is not the match that you saw."
            raise Broken(sentence, f"noted {noted.hex()}, the file says {found.hex()}", version)
    return f"{len(case.heads)} heads that you noted lie on the chain."
