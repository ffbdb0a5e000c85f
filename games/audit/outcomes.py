"""Outcomes of a check: a mark, a repair of derived data, or quarantine until an operator acts.

If the log is sound and only derived data is wrong, that is rebuilt and the game continues: no player loses anything,
and stopping the match would do more harm. Operators are alerted all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings

from games.audit import alerts, anchored_heads, check, derived, fault_log, marks
from games.audit.faults import MENDED
from games.store import quarantine

if TYPE_CHECKING:
    from uuid import UUID

    from games.audit.check import Finding
    from games.audit.faults import Fault

HOUR: Final = 3600.0


def apply(game_id: UUID, finding: Finding, *, walked: bool, had_faults: bool) -> None:
    """Act on a finding. `walked`: all of the log was read. `had_faults`: the game has open faults."""
    fault, place = finding.fault, finding.place
    if fault is not None and fault.is_damage:
        _quarantine(fault)
        return
    if finding.doubt is not None and fault_log.enter(finding.doubt, fault_log.ACCEPTED):
        alerts.alert(alerts.DOUBTFUL, finding.doubt, "told once; the game goes on")
    if place is None:
        _report(fault)
        return
    if fault is not None and fault.kind in MENDED:
        derived.mend(game_id, place)
        fault_log.enter(fault, fault_log.MENDED)
        alerts.alert(alerts.MENDED, fault, "made anew from the log; the game goes on")
    elif fault is not None:
        fault_log.enter(fault, fault_log.MENDED)
        alerts.alert(alerts.DOUBTFUL, fault, "checked from its first event and marked anew; the game goes on")
    elif had_faults and not quarantine.among([game_id]):
        fault_log.close(game_id)
    marks.write(game_id, place, walked=walked)


def look_again(game_id: UUID) -> Finding:
    """Check all of a game that is to continue. Wrong derived data is rebuilt."""
    finding = check.whole(game_id, anchored_heads.anchored(game_id))
    if finding.fault is None or finding.place is None or finding.fault.kind not in MENDED:
        return finding
    derived.mend(game_id, finding.place)
    return check.whole(game_id, anchored_heads.anchored(game_id))


def accept(game_id: UUID, finding: Finding) -> None:
    """Accept a game as it was found: its log counts from now on, and a remaining fault is not alerted again."""
    if finding.fault is None:
        fault_log.close(game_id)
    else:
        fault_log.enter(finding.fault, fault_log.ACCEPTED)
        fault_log.close(game_id, fault_log.ACCEPTED)
    if finding.place is not None:
        marks.write(game_id, finding.place, walked=True)


def _quarantine(fault: Fault) -> None:
    is_new = fault_log.enter(fault, fault_log.OPEN)
    if not is_new and fault_log.is_accepted(fault):
        return
    if quarantine.added_within(HOUR) >= settings.AUDIT_QUARANTINES:
        done = "NOT quarantined: so many at once look like a fault of the installation, see operations.md"
    elif quarantine.add(fault.game_id, str(fault)):
        done = "quarantined"
    else:
        done = "nothing to be quarantined, or quarantined already"
    if is_new:
        alerts.alert(alerts.DAMAGED, fault, done)


def _report(fault: Fault | None) -> None:
    if fault is not None and fault_log.enter(fault, fault_log.OPEN):
        alerts.alert(alerts.DOUBTFUL, fault, "not checked any further; the game goes on")
