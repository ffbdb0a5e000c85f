"""The tables behind proofs: signing keys, signatures of transcripts, the log of anchors, imported matches.

Rows never change once they are written, except for when a key was retired and whether an anchor was published.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

HASH_BYTES = 32
SIGNATURE_BYTES = 64


class SigningKey(models.Model):
    """The public half of a key that has signed here. It is kept when the private half is gone."""

    # The first 16 hex digits of SHA-256 over the key.
    id = models.CharField(primary_key=True, max_length=16)
    public_key = models.BinaryField(max_length=HASH_BYTES)
    since = models.DateTimeField()
    # When another key replaced it; NULL: it is the current one.
    until = models.DateTimeField(null=True)

    class Meta:
        db_table = "signing_key"

    def __str__(self) -> str:
        return str(self.id)


class TranscriptSignature(models.Model):
    """The signature of a finished match, made at its first request. An imported match has its own key."""

    game_id = models.UUIDField(primary_key=True)
    public_key = models.BinaryField(max_length=HASH_BYTES)
    signature = models.BinaryField(max_length=SIGNATURE_BYTES)
    # SHA-256 over the signed lines, which must never change.
    digest = models.BinaryField(max_length=HASH_BYTES)

    class Meta:
        db_table = "transcript_signature"

    def __str__(self) -> str:
        return f"signature of {self.game_id}"


class ImportedGame(models.Model):
    """A match that another installation played. It is not anchored here again."""

    game_id = models.UUIDField(primary_key=True)
    imported_at = models.DateTimeField()
    # The lines of anchors as imported, after the signature.
    anchors = models.BinaryField()

    class Meta:
        db_table = "imported_game"

    def __str__(self) -> str:
        return str(self.game_id)


class Anchor(models.Model):
    """The log of anchors at the end of a day: `size` leaves, of which those from `first` on belong to the day."""

    date = models.DateField(primary_key=True)
    first = models.BigIntegerField()
    size = models.BigIntegerField()
    root = models.BinaryField(max_length=HASH_BYTES)
    # A C2SP signed note, as it was published.
    checkpoint = models.TextField()
    key_id = models.CharField(max_length=16)
    made_at = models.DateTimeField()
    # When the outside keeper accepted it; NULL: not yet, or no keeper is configured.
    published_at = models.DateTimeField(null=True)
    attempts = models.IntegerField(default=0)
    next_at = models.DateTimeField()

    class Meta:
        db_table = "anchor"
        indexes: ClassVar[list[models.Index]] = [
            models.Index("date", condition=models.Q(published_at__isnull=True), name="anchor_unpublished"),
        ]

    def __str__(self) -> str:
        return f"{self.date}: {self.size}"


class AnchorLeaf(models.Model):
    """A head of a game: number `place` in the log of anchors, counted from 0."""

    place = models.BigIntegerField(primary_key=True)
    date = models.DateField()
    game_id = models.UUIDField()
    version = models.IntegerField()
    chain = models.BinaryField(max_length=HASH_BYTES)

    class Meta:
        db_table = "anchor_leaf"
        indexes: ClassVar[list[models.Index]] = [models.Index("game_id", "version", name="anchor_leaf_of_game")]

    def __str__(self) -> str:
        return f"{self.place}: {self.game_id}/{self.version}"


class AnchorNode(models.Model):
    """A complete subtree of the log: `hash` over 2**level leaves, the first of them number place * 2**level.

    Level 0, the leaves themselves, is not stored.
    """

    pk = models.CompositePrimaryKey("level", "place")
    level = models.SmallIntegerField()
    place = models.BigIntegerField()
    hash = models.BinaryField(max_length=HASH_BYTES)

    class Meta:
        db_table = "anchor_node"

    def __str__(self) -> str:
        return f"{self.level}/{self.place}"
