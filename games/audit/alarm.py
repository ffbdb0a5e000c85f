"""Ringing: a line at ERROR for every fault, and mails to settings.ADMINS, a few faults or hundreds in each.

The names of the events in the log are stable, so that alarms can hang on them (docs/operators/operations.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.core.mail import mail_admins

from common.database import queries
from games.audit import book
from games.audit.faults import LOG_OF_ANCHORS

if TYPE_CHECKING:
    from games.audit.faults import Fault

logger = structlog.stdlib.get_logger(__name__)

DAMAGED: Final = "watch_game_damaged"
MENDED: Final = "watch_game_mended"
TOLD: Final = "watch_game_doubtful"
ANCHORS: Final = "watch_anchors_damaged"
LATE: Final = "watch_cycle_late"

MAIL_EVERY: Final = 600.0
"""Seconds between two mails: whoever damages a thousand games gets a mail of a thousand lines."""
MOST_LINES: Final = 1000

OLD_CYCLE: Final = """
SELECT extract(epoch FROM service_now() - coalesce(since, begun_at))::float8 FROM audit_round
WHERE name IN ('cycle', 'anchors')
"""
# Once a day; the heartbeat shows when.
ONCE: Final = """
INSERT INTO heartbeat (name, beat_at) VALUES (%s::text, service_now())
ON CONFLICT (name) DO UPDATE SET beat_at = EXCLUDED.beat_at
    WHERE heartbeat.beat_at < EXCLUDED.beat_at - interval '1 day' RETURNING name
"""
DAY: Final = 86_400.0


def ring(event: str, fault: Fault, what_was_done: str) -> None:
    """Say aloud that a fault was found, and what became of the game."""
    logger.error(
        event, game=str(fault.game_id), seq=fault.seq, kind=fault.kind, fault=fault.message, done=what_was_done
    )


def ring_anchors(day: str, fault: Fault) -> None:
    """Say aloud that the log of anchors has a fault under the anchor of a day."""
    logger.error(ANCHORS, day=day, kind=fault.kind, fault=fault.message, done="told once; nothing is put on hold")


def mail() -> int:
    """Tell operators by mail what they were not told yet; how many faults."""
    if not settings.ADMINS or book.told_within(MAIL_EVERY):
        return 0
    untold = book.untold(MOST_LINES)
    if not untold:
        return 0
    lines = "\n".join(str(fault) for _, fault in untold)
    games = len({fault.game_id for _, fault in untold} - {LOG_OF_ANCHORS})
    places = [f"{games} games"] if games else []
    if any(fault.game_id == LOG_OF_ANCHORS for _, fault in untold):
        places.append("the log of anchors")
    try:
        mail_admins(
            f"the watchman found {len(untold)} faults in {' and '.join(places)}",
            f"{lines}\n\nWhat to do: docs/operators/operations.md, When the watchman rings.\n",
        )
    except Exception:
        logger.exception("the watchman's mail cannot be sent; it is tried again")
        return 0
    book.told([number for number, _ in untold])
    return len(untold)


def ring_if_late() -> bool:
    """Say once a day that a round over all there is does not get on; whether that was said now."""
    age = max((row[0] for row in queries.rows(OLD_CYCLE)), default=0.0)
    if age <= settings.WATCH_CYCLE_DAYS * DAY or not queries.rows(ONCE, LATE):
        return False
    logger.error(LATE, days=round(age / DAY, 1), allowed=settings.WATCH_CYCLE_DAYS)
    return True
