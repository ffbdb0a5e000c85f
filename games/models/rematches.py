"""Rematches and series of matches. They name seats, never players: who sits there, the games know."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Rematch(models.Model):
    """The offer to play a match again, and the match that followed. No behaviour here; see `games.rematches`.

    `accepted` and `declined` are the seats that have answered, seat n as bit n.
    """

    # The match that is over.
    game_id = models.UUIDField(primary_key=True, editable=False)
    best_of = models.SmallIntegerField()
    fill = models.CharField(max_length=8)
    accepted = models.SmallIntegerField(default=0)
    declined = models.SmallIntegerField(default=0)
    # The seat that has offered it; NULL: the series goes on.
    offered_by = models.SmallIntegerField(null=True)
    offered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # The match that followed; NULL: none yet.
    next_id = models.UUIDField(null=True)

    class Meta:
        db_table = "rematch"
        indexes: ClassVar[list[models.Index]] = [
            # The offers that came to nothing, which are deleted after some time.
            models.Index("expires_at", condition=Q(next_id__isnull=True), name="rematch_by_end"),
        ]

    def __str__(self) -> str:
        return f"rematch of {self.game_id}"


class Series(models.Model):
    """A series of matches between the same seats. No behaviour here; see `games.rematches`."""

    id = models.UUIDField(primary_key=True, editable=False)
    best_of = models.SmallIntegerField()
    fill = models.CharField(max_length=8)
    # The latest match.
    game_id = models.UUIDField()
    # The matches that are over: id, winners, ranks by seat.
    results = models.JSONField(default=list)
    begun_at = models.DateTimeField()
    # When the next match begins; NULL: one is under way, or the series is over.
    next_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # decided, stopped, aborted; empty while it runs.
    cause = models.CharField(max_length=8, blank=True, default="")

    class Meta:
        db_table = "series"
        verbose_name_plural = "series"
        indexes: ClassVar[list[models.Index]] = [
            # The series that the sweep looks at, by their latest match.
            models.Index("game_id", condition=Q(ended_at__isnull=True), name="series_running"),
        ]

    def __str__(self) -> str:
        return str(self.id)
