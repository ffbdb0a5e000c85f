"""Schedules reminders before a deadline, as early as the player wishes, each once.

A reminder is a row until it is due; then the game is loaded again. The deadline is part of its id: when it moves, the
reminders of the old one are removed and those of the new one scheduled.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

from common import clock
from common.database.advisory_locks import hold_until_commit
from games.notifications import quiet_hours, snapshot
from players import preferences
from players.models import Reminder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from games.notifications.snapshot import Snapshot
    from players.preferences import Preferences

NAMESPACE: Final = UUID("7c7c4f3e-0b5c-5d0b-8f0e-5f6a3a3d9b21")
"""Namespace of the ids of reminders."""


def schedule(game_id: UUID) -> None:
    """Schedule the reminders of the current game, and remove all its others.

    Runs under a lock of the game, so that a worker with an older snapshot cannot undo the work of a later one.
    """
    with transaction.atomic():
        hold_until_commit(int.from_bytes(game_id.bytes[:8], signed=True))
        scene = snapshot.load(game_id)
        wanted = {} if scene is None else {one.id: one for one in _reminders(scene, clock.now())}
        Reminder.objects.filter(game_id=game_id).exclude(id__in=wanted).delete()
        Reminder.objects.bulk_create(
            wanted.values(), update_conflicts=True, unique_fields=["id"], update_fields=["due_at"]
        )


def is_needed(scene: Snapshot) -> bool:
    """Return whether there are reminders to schedule or to remove."""
    return scene.game.deadline_at is not None or Reminder.objects.filter(game_id=scene.game.id).exists()


def _reminders(scene: Snapshot, now: datetime) -> Iterator[Reminder]:
    deadline = scene.game.deadline_at
    seats = [seat for seat in scene.asked if scene.must_act(seat) and seat in scene.people]
    if deadline is None or deadline <= now or not seats:
        return
    for player in {scene.people[seat] for seat in seats}:
        yield from reminders_of(player, scene.game.id, deadline, preferences.of(player), now)


def reminders_of(
    player: UUID, game_id: UUID, deadline: datetime, wishes: Preferences, now: datetime
) -> Iterator[Reminder]:
    """Yield the future reminders. If quiet hours move two to the same moment, the later one remains."""
    by_moment: dict[datetime, int] = {}
    for seconds in sorted(wishes.reminders, reverse=True):
        wanted = deadline - timedelta(seconds=seconds)
        if wanted > now:
            by_moment[quiet_hours.undisturbed(wanted, now, wishes, deadline)] = seconds
    for due_at, seconds in by_moment.items():
        yield Reminder(
            id=uuid5(NAMESPACE, f"{player}/{game_id}/{deadline.isoformat()}/{seconds}"),
            player_id=player,
            game_id=game_id,
            deadline_at=deadline,
            seconds=seconds,
            due_at=due_at,
        )
