"""The table of tokens. No behaviour here; see `services`."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from common.clock import ServiceNow
from players import secret_tokens
from players.models.apps import Authorization
from players.models.player import Player


class TokenQuerySet(models.QuerySet["Token"]):
    """Queries on tokens; an expired token is refused like an unknown one."""

    def living(self) -> TokenQuerySet:
        """Return the tokens that have not expired."""
        return self.filter(models.Q(expires__isnull=True) | models.Q(expires__gt=ServiceNow()))


class Token(models.Model):
    """A token with which a client acts as a player; the secret itself is not stored."""

    class Kind(models.TextChoices):
        """The holder of the token: a signed-in device, a program of the player's, or an app that they authorized."""

        DEVICE = secret_tokens.DEVICE
        PERSONAL = secret_tokens.PERSONAL
        APP = secret_tokens.APP

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    # The first characters of the secret, prefix included, so that its owner recognizes it.
    hint = models.CharField(max_length=secret_tokens.HINT_LENGTH)
    sha256 = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=32))
    name = models.CharField(max_length=64, blank=True)
    created = models.DateTimeField(db_default=ServiceNow())
    # A day, not an instant: written once a day at most, and no diary of the player's habits.
    last_used = models.DateField()
    expires = models.DateTimeField(null=True, blank=True)
    # The app's authorization, with which the token ends. NULL: not a token of an app.
    authorization = models.ForeignKey(
        Authorization, on_delete=models.CASCADE, related_name="tokens", null=True, editable=False, db_index=False
    )

    objects = TokenQuerySet.as_manager()

    class Meta:
        # For the list of a player's tokens; the lookup by secret uses the unique index above.
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-created"], name="players_token_by_player"),
            models.Index(
                fields=["authorization"],
                condition=models.Q(authorization__isnull=False),
                name="players_token_of_app",
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["device", "personal"], authorization__isnull=True)
                | models.Q(kind="app", authorization__isnull=False),
                name="players_token_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.hint}... ({self.kind})"
