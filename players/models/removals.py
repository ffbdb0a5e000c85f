"""Players whom a host removed from a table."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from common.clock import ServiceNow


class Removal(models.Model):
    """A player who may not take a seat at a table until its host invites them; deleted once the match has started."""

    pk = models.CompositePrimaryKey("player_id", "game_id")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game_id = models.UUIDField()
    removed_at = models.DateTimeField(db_default=ServiceNow())

    def __str__(self) -> str:
        return f"from {self.game_id}"
