"""A match that began in the middle of another one began as that one stood (SPEC 3.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.branch import NotBranchable, branch
from engine.codec import decode_event
from engine.notation.chosen_positions import NOWHERE
from engine.transcript.writing import uuid_text
from engine.verify.decoding import stored
from engine.verify.findings import Absent, Broken, Unchecked

if TYPE_CHECKING:
    from engine.events import PositionSet
    from engine.transcript import Transcript
    from engine.verify.case import Case


def check(case: Case) -> str:
    """Set up the position again; the other match itself is checked separately."""
    position = case.position
    if position is None:
        raise Absent("The match began with a deal, not in the middle of another one.")
    if position.origin == NOWHERE:
        raise Unchecked("It is a match of a sandbox: it began at a position that somebody chose, which nobody dealt.")
    for origin in case.origins:
        if uuid_text(origin.header.game) == position.origin:
            _compare(case, position, origin)
            return f"It goes on as match {position.origin} stood after event {position.at}."
    sentence = f"It goes on from event {position.at} of match {position.origin}: give its transcript (--origin)."
    if case.origins:
        given = ", ".join(uuid_text(origin.header.game) for origin in case.origins)
        sentence += f" What was given is of another match: {given}."
    raise Unchecked(sentence)


def _compare(case: Case, position: PositionSet, origin: Transcript) -> None:
    events = [decode_event(*stored(row)) for row in origin.events]
    sentence = f"The match did not begin as match {position.origin} stood after event {position.at}."
    if events[0] != case.created._replace(commitment=getattr(events[0], "commitment", "")):
        raise Broken(sentence, "options or seats are others", 1)
    seat = None if position.future == "same" else position.seat
    try:
        due = branch(events, position.at, origin=position.origin, future=position.future, seat=seat or 0)
    except NotBranchable as refusal:
        raise Broken(sentence, str(refusal)) from None
    if due != position:
        raise Broken(sentence, f"the position should be {due}, it is {position}")
