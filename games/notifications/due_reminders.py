"""Ringing: reminders that have come due are told, if they still are reminders of anything.

The game is looked at again first. If the deadline has moved, its new ladder is set instead.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common import clock
from games import errors
from games.notifications import create, quiet_hours, reminders, snapshot
from games.notifications.kinds import BY_NAME
from players import preferences
from players.models import Reminder
from players.notifications.inbox import News

if TYPE_CHECKING:
    from datetime import datetime

    from games.notifications.snapshot import Snapshot

logger = logging.getLogger(__name__)

SECONDS: Final = 10.0
AGAIN: Final = timedelta(minutes=5)
"""After which a reminder that broke is tried again, at the earliest."""


def create_due(seconds: float = SECONDS) -> int:
    """Ring what is due until nothing is, or time is up; how many were looked at. Several may do so at once."""
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end and _ring_next():
        count += 1
    return count


def _ring_next() -> bool:
    """Ring one reminder in one transaction, so that it is told and gone, or neither; False if none is due."""
    with transaction.atomic():
        now = clock.now()
        due = Reminder.objects.select_for_update(skip_locked=True).filter(due_at__lte=now).order_by("due_at")
        rung = due.first()
        if rung is None:
            return False
        try:
            with transaction.atomic():
                done = _ring(rung)
        except Exception:
            logger.exception("reminder %s cannot be rung", rung.id)
            done = False
        if done:
            Reminder.objects.filter(id=rung.id).delete()
        else:
            Reminder.objects.filter(id=rung.id).update(due_at=now + _pause(rung, now))
    return True


def _pause(rung: Reminder, now: datetime) -> timedelta:
    """As long as the reminder is late already, so that the pauses double; before the deadline a quarter of the rest."""
    late, left = now - rung.deadline_at + timedelta(seconds=rung.seconds), rung.deadline_at - now
    return max(AGAIN, min(late, left / 4) if left > timedelta(0) else late)


def _ring(rung: Reminder) -> bool:
    """Tell the player if it still reminds of anything; False if it has to strike again unless it is replaced."""
    now = clock.now()
    try:
        scene = snapshot.load(rung.game_id)
    except errors.GameQuarantined:
        return True
    if scene is None or scene.header.is_quarantined:
        return True  # when a game on hold goes on, its deadline moves, and the ladder is set anew
    if scene.header.deadline_at != rung.deadline_at or rung.deadline_at <= now:
        # The new plan replaces this reminder. Not under the lock of its row, which a plan under way may wait for.
        transaction.on_commit(lambda: reminders.schedule(rung.game_id), robust=True)
        return False
    still_theirs = scene.must_act(scene.header.seat_of(rung.player_id))
    if still_theirs and rung.seconds in preferences.of(rung.player_id).reminders:
        create.write([_news(rung, scene)], rung.deadline_at)
    return True


def _news(rung: Reminder, scene: Snapshot) -> News:
    version = scene.header.version
    return News(
        id=rung.id,
        player_id=rung.player_id,
        kind=BY_NAME["reminder"].name,
        game_id=rung.game_id,
        seq=version,
        data={
            "you": scene.header.seat_of(rung.player_id),
            "version": version,
            "chain": scene.header.chain.hex(),
            "decision": create.decision(scene),
            "deadline_at": quiet_hours.written(rung.deadline_at),
        },
        expires_at=rung.deadline_at,
    )
