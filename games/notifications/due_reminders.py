"""Creates the notifications of due reminders that still hold.

The game is loaded again first. If the deadline has moved, its reminders are scheduled again instead.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from common import clock
from games import errors, orders
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
"""The shortest pause before a failed reminder is tried again."""
AFTER_A_MOVE: Final = timedelta(seconds=1)
"""How long after the time of a promised move a reminder is handled again."""


def create_due(seconds: float = SECONDS) -> int:
    """Handle due reminders until none is left or time is up. Returns how many. Several processes may do so at once."""
    end = time.monotonic() + seconds
    count = 0
    while time.monotonic() < end and _handle_next():
        count += 1
    return count


def _handle_next() -> bool:
    with transaction.atomic():
        now = clock.now()
        due = Reminder.objects.select_for_update(skip_locked=True).filter(due_at__lte=now).order_by("due_at")
        reminder = due.first()
        if reminder is None:
            return False
        try:
            with transaction.atomic():
                again = _handle(reminder, now)
        except Exception:
            logger.exception("reminder %s cannot be handled", reminder.id)
            again = now + _pause(reminder, now)
        if again is None:
            Reminder.objects.filter(id=reminder.id).delete()
        else:
            Reminder.objects.filter(id=reminder.id).update(due_at=again)
    return True


def _pause(reminder: Reminder, now: datetime) -> timedelta:
    """Return a pause as long as the reminder is late, so that pauses double; at most a quarter of the time left."""
    late, left = now - reminder.deadline_at + timedelta(seconds=reminder.seconds), reminder.deadline_at - now
    return max(AGAIN, min(late, left / 4) if left > timedelta(0) else late)


def _handle(reminder: Reminder, now: datetime) -> datetime | None:
    """Create the notification if the reminder still holds. Returns the time at which it is to be handled again."""
    try:
        scene = snapshot.load(reminder.game_id)
    except errors.GameQuarantined:
        return None
    if scene is None or scene.game.is_quarantined:
        return None  # when the quarantine ends, the deadline moves and reminders are scheduled again
    if scene.game.deadline_at != reminder.deadline_at or reminder.deadline_at <= now:
        # The new plan replaces this reminder. It runs after the commit, because a running plan may wait for the lock
        # of this row.
        transaction.on_commit(lambda: reminders.schedule(reminder.game_id), robust=True)
        return now + _pause(reminder, now)
    seat = scene.game.seat_played_by(reminder.player_id)
    if seat is None or not scene.must_act(seat) or not _is_wanted(reminder):
        return None
    promised = orders.promised_at(scene.game, scene.table, seat)
    if promised is not None:
        # The service moves for them then; if it does not, they still have to be reminded.
        return max(promised, now) + AFTER_A_MOVE
    create.write([_news(reminder, scene)], reminder.deadline_at)
    return None


def _is_wanted(reminder: Reminder) -> bool:
    return reminder.seconds in preferences.of(reminder.player_id).reminders


def _news(reminder: Reminder, scene: Snapshot) -> News:
    version = scene.game.version
    return News(
        id=reminder.id,
        player_id=reminder.player_id,
        kind=BY_NAME["reminder"].name,
        game_id=reminder.game_id,
        seq=version,
        data={
            "you": scene.game.seat_played_by(reminder.player_id),
            "version": version,
            "chain": scene.game.chain.hex(),
            "decision": create.decision(scene),
            "deadline_at": quiet_hours.written(reminder.deadline_at),
        },
        expires_at=reminder.deadline_at,
    )
