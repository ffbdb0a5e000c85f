"""Tables of the auditor: how far each game is sound, the progress of its rounds, and the faults."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from django.db.models import Q

HASH_BYTES = 32


class Mark(models.Model):
    """How far a game was found sound. Created with the game, and kept if the game is deleted.

    Version 0: not checked yet. Everything else counts only with its `seal`, which needs the service's keys.
    """

    game_id = models.UUIDField(primary_key=True)
    version = models.IntegerField(db_default=0)
    chain = models.BinaryField(max_length=HASH_BYTES, db_default=b"")
    # SHA-256 over the command rows up to `version` in order: the chain does not cover their fingerprints.
    commands = models.BinaryField(max_length=HASH_BYTES, db_default=b"")
    # Whether there may be more events later.
    is_open = models.BooleanField(db_default=True)
    # The fold at `version`, so that the next check can start there; NULL: start from the first event.
    state = models.BinaryField(null=True)
    clock = models.BinaryField(null=True)
    state_format = models.SmallIntegerField(db_default=0)
    engine_version = models.SmallIntegerField(db_default=0)
    # When the head was last checked, and when the whole log was.
    checked_at = models.DateTimeField(null=True)
    walked_at = models.DateTimeField(null=True)
    seal = models.BinaryField(max_length=HASH_BYTES, db_default=b"")

    class Meta:
        db_table = "audit_mark"
        indexes: ClassVar[list[models.Index]] = [
            models.Index("game_id", condition=Q(is_open=True), name="audit_mark_open"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.version}"


class Round(models.Model):
    """A round of the auditor over moved games, everything, or the anchors. It continues where it stopped.

    Rounds over games have a row for each slice of them: `moves-0` to `moves-f`, `cycle-0` to `cycle-f`.
    """

    name = models.CharField(max_length=16, primary_key=True)
    # The last game checked; games are taken in the order of their ids. For the log of anchors, day and leaf.
    cursor = models.UUIDField(db_default=UUID(int=0))
    begun_at = models.DateTimeField()
    # Begin and end of the last complete round. Everything that had happened before its begin is checked.
    since = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # All that were ever checked.
    games = models.BigIntegerField(db_default=0)
    events = models.BigIntegerField(db_default=0)

    class Meta:
        db_table = "audit_round"

    def __str__(self) -> str:
        return str(self.name)


class Found(models.Model):
    """A fault: a line of the auditor's log."""

    class State(models.TextChoices):
        """The state of a fault. The words are stored."""

        OPEN = "open"
        # It was in derived data, which was rebuilt.
        MENDED = "mended"
        # It no longer exists.
        GONE = "gone"
        # An operator lets the game continue with it.
        ACCEPTED = "accepted"

    # All zeros: a fault of the log of anchors, with its day as YYYYMMDD in `seq`.
    game_id = models.UUIDField()
    # The event it belongs to, 0 without one.
    seq = models.IntegerField()
    kind = models.CharField(max_length=16)
    message = models.TextField()
    state = models.CharField(max_length=16, choices=State)
    found_at = models.DateTimeField()
    # When it was mailed to operators; NULL: not yet.
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "audit_found"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The same fault is alerted once.
            models.UniqueConstraint(
                fields=["game_id", "kind", "seq"],
                condition=Q(state__in=["open", "accepted"]),
                name="audit_found_once",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("id", condition=Q(mailed_at__isnull=True), name="audit_found_unmailed"),
        ]

    def __str__(self) -> str:
        place = f" event {self.seq}" if self.seq else ""
        return f"the log of anchors, {self.seq}" if not self.game_id.int else f"game {self.game_id}{place}: {self.kind}"
