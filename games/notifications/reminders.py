"""Schedules reminders before a deadline, as early as the player wishes, each once.

A reminder is a row until it is due; then the game is loaded again. The deadline is part of its id: when it moves, the
reminders of the old one are removed and those of the new one scheduled.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID, uuid5

from common.database.prepared import Prepared
from games.notifications import quiet_hours, snapshot
from players.notifications.deliveries import encode_json
from players.notifications.readers import load as load_readers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from games.notifications.snapshot import Snapshot
    from players.notifications.readers import Reader
    from players.preferences import Preferences

NAMESPACE: Final = UUID("7c7c4f3e-0b5c-5d0b-8f0e-5f6a3a3d9b21")
"""Namespace of the ids of reminders."""


_REPLACE: Final = Prepared("SELECT replace_reminders(%s::uuid, %s::int, %s::json)")


class PlannedReminder(NamedTuple):
    """A reminder to schedule; see `players.models.Reminder`."""

    id: UUID
    player_id: UUID
    deadline_at: datetime
    seconds: int
    due_at: datetime


def schedule(game_id: UUID) -> None:
    """Schedule the reminders of the current game, and remove all its others.

    Works for the version that was read, so that a worker with an older snapshot cannot undo the work of a later one. If
    the game has moved meanwhile, it is read again.
    """
    replaced = False
    while not replaced and (scene := snapshot.load(game_id)) is not None:
        wanted = planned(scene, load_readers(readers(scene), through=()))
        replaced = _REPLACE.one(game_id, scene.game.version, encoded(wanted)) == (True,)


def encoded(wanted: Iterable[PlannedReminder]) -> str:
    """Return these reminders as `replace_reminders` takes them."""
    return encode_json([one._asdict() for one in wanted]).decode()


def readers(scene: Snapshot) -> set[UUID]:
    """Return the players who may get a reminder: those who must act before a deadline."""
    if scene.game.deadline_at is None or scene.game.deadline_at <= scene.now:
        return set()
    return {player for seat in scene.asked if scene.must_act(seat) for player in scene.players_of(seat)}


def planned(scene: Snapshot, loaded: Mapping[UUID, Reader]) -> Iterator[PlannedReminder]:
    """Yield the reminders of the game; `loaded` has its `readers`."""
    deadline = scene.game.deadline_at
    if deadline is not None:
        for player in readers(scene):
            yield from reminders_of(player, scene.game.id, deadline, loaded[player].preferences, scene.now)


def reminders_of(
    player: UUID, game_id: UUID, deadline: datetime, wishes: Preferences, now: datetime
) -> Iterator[PlannedReminder]:
    """Yield the future reminders. If quiet hours move two to the same moment, the later one remains."""
    by_moment: dict[datetime, int] = {}
    for seconds in sorted(wishes.reminders, reverse=True):
        wanted = deadline - timedelta(seconds=seconds)
        if wanted > now:
            by_moment[quiet_hours.undisturbed(wanted, now, wishes, deadline)] = seconds
    for due_at, seconds in by_moment.items():
        reminder = uuid5(NAMESPACE, f"{player}/{game_id}/{deadline.isoformat()}/{seconds}")
        yield PlannedReminder(reminder, player, deadline, seconds, due_at)
