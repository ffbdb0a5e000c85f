"""Automatic moves: those that were made for a player."""

from __future__ import annotations

from django.db import models


class AutomaticMove(models.Model):
    """A move that was made for the player of a seat. `seq`: the number of its first event.

    The log has the same: the id of the command is bound to the cause by the seed. This row lets the player read it
    while the match runs.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game_id = models.UUIDField()
    seq = models.IntegerField()
    seat = models.SmallIntegerField()
    cause = models.CharField(max_length=16)

    class Meta:
        db_table = "automatic_move"

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.cause}"
