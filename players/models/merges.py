"""The table of guests that were merged into accounts. No behaviour here; see `merges`."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class Merge(models.Model):
    """A guest that was merged into an account. The guest is erased; this row stays as long as the account.

    It attributes the guest's commands to the account and explains why the guest's tokens have ended.
    """

    guest = models.UUIDField(primary_key=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # Digests of the tokens that the guest held.
    tokens = ArrayField(models.BinaryField(max_length=32))
    # How many seats were moved.
    games = models.IntegerField()
    merged_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [GinIndex(fields=["tokens"], name="players_merge_tokens")]

    def __str__(self) -> str:
        return f"guest {self.guest} in {self.player_id}"
