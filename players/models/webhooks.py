"""The tables of webhooks: their addresses, a cursor for each game, and every delivery.

A delivery is both the queue and the log: it waits here, is sent from here, and stays for its owner to read. There are
no foreign keys to games. No behaviour here; see `webhooks`.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow
from common.outbound.urls import MAX_LENGTH


class Webhook(models.Model):
    """An address that receives the events of one game, or of all games of its owner."""

    class State(models.TextChoices):
        """Whether it is called. The words are stored."""

        ACTIVE = "active"
        DISABLED = "disabled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # NULL: every game in which its owner has a seat.
    game_id = models.UUIDField(null=True)
    url = models.CharField(max_length=MAX_LENGTH)
    events = ArrayField(models.CharField(max_length=32))
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    # Why it is disabled: owner | gone | failing | access | token; "" while it is active.
    reason = models.CharField(max_length=8, blank=True, default="")
    # Sealed; `*_key` names the key of the installation that opens it.
    secret_key = models.CharField(max_length=16)
    secret = models.BinaryField()
    # The secret before the last rotation signs too until then.
    former_key = models.CharField(max_length=16, blank=True, default="")
    former = models.BinaryField(null=True)
    former_until = models.DateTimeField(null=True)
    # The webhook ends with this: the personal token or the app's authorization that made it. NULL: made with the
    # token of a device, for devices come and go while their player stays.
    token_id = models.UUIDField(null=True)
    # When it was made or last switched on. Of games its owner joins, it gets those that are running after this.
    since = models.DateTimeField(db_default=ServiceNow())
    # When it began to fail; NULL after a success.
    failing_since = models.DateTimeField(null=True)
    # When its owner last sent a delivery by hand.
    asked_at = models.DateTimeField(null=True)
    created = models.DateTimeField(db_default=ServiceNow())

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(state__in=["active", "disabled"]), name="players_webhook_state"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["player", "created"], name="players_webhook_of")]

    def __str__(self) -> str:
        return f"webhook {self.id}"


class WebhookDelivery(models.Model):
    """One message to one webhook, from the first attempt to the last."""

    class State(models.TextChoices):
        """The state of a delivery. The words are stored."""

        PENDING = "pending"
        SENT = "sent"
        # Given up: no attempt succeeded for three days, or the address is gone.
        DEAD = "dead"
        # Not sent, because its reader may no longer see it or it is stale.
        DROPPED = "dropped"

    # The header `webhook-id`: the same on every attempt.
    id = models.UUIDField(primary_key=True, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    type = models.CharField(max_length=32)
    # The events after `after_version` up to `version` of a game.
    game_id = models.UUIDField(null=True)
    after_version = models.IntegerField(null=True)
    version = models.IntegerField(null=True)
    # The body, unless it is read from the log of the game.
    data = models.JSONField(null=True)
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    attempts = models.SmallIntegerField(default=0)
    # When to try; a claim moves it forward, so that another worker takes over from one that dies.
    next_at = models.DateTimeField(db_default=ServiceNow())
    # Claimed by a worker, whose lease ends at `next_at`.
    leased = models.BooleanField(default=False)
    # When to stop trying.
    gives_up_at = models.DateTimeField()
    # After that the message is stale.
    expires_at = models.DateTimeField(null=True)
    # Of the last attempt.
    status_code = models.SmallIntegerField(null=True)
    error = models.CharField(max_length=16, blank=True, default="")
    created = models.DateTimeField(db_default=ServiceNow())
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(state__in=["pending", "sent", "dead", "dropped"]), name="players_webhookdelivery_state"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["next_at"], condition=Q(state="pending"), name="players_webhookdelivery_due"),
            models.Index(fields=["webhook"], condition=Q(leased=True), name="players_webhookdelivery_leased"),
            models.Index(fields=["webhook", "-created", "-id"], name="players_webhookdelivery_of"),
            models.Index(fields=["created"], name="players_webhookdelivery_age"),
            models.Index(fields=["state"], condition=Q(state="dead"), name="players_webhookdelivery_dead"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.state} ({self.id})"


class WebhookCursor(models.Model):
    """How much of one game one webhook has received."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="cursors", db_index=False)
    game_id = models.UUIDField()
    # Received up to here, without a gap.
    version = models.IntegerField()
    # The delivery under way; the next batch waits for it.
    delivery = models.OneToOneField(WebhookDelivery, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["webhook", "game_id"], name="players_webhookcursor_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game_id"], name="players_webhookcursor_game")]

    def __str__(self) -> str:
        return f"{self.webhook_id} at {self.game_id}/{self.version}"
