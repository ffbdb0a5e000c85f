"""Alerts: an ERROR line for every fault, and mails to settings.ADMINS with up to a thousand faults in each.

The names of the events in the log are stable, so that alarms can rely on them (docs/operators/operations.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.core.mail import mail_admins
from django.db.models import Min
from django.db.models.functions import Coalesce

from common import clock
from common.database import queries
from games.audit import fault_log, rounds
from games.audit.faults import LOG_OF_ANCHORS
from games.models import Round

if TYPE_CHECKING:
    from games.audit.faults import Fault

logger = structlog.stdlib.get_logger(__name__)

DAMAGED: Final = "audit_game_damaged"
MENDED: Final = "audit_game_mended"
DOUBTFUL: Final = "audit_game_doubtful"
ANCHORS: Final = "audit_anchors_damaged"
LATE: Final = "audit_cycle_late"

MAIL_EVERY: Final = 600.0
"""Seconds between two mails: a thousand damaged games make one mail of a thousand lines."""
MOST_LINES: Final = 1000

# Once a day; the heartbeat shows when.
ONCE: Final = """
INSERT INTO heartbeat (name, beat_at) VALUES (%s::text, service_now())
ON CONFLICT (name) DO UPDATE SET beat_at = EXCLUDED.beat_at
    WHERE heartbeat.beat_at < EXCLUDED.beat_at - interval '1 day' RETURNING name
"""
DAY: Final = 86_400.0


def alert(event: str, fault: Fault, what_was_done: str) -> None:
    """Log a fault and what was done about the game."""
    logger.error(
        event, game=str(fault.game_id), seq=fault.seq, kind=fault.kind, fault=fault.message, done=what_was_done
    )


def alert_anchors(day: str, fault: Fault) -> None:
    """Log a fault of the log of anchors under the anchor of a day."""
    logger.error(ANCHORS, day=day, kind=fault.kind, fault=fault.message, done="told once; nothing is quarantined")


def mail() -> int:
    """Mail to operators the faults that were not mailed yet. Returns their number."""
    if not settings.ADMINS or fault_log.told_within(MAIL_EVERY):
        return 0
    untold = fault_log.untold(MOST_LINES)
    if not untold:
        return 0
    lines = "\n".join(str(fault) for _, fault in untold)
    games = len({fault.game_id for _, fault in untold} - {LOG_OF_ANCHORS})
    places = [f"{games} games"] if games else []
    if any(fault.game_id == LOG_OF_ANCHORS for _, fault in untold):
        places.append("the log of anchors")
    try:
        mail_admins(
            f"the auditor found {len(untold)} faults in {' and '.join(places)}",
            f"{lines}\n\nWhat to do: docs/operators/operations.md, When the auditor rings.\n",
        )
    except Exception:
        logger.exception("the auditor's mail cannot be sent; it is tried again")
        return 0
    fault_log.told([number for number, _ in untold])
    return len(untold)


def alert_if_late() -> bool:
    """Log once a day that a round over everything is late. Returns whether it was logged now."""
    whole = Round.objects.exclude(name__startswith=rounds.MOVES)
    oldest = whole.aggregate(oldest=Min(Coalesce("since", "begun_at")))["oldest"]
    age = 0.0 if oldest is None else (clock.now() - oldest).total_seconds()
    if age <= settings.AUDIT_CYCLE_DAYS * DAY or not queries.rows(ONCE, LATE):
        return False
    logger.error(LATE, days=round(age / DAY, 1), allowed=settings.AUDIT_CYCLE_DAYS)
    return True
