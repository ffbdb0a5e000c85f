"""Metrics of the auditor for operators."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import Count

from common import clock
from games import models
from games.audit import rounds

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Round:
    """A round: how much was ever checked, and the longest time in seconds that something was not.

    For the log of anchors, `games` are its days and `events` its leaves.
    """

    games: int
    events: int
    unchecked: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All metrics. A round that never began is missing. `found` are faults by kind."""

    rounds: Mapping[str, Round] = field(default_factory=dict)
    found: Mapping[str, int] = field(default_factory=dict)
    quarantined: int = 0


def figures() -> Figures:
    """Return the current metrics."""
    now = clock.now()
    known: dict[str, Round] = {}
    for row in models.Round.objects.all():
        kind, unchecked = rounds.kind_of(row.name), (now - (row.since or row.begun_at)).total_seconds()
        other = known.get(kind, Round(0, 0, unchecked))
        known[kind] = Round(row.games + other.games, row.events + other.events, max(unchecked, other.unchecked))
    return Figures(
        rounds={name: known[name] for name in (rounds.MOVES, rounds.CYCLE, rounds.ANCHORS) if name in known},
        found=dict(models.Found.objects.values_list("kind").annotate(Count("id"))),
        quarantined=models.Game.objects.filter(quarantined_at__isnull=False).count(),
    )
