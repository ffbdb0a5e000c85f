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


class StandingOrders(models.Model):
    """What a player has said beforehand about the moves of their seat; ends with the match, at the latest.

    It holds for one occupancy of the seat, `seat_uid`, and is void for another one. `plan_version`: the version at
    which the plan was given, or its last play made; a later act of the player by hand ends the plan. `not_before`:
    no move is made by these orders earlier.
    """

    pk = models.CompositePrimaryKey("game_id", "seat")
    game_id = models.UUIDField()
    seat = models.SmallIntegerField()
    seat_uid = models.UUIDField()
    orders = models.JSONField()
    plan_version = models.IntegerField()
    given_at = models.DateTimeField()
    not_before = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "standing_orders"

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"
