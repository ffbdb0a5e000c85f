"""What becomes of a game that was looked at: a mark, something made anew, or a rest until an operator has looked.

Where the log is whole and only what follows from it is wrong, that is made anew and the game goes on: the log is the
truth, nobody loses anything, and to stop the match would make harm out of harmless damage. It rings all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings

from games import quarantine
from games.audit import alarm, book, checking, derived, marks, noting
from games.audit.faults import MENDED

if TYPE_CHECKING:
    from uuid import UUID

    from games.audit.checking import Finding
    from games.audit.faults import Fault

HOUR: Final = 3600.0


def deal(game_id: UUID, finding: Finding, *, walked: bool, had_faults: bool) -> None:
    """Do what a look at a game calls for. `walked`: all of its log was read; `had_faults`: it has open ones."""
    fault, place = finding.fault, finding.place
    if fault is not None and fault.is_damage:
        _hold(fault)
        return
    if finding.doubt is not None and book.enter(finding.doubt, book.ACCEPTED):
        alarm.ring(alarm.TOLD, finding.doubt, "told once; the game goes on")
    if place is None:
        _tell(fault)
        return
    if fault is not None and fault.kind in MENDED:
        derived.mend(game_id, place)
        book.enter(fault, book.MENDED)
        alarm.ring(alarm.MENDED, fault, "made anew from the log; the game goes on")
    elif fault is not None:
        book.enter(fault, book.MENDED)
        alarm.ring(alarm.TOLD, fault, "checked from its first event and marked anew; the game goes on")
    elif had_faults and not quarantine.among([game_id]):
        book.close(game_id)
    marks.write(game_id, place, walked=walked)


def look_again(game_id: UUID) -> Finding:
    """Look at all of a game that is to go on; what follows from its log is made anew if it is wrong."""
    finding = checking.whole(game_id, noting.anchored(game_id))
    if finding.fault is None or finding.place is None or finding.fault.kind not in MENDED:
        return finding
    derived.mend(game_id, finding.place)
    return checking.whole(game_id, noting.anchored(game_id))


def accept(game_id: UUID, finding: Finding) -> None:
    """A game goes on as it was found: its log counts from now on, and a fault that is left rings no more."""
    if finding.fault is None:
        book.close(game_id)
    else:
        book.enter(finding.fault, book.ACCEPTED)
        book.close(game_id, book.ACCEPTED)
    if finding.place is not None:
        marks.write(game_id, finding.place, walked=True)


def _hold(fault: Fault) -> None:
    is_new = book.enter(fault, book.OPEN)
    if not is_new and book.is_accepted(fault):
        return
    if quarantine.held_within(HOUR) >= settings.WATCH_QUARANTINES:
        done = "NOT put on hold: so many at once look like a fault of the installation, see operations.md"
    elif quarantine.hold(fault.game_id, str(fault)):
        done = "put on hold"
    else:
        done = "nothing to be put on hold, or on hold already"
    if is_new:
        alarm.ring(alarm.DAMAGED, fault, done)


def _tell(fault: Fault | None) -> None:
    if fault is not None and book.enter(fault, book.OPEN):
        alarm.ring(alarm.TOLD, fault, "not checked any further; the game goes on")
