"""The tables of leaving: who wants to be erased and when, and that somebody was. No behaviour here; see `leaving`."""

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
    # From then on there is no way back, and nobody can act as the player.
    begun_at = models.DateTimeField(null=True)
    # When a worker looks at it next; a claim moves it forward, so that what a killed worker left comes back by itself.
    next_at = models.DateTimeField()
    # When the mail about it is to be sent; NULL: it is out, or there is nobody to send it to.
    mail_at = models.DateTimeField(null=True)

    class Meta:
        """What the database itself sees to."""

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
    """Somebody was erased: a keyed digest of an account id that nobody has any more. Append-only, by a trigger."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    # Of the keys in ERASURE_KEYS, which.
    key_id = models.CharField(max_length=16)
    erased_at = models.DateTimeField()

    class Meta:
        """Made and guarded in SQL only (`migrations/sql/erasures.sql`)."""

        managed = False
        db_table = "players_erasure"

    def __str__(self) -> str:
        return f"{self.key_id}:{bytes(self.digest).hex()[:8]}"
