"""The table of vacations. No behaviour here; see `vacations`."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from players.models.player import Player


class Vacation(models.Model):
    """A period in which the clocks of a player stand still; see `vacations`, its only writer."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations", db_index=False)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    # NULL: all games. There is no foreign key: games have tables of their own.
    games = ArrayField(models.UUIDField(), null=True, blank=True)
    # When it ended or was cancelled; NULL: it is planned or running.
    ended_at = models.DateTimeField(null=True, blank=True)
    # Counts the changes, so that a worker notices one that is made while it carries out the one before.
    revision = models.IntegerField(default=1)
    # When a worker handles it next; NULL: never again.
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(ended_at__isnull=True), name="players_vacation_one_open"
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")), name="players_vacation_order"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-starts_at"], name="players_vacation_by_player"),
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="players_vacation_due"),
        ]

    def __str__(self) -> str:
        return f"vacation of {self.player_id} from {self.starts_at:%Y-%m-%d}"
