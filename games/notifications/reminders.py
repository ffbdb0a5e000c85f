"""Schedules reminders before a deadline, as early as the player wishes, each once.

A reminder is a row until it is due; then the game is loaded again. The deadline is part of its id: when it moves, the
reminders of the old one are removed and those of the new one scheduled.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

from common.database import queries
from games.notifications import quiet_hours, snapshot
from players.models import Reminder
from players.notifications.readers import load as load_readers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from games.notifications.snapshot import Snapshot
    from players.notifications.readers import Reader
    from players.preferences import Preferences

NAMESPACE: Final = UUID("7c7c4f3e-0b5c-5d0b-8f0e-5f6a3a3d9b21")
"""Namespace of the ids of reminders."""


# Nothing unless the game still has that version, which it then keeps until the transaction ends. The answer says
# whether it has.
_REPLACE: Final = """
    WITH same AS (SELECT FROM game WHERE id = %s::uuid AND version = %s::int FOR NO KEY UPDATE),
    wanted AS (
        SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::int[], %s::timestamptz[])
            AS w (id, player_id, deadline_at, seconds, due_at) WHERE EXISTS (SELECT FROM same)),
    gone AS (
        DELETE FROM players_reminder r WHERE r.game_id = %s::uuid AND EXISTS (SELECT FROM same)
            AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = r.id)),
    added AS (
        INSERT INTO players_reminder (id, player_id, game_id, deadline_at, seconds, due_at)
        SELECT w.id, w.player_id, %s::uuid, w.deadline_at, w.seconds, w.due_at FROM wanted w
        ON CONFLICT (id) DO UPDATE SET due_at = EXCLUDED.due_at)
    SELECT EXISTS (SELECT FROM same)
"""


def schedule(game_id: UUID) -> None:
    """Schedule the reminders of the current game, and remove all its others."""
    scene = snapshot.load(game_id)
    if scene is not None:
        with transaction.atomic():
            schedule_for(scene, load_readers(readers(scene), through=()))


def schedule_for(scene: Snapshot, loaded: Mapping[UUID, Reader]) -> None:
    """Do as `schedule`, inside a transaction, with a snapshot and its `readers`.

    Locks the game, and works for its current version only, so that a worker with an older snapshot cannot undo the work
    of a later one.
    """
    game_id = scene.game.id
    while not _replace(game_id, scene.game.version, list(_reminders(scene, loaded))):
        found = snapshot.load(game_id)
        if found is None:
            return
        scene, loaded = found, load_readers(readers(found), through=())


def _replace(game_id: UUID, version: int, wanted: Sequence[Reminder]) -> bool:
    ((replaced,),) = queries.prepared(
        _REPLACE,
        game_id,
        version,
        [one.id for one in wanted],
        [one.player_id for one in wanted],
        [one.deadline_at for one in wanted],
        [one.seconds for one in wanted],
        [one.due_at for one in wanted],
        game_id,
        game_id,
    )
    return bool(replaced)


def readers(scene: Snapshot) -> set[UUID]:
    """Return the players who may get a reminder: those who must act before a deadline."""
    if scene.game.deadline_at is None or scene.game.deadline_at <= scene.now:
        return set()
    return {scene.people[seat] for seat in scene.asked if scene.must_act(seat) and seat in scene.people}


def _reminders(scene: Snapshot, loaded: Mapping[UUID, Reader]) -> Iterator[Reminder]:
    deadline = scene.game.deadline_at
    if deadline is not None:
        for player in readers(scene):
            yield from reminders_of(player, scene.game.id, deadline, loaded[player].preferences, scene.now)


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
