"""Matchmaking: what players look for, and the groups in which they wait for a match."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow
from games.types import Speed


class Gathering(models.Model):
    """Seekers who wait for the same match. `game_id`: the open table whose free seats they fill; NULL: none yet.

    `seats` and `bots` are those of the match, once the seekers are called. No behaviour here; see `games.matchmaking`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=32)
    edition = models.CharField(max_length=32)
    speed = models.SmallIntegerField(choices=Speed)
    game_id = models.UUIDField(null=True, unique=True)
    seats = models.SmallIntegerField(null=True)
    bots = models.SmallIntegerField(default=0, db_default=0)
    # Until when those who were called have to confirm; NULL: they are not called.
    confirm_by = models.DateTimeField(null=True)
    # When something happens without a request: the time to confirm is over, or it can start with fewer people.
    due_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=ServiceNow())

    class Meta:
        db_table = "gathering"
        indexes: ClassVar[list[models.Index]] = [models.Index("due_at", name="gathering_due")]

    def __str__(self) -> str:
        return str(self.id)


class Seek(models.Model):
    """What a player looks for. No behaviour here; see `games.matchmaking`."""

    class State(models.TextChoices):
        """The state of a seek. The words are stored."""

        WAITING = "waiting"
        CALLED = "called"
        SEATED = "seated"
        CANCELLED = "cancelled"
        EXPIRED = "expired"
        MISSED = "missed"

    ACTIVE: ClassVar = (State.WAITING, State.CALLED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # No constraint in the database: players and games may live on different nodes.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_constraint=False, db_index=False, related_name="+"
    )
    # The request that made it, for its repetitions.
    command_id = models.UUIDField()
    request_hash = models.BinaryField(max_length=32)
    ruleset = models.CharField(max_length=32)
    edition = models.CharField(max_length=32)
    speed = models.SmallIntegerField(choices=Speed)
    # All options of the match, and its time control (`games/store/controls.py`).
    options = models.JSONField()
    clock = models.TextField(null=True)  # noqa: DJ001
    # Whether other options and another clock of the same speed are welcome.
    open_rules = models.BooleanField()
    least_seats = models.SmallIntegerField()
    most_seats = models.SmallIntegerField()
    bots = models.BooleanField()
    min_reliability = models.SmallIntegerField(null=True)
    # The reliability of the player in percent, when they began to look; NULL: a newcomer.
    reliability = models.SmallIntegerField(null=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    gathering = models.ForeignKey(Gathering, on_delete=models.SET_NULL, null=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True)
    # The match in which the player was seated.
    game_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(db_default=ServiceNow())
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "seek"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "command_id"], name="seek_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                "ruleset", "edition", "speed", condition=Q(state__in=["waiting", "called"]), name="seek_active"
            ),
            models.Index("expires_at", condition=Q(state="waiting"), name="seek_expiry"),
            models.Index("ended_at", condition=Q(ended_at__isnull=False), name="seek_ended"),
        ]

    def __str__(self) -> str:
        return f"{self.id}: {self.state}"
