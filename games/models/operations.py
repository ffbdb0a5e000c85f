"""Tables that let the service recover by itself: promised work, leases, heartbeats and outages."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.types import Work


class OutboxEntry(models.Model):
    """Work caused by an event, promised in the event's own transaction and deleted when done."""

    pk = models.CompositePrimaryKey("game_id", "seq", "kind", "recipient")
    game_id = models.UUIDField()
    seq = models.IntegerField()
    kind = models.SmallIntegerField(choices=Work)
    # A seat number, or -1 for work that belongs to no seat.
    recipient = models.SmallIntegerField(default=-1)
    available_at = models.DateTimeField()
    attempts = models.SmallIntegerField(default=0)

    class Meta:
        db_table = "outbox"
        # Due entries, the oldest first. A claim moves `available_at` forward, so a claimed entry is not due.
        indexes: ClassVar[list[models.Index]] = [models.Index("available_at", name="outbox_due")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}/{self.kind}"


class Lease(models.Model):
    """Who does one slice of some work, and until when (`games.leases`). Nobody does it after that time."""

    pk = models.CompositePrimaryKey("name", "slice")
    name = models.CharField(max_length=32)
    slice = models.SmallIntegerField()
    # Another one for each claim; NULL: it was released.
    holder = models.UUIDField(null=True)
    # By the real clock, in a sandbox, too.
    until = models.DateTimeField()

    class Meta:
        db_table = "lease"

    def __str__(self) -> str:
        return f"{self.name}/{self.slice}"


class Heartbeat(models.Model):
    """When a required part of the service last ran."""

    name = models.CharField(max_length=32, primary_key=True)
    beat_at = models.DateTimeField()

    class Meta:
        db_table = "heartbeat"

    def __str__(self) -> str:
        return f"{self.name} at {self.beat_at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time without a sweep: it counts against no player. `until` is when the sweep returned."""

    since = models.DateTimeField(primary_key=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "outage"

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d %H:%M} to {self.until:%Y-%m-%d %H:%M}"
