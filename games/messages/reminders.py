"""Ringing: reminders that have come due are told, if they still are reminders of anything.

The game is looked at again first. If the deadline has moved, its new ladder is set instead.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from django.db import transaction

from games import errors
from games.messages import ladder, story, telling, times
from games.messages.table import BY_NAME
from players import clock, preferences
from players.inbox import News
from players.models import Reminder

if TYPE_CHECKING:
    from games.messages.story import Scene

logger = logging.getLogger(__name__)

SECONDS: Final = 10.0
AGAIN: Final = timedelta(minutes=5)
"""When to try again a reminder that broke."""


def ring_due(seconds: float = SECONDS) -> int:
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
                _ring(rung)
        except Exception:
            logger.exception("reminder %s cannot be rung", rung.id)
            Reminder.objects.filter(id=rung.id).update(due_at=now + AGAIN)
        else:
            Reminder.objects.filter(id=rung.id).delete()
    return True


def _ring(rung: Reminder) -> None:
    now = clock.now()
    try:
        scene = story.scene(rung.game_id)
    except errors.GameQuarantined:
        return
    if scene is None or scene.header.is_quarantined:
        return  # when a game on hold goes on, its deadline moves, and the ladder is set anew
    if scene.header.deadline_at != rung.deadline_at or rung.deadline_at <= now:
        # Not under the lock of this row, which a plan that is under way may wait for.
        transaction.on_commit(partial(ladder.plan, rung.game_id))
        return
    still_his = scene.must_act(scene.header.seat_of(rung.player_id))
    if still_his and rung.seconds in preferences.of(rung.player_id).reminders:
        telling.write([_news(rung, scene)], rung.deadline_at)


def _news(rung: Reminder, scene: Scene) -> News:
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
            "decision": telling.decision(scene),
            "deadline_at": times.written(rung.deadline_at),
        },
        expires_at=rung.deadline_at,
    )
