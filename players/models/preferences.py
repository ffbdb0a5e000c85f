"""The table of preferences. No behaviour here; see `preferences`."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from common import timezones
from players.models.player import Player


class PlayerPreferences(models.Model):
    """The preferences of one player; `preferences` makes the row when the player first chooses something."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="preferences")
    language = models.CharField(max_length=8, blank=True)
    time_zone = models.CharField(max_length=timezones.MAX_LENGTH)
    # Local times.
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    digest_hour = models.SmallIntegerField(null=True, blank=True)
    # Seconds before a deadline, the longest first.
    reminders = ArrayField(models.IntegerField(), blank=True)
    # {kind: {channel: bool}}, only what the player chose: a change of the defaults applies to all others.
    choices = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "player preferences"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | (
                    models.Q(quiet_from__isnull=False, quiet_to__isnull=False)
                    & ~models.Q(quiet_from=models.F("quiet_to"))
                ),
                name="players_quiet_hours",
            ),
            models.CheckConstraint(
                condition=models.Q(digest_hour__isnull=True) | models.Q(digest_hour__range=(0, 23)),
                name="players_digest_hour",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"
