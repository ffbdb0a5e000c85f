"""The tables of account deletion: pending deletions, and a record of those done. No behaviour here; see `leaving`."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Leaving(models.Model):
    """The pending deletion of an account; removed with the account, or when the player cancels it."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    asked_at = models.DateTimeField()
    # When the cool-off is over.
    due_at = models.DateTimeField()
    # From then on the deletion cannot be cancelled, and no request can act as the player.
    begun_at = models.DateTimeField(null=True)
    # When a worker handles it next. A claim moves it forward, so that another worker takes over from one that dies.
    next_at = models.DateTimeField()
    # When to send the mail about it; NULL: it was sent, or there is no address.
    mail_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "leaving"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["next_at"], name="players_leaving_due"),
            models.Index(
                fields=["mail_at"], condition=models.Q(mail_at__isnull=False), name="players_leaving_unmailed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} leaves at {self.due_at:%Y-%m-%d %H:%M}"


class Erasure(models.Model):
    """A keyed digest of the id of an erased account. Append-only, by a trigger."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    # The id of the key in ERASURE_KEYS.
    key_id = models.CharField(max_length=16)
    erased_at = models.DateTimeField()

    class Meta:
        """Made and guarded in SQL only (`migrations/sql/erasures.sql`)."""

        managed = False
        db_table = "players_erasure"

    def __str__(self) -> str:
        return f"{self.key_id}:{bytes(self.digest).hex()[:8]}"
