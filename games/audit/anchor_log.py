"""The log of anchors under the auditor's eyes: a step at a time, as it grows for ever.

A fault in it is entered and rings, once for each anchor, and quarantines nothing: what games hold is not in it, and a
leaf that is no head of its game shows at that game.
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
"""Leaves looked at in one step, which takes about a hundredth of a second."""
KIND: Final = "anchor"
_DAY: Final = 8


def look(at: Reached) -> Step | None:
    """A step along the log; None at its end. What is wrong was found twice in a row."""
    found = anchors.step(at, STEP)
    return found if found is None or found.wrong is None else anchors.step(at, STEP)


def report(found: Step) -> None:
    """Enter what is wrong with an anchor and ring for it; where a whole one is sound, its fault is gone."""
    day = _number(found.day)
    if found.wrong is None:
        if found.is_whole:
            fault_log.close_day(day)
        return
    fault = Fault(LOG_OF_ANCHORS, day, KIND, found.wrong)
    if fault_log.enter(fault, fault_log.OPEN):
        alerts.alert_anchors(str(found.day), fault)


def place_of(cursor: UUID) -> Reached:
    """The place that a cursor of the auditor's rounds stands for."""
    day, place = cursor.hex[:_DAY], cursor.hex[_DAY:]
    return anchors.Reached(date.fromisoformat(day) if int(day) else None, int(place))


def cursor_of(at: Reached) -> UUID:
    """A place as a cursor, to be read by people: its first eight digits are the day, the others the leaf."""
    return UUID(f"{0 if at.day is None else _number(at.day):08d}{at.place:024d}")


def _number(day: date) -> int:
    return int(f"{day:%Y%m%d}")
