"""Players' presets: settings of tables that they keep."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow


class Preset(models.Model):
    """Settings for new tables under a name. No behaviour here; see `players.presets`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    name = models.CharField(max_length=64)
    # As the games read it; nothing of it is known here.
    table = models.JSONField()
    # Not a digest: its owner is shown it again, and it opens nothing but the settings. Empty: not shared.
    code = models.CharField(max_length=22, blank=True, default="")
    # The request that created it, for its repetitions.
    command_id = models.UUIDField()
    request_hash = models.BinaryField(max_length=32)
    created_at = models.DateTimeField(db_default=ServiceNow())
    updated_at = models.DateTimeField(db_default=ServiceNow())

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "command_id"], name="players_preset_once"),
            models.UniqueConstraint(fields=["code"], condition=~Q(code=""), name="players_preset_code"),
        ]

    def __str__(self) -> str:
        return self.name
