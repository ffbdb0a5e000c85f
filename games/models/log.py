"""The tables of the log, read only: created, guarded and written in SQL only (`migrations/sql`, `games.store`)."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models

HASH_BYTES = 32


class LogIsAppendOnly(RuntimeError):
    """Code tried to write the log through the ORM. This is a bug: only `games.store` writes it."""


class ReadOnly(models.Model):
    """Base of the log's models.

    `save()` of a row with a composite key tries UPDATE first and would rewrite history where the guard triggers are
    missing. So writing through the ORM is refused here already.
    """

    class Meta:
        abstract = True

    def save(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise `LogIsAppendOnly`."""
        raise LogIsAppendOnly(type(self).__name__)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise `LogIsAppendOnly`."""
        raise LogIsAppendOnly(type(self).__name__)


class Event(ReadOnly):
    """One event: the exact bytes that were hashed, with the public and the private part separate."""

    pk = models.CompositePrimaryKey("game_id", "seq")
    game_id = models.UUIDField()
    seq = models.IntegerField()
    type = models.SmallIntegerField()
    schema_version = models.SmallIntegerField()
    # A seat number, or 255 for the service itself.
    actor = models.SmallIntegerField()
    command_id = models.UUIDField()
    recorded_at = models.DateTimeField()
    public = models.BinaryField()
    private = models.BinaryField(null=True)
    # Binds the private part to the chain without revealing it; NULL without a private part.
    private_commitment = models.BinaryField(max_length=HASH_BYTES, null=True)
    chain = models.BinaryField(max_length=HASH_BYTES)

    class Meta:
        managed = False
        db_table = "event"

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class Command(ReadOnly):
    """An accepted command. It gives retries the same answer for as long as the game exists."""

    pk = models.CompositePrimaryKey("game_id", "command_id")
    game_id = models.UUIDField()
    command_id = models.UUIDField()
    actor = models.SmallIntegerField()
    # SHA-256 over sender and request.
    fingerprint = models.BinaryField(max_length=HASH_BYTES)
    first_seq = models.IntegerField()
    last_seq = models.IntegerField()

    class Meta:
        managed = False
        db_table = "command"

    def __str__(self) -> str:
        return f"{self.game_id}/{self.command_id}"
