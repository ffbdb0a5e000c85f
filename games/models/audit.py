"""Tables of the auditor: how far each game is sound, the progress of its rounds, and the faults."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.db import models
from django.db.models import Q

HASH_BYTES = 32


class Mark(models.Model):
    """Up to where a game was found sound. Born with the game, and stays when somebody deletes that.

    Version 0: not looked at yet. Everything else counts only with its `seal`, which takes the service's keys to make.
    """

    game_id = models.UUIDField(primary_key=True)
    version = models.IntegerField(db_default=0)
    chain = models.BinaryField(max_length=HASH_BYTES, db_default=b"")
    # SHA-256 over the command rows up to `version`, one after the other: their fingerprints are not in the chain.
    commands = models.BinaryField(max_length=HASH_BYTES, db_default=b"")
    # Whether there may be more events some day.
    is_open = models.BooleanField(db_default=True)
    # The fold at `version`, so that the next look can start there; NULL: start from the first event.
    state = models.BinaryField(null=True)
    clock = models.BinaryField(null=True)
    state_format = models.SmallIntegerField(db_default=0)
    engine_version = models.SmallIntegerField(db_default=0)
    # When the head was checked last, and when the whole log was.
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
    """One of the auditor's rounds: over what moved, everything, the anchors. It goes on where it was left."""

    name = models.CharField(max_length=16, primary_key=True)
    # The last game looked at; the games are taken in the order of their ids. Of the log of anchors day and leaf.
    cursor = models.UUIDField(db_default=UUID(int=0))
    begun_at = models.DateTimeField()
    # The last round that came to its end: when it began and when it ended. All that had happened before is checked.
    since = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # All that were ever looked at.
    games = models.BigIntegerField(db_default=0)
    events = models.BigIntegerField(db_default=0)

    class Meta:
        db_table = "audit_round"

    def __str__(self) -> str:
        return str(self.name)


class Found(models.Model):
    """A fault that was found: a line of the auditor's log."""

    class State(models.TextChoices):
        """What became of it. The words are stored."""

        OPEN = "open"
        # It was in what follows from the log, and that was made anew.
        MENDED = "mended"
        # It is not there any more.
        GONE = "gone"
        # An operator lets the game go on with it.
        ACCEPTED = "accepted"

    # All zeros: it is a fault of the log of anchors, and `seq` its day as YYYYMMDD.
    game_id = models.UUIDField()
    # The event it shows at, 0 if it is no event's.
    seq = models.IntegerField()
    kind = models.CharField(max_length=16)
    message = models.TextField()
    state = models.CharField(max_length=16, choices=State)
    found_at = models.DateTimeField()
    # When operators were told by mail; NULL: not yet.
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "audit_found"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The same fault rings once.
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
