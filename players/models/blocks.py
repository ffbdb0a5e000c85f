"""Players whom others have blocked."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from common.clock import ServiceNow


class Block(models.Model):
    """A player has blocked another one, who is not told. No behaviour here; see `players.blocks`."""

    pk = models.CompositePrimaryKey("blocker_id", "blocked_id")
    blocker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    created_at = models.DateTimeField(db_default=ServiceNow())
    # When the blocked player last nudged the other one, by game. Nobody got these nudges; they count for the limit.
    nudges = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="players_block_of_another"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["blocked"], name="players_block_blocked")]

    def __str__(self) -> str:
        return f"{self.blocker_id} has blocked {self.blocked_id}"
