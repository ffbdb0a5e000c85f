"""Quarantine: no command changes a game whose log is in doubt. Other games are not affected.

This module only writes the columns; `submit`, the sweep and the messages check them (operations.md). A command that
was under way when the game was quarantined may still be appended.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from common.clock import ServiceNow
from common.database import queries
from games.models import Game
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

LIFT: Final = """
UPDATE game g SET quarantined_at = NULL, quarantine = ''
FROM (SELECT id, quarantined_at FROM game WHERE id = %s::uuid AND quarantined_at IS NOT NULL FOR UPDATE) held
WHERE g.id = held.id RETURNING held.quarantined_at, service_now()
"""


class Entry(NamedTuple):
    """A quarantined game, with the time and the reason."""

    game_id: UUID
    since: datetime
    reason: str
    status: Status
    version: int


class Lifted(NamedTuple):
    """The time that a game was quarantined."""

    since: datetime
    until: datetime


def add(game_id: UUID, reason: str) -> bool:
    """Quarantine a game. Returns False if it is quarantined already or does not exist."""
    sound = Game.objects.filter(id=game_id, quarantined_at=None)
    return bool(sound.update(quarantined_at=ServiceNow(), quarantine=reason))


def lift(game_id: UUID) -> Lifted | None:
    """End the quarantine; None if there was none. For `services.unquarantine`, which gives the time back."""
    return next((Lifted(*row) for row in queries.rows(LIFT, game_id)), None)


def entries() -> list[Entry]:
    """Return all quarantined games, the longest first."""
    games = _quarantined().order_by("quarantined_at", "id")
    return [
        Entry(game.id, game.quarantined_at, game.quarantine, Status(game.status), game.version)
        for game in games.only("quarantined_at", "quarantine", "status", "version")
        if game.quarantined_at is not None
    ]


def among(game_ids: Iterable[UUID]) -> set[UUID]:
    """Return those of these games that are quarantined."""
    return set(_quarantined().filter(id__in=list(game_ids)).values_list("id", flat=True))


def added_within(seconds: float) -> int:
    """Return the number of games quarantined in the last `seconds`."""
    return _quarantined().filter(quarantined_at__gt=ServiceNow() - timedelta(seconds=seconds)).count()


def _quarantined() -> QuerySet[Game]:
    return Game.objects.filter(quarantined_at__isnull=False)
