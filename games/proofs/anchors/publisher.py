"""Sends checkpoints to an outside keeper, so that we cannot revoke them: one POST each, until accepted.

They are sent in order, the oldest first, by one process at a time. The receiver must tolerate duplicates: one is sent
again if we are killed between the response and recording it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import connection

from common.outbound.answer import CallFailed
from common.outbound.client import post
from games import leases
from games.proofs.anchors import ledger
from games.proofs.anchors.builder import make

if TYPE_CHECKING:
    from datetime import date


logger = logging.getLogger(__name__)

MOST: Final = 100
"""Most checkpoints in one run."""
HEADERS: Final = {"Content-Type": "text/plain; charset=utf-8", "User-Agent": "Flipside-Anchors/1"}

OLDEST: Final = """
SELECT date, checkpoint, next_at <= service_now() FROM anchor WHERE published_at IS NULL ORDER BY date LIMIT 1
"""
# Of two processes, one of which slept past its lease, the first notes it.
PUBLISHED: Final = """
UPDATE anchor SET published_at = service_now(), attempts = attempts + 1 WHERE date = %s::date AND published_at IS NULL
"""
# The pause is a minute after the first failure, then doubles each time, up to an hour.
FAILED: Final = """
UPDATE anchor SET attempts = attempts + 1,
    next_at = service_now() + least(interval '1 minute' * (1 << least(attempts, 6)), interval '1 hour')
WHERE date = %s::date AND published_at IS NULL
"""


def publish() -> int:
    """Publish waiting checkpoints until one is rejected, and return how many were accepted.

    Each is written to the ledger first. Raises as `ledger.note`.
    """
    ledger.note()
    if not settings.ANCHOR_PUBLISH_URL:
        return 0
    taken = 0
    with leases.held(leases.Name.ANCHOR_PUBLISHING) as lease:
        while lease is not None and taken < MOST and _next():
            taken += 1
            lease.renew()
    return taken


def _next() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(OLDEST)
        row = cursor.fetchone()
    if row is None:
        return False
    day, checkpoint, is_due = row
    if not is_due:
        return False
    taken = _call(day, checkpoint)
    with connection.cursor() as cursor:
        cursor.execute(PUBLISHED if taken else FAILED, (day,))
    return taken


def _call(day: date, checkpoint: str) -> bool:
    try:
        answer = post(settings.ANCHOR_PUBLISH_URL, checkpoint.encode(), HEADERS)
    except CallFailed as failure:
        logger.warning("the anchor of %s could not be published: %s", day, failure.reason)
        return False
    if not answer.ok:
        logger.warning("the anchor of %s was not taken: status %s", day, answer.status)
    return answer.ok


def keep() -> None:
    """Make the anchor of yesterday if it is missing, and publish what is not published yet."""
    try:
        make()
    finally:
        publish()
