"""Rounds of the auditor: they continue where they stopped, whichever process was killed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import F, Q

from common.clock import ServiceNow
from games.models import Round

if TYPE_CHECKING:
    from django.db.models import QuerySet

MOVES: Final = "moves"
"""The round over moved games."""
CYCLE: Final = "cycle"
"""The round over everything, from the first event on."""
ANCHORS: Final = "anchors"
"""The round over the log of anchors."""

START: Final = UUID(int=0)
"""The cursor of a round that has not checked anything."""


def cursor(name: str) -> UUID:
    """Return the game, or place in the log of anchors, that the round has reached. Begins the first round."""
    _begin(name)
    return _round(name).values_list("cursor", flat=True).get()


def advance(name: str, to: UUID, games: int, events: int) -> None:
    """Record the game or place that the round has reached, and add to its games and events, or days and leaves."""
    _round(name).update(cursor=to, games=F("games") + games, events=F("events") + events)


def restart(name: str) -> None:
    """Restart the round."""
    _begin(name)
    _round(name).update(begun_at=ServiceNow(), cursor=START)


def complete(name: str) -> None:
    """Complete the round and begin the next one, which covers what happens from now on."""
    _round(name).update(since=F("begun_at"), ended_at=ServiceNow(), begun_at=ServiceNow(), cursor=START)


def is_due(name: str, rest: float) -> bool:
    """Return whether the round is under way, or the last one ended `rest` seconds ago or more."""
    rested = Q(ended_at=None) | Q(ended_at__lt=ServiceNow() - timedelta(seconds=rest))
    return _round(name).filter(rested | ~Q(cursor=START)).exists()


def _begin(name: str) -> None:
    Round.objects.bulk_create([Round(name=name, begun_at=ServiceNow())], ignore_conflicts=True)


def _round(name: str) -> QuerySet[Round]:
    return Round.objects.filter(name=name)
