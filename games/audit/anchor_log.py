"""Audits the log of anchors step by step, because it grows for ever.

A fault in it is recorded and alerted once for each anchor. It quarantines nothing: the content of games is not in
this log, and a leaf that is not a head of its game is found at that game.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final
from uuid import UUID

from games.audit import alerts, fault_log
from games.audit.faults import LOG_OF_ANCHORS, Fault
from games.proofs import anchors

if TYPE_CHECKING:
    from games.proofs.anchors import Reached, Step

STEP: Final = 512
"""Leaves checked in one step, which takes about a hundredth of a second."""
KIND: Final = "anchor"
_DAY: Final = 8


def look(at: Reached) -> Step | None:
    """Take a step along the log; None at its end. A reported fault was found twice in a row."""
    found = anchors.step(at, STEP)
    return found if found is None or found.wrong is None else anchors.step(at, STEP)


def report(found: Step) -> None:
    """Record and alert a fault of an anchor. If a whole anchor is sound, its recorded faults are closed."""
    day = _number(found.day)
    if found.wrong is None:
        if found.is_whole:
            fault_log.close_day(day)
        return
    fault = Fault(LOG_OF_ANCHORS, day, KIND, found.wrong)
    if fault_log.enter(fault, fault_log.OPEN):
        alerts.alert_anchors(str(found.day), fault)


def place_of(cursor: UUID) -> Reached:
    """Return the place that a cursor of the auditor's rounds encodes."""
    day, place = cursor.hex[:_DAY], cursor.hex[_DAY:]
    return anchors.Reached(date.fromisoformat(day) if int(day) else None, int(place))


def cursor_of(at: Reached) -> UUID:
    """Return a place as a cursor that people can read: its first eight digits are the day, the others the leaf."""
    return UUID(f"{0 if at.day is None else _number(at.day):08d}{at.place:024d}")


def _number(day: date) -> int:
    return int(f"{day:%Y%m%d}")
