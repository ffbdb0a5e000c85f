"""The tables of messages: what a player was told, and what became of it on every channel.

Notifications are the truth that the inbox shows; deliveries are the ledger of carrying them further. No behaviour
here; see `inbox` and `ledger`.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow


class Inbox(models.Model):
    """How many notifications a player was ever given; its row is the lock under which they are numbered."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    head = models.IntegerField(default=0)
    # Raised by every change, reading marks included: what the list's entity tag is made of.
    revision = models.IntegerField(default=0)

    class Meta:
        """What the admin calls them."""

        verbose_name_plural = "inboxes"

    def __str__(self) -> str:
        return f"inbox of {self.player_id}"


class Notification(models.Model):
    """A notification of a player. `data` holds only what they may know."""

    # Follows from what is told to whom, so that telling twice is telling once.
    id = models.UUIDField(primary_key=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # 1, 2, 3, ... per player, in the order in which they were committed.
    number = models.IntegerField()
    kind = models.CharField(max_length=32)
    # The game and its event; games are no table of ours.
    game_id = models.UUIDField(null=True)
    seq = models.IntegerField(null=True)
    data = models.JSONField(default=dict)
    # Whom it names besides its reader. The name is looked up when it is shown, so that it goes with the account.
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(db_default=ServiceNow())
    # After that it is no news any more.
    expires_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        """What the database itself sees to."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also the index behind the inbox.
            models.UniqueConstraint(fields=["player", "number"], name="players_notification_number"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["player", "number"], condition=Q(read_at__isnull=True), name="players_notification_unread"
            ),
            # The latest of a kind that a player was told about a game: what came after makes older news stale.
            models.Index(fields=["game_id", "player", "kind"], name="players_notification_game"),
            models.Index(fields=["about"], condition=Q(about__isnull=False), name="players_notification_about"),
            models.Index(fields=["created_at"], name="players_notification_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.id})"


class Delivery(models.Model):
    """One notification on its way to one device by one channel."""

    class State(models.TextChoices):
        """Where it stands. The words are stored."""

        PENDING = "pending"
        SENT = "sent"
        # Not sent, for a good reason: `error` names it.
        DROPPED = "dropped"
        # The other side does not want it, and never will.
        FAILED = "failed"
        # Given up after the last attempt; an operator may send it again.
        DEAD = "dead"

    # Follows from notification, channel and device.
    id = models.UUIDField(primary_key=True, editable=False)
    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # Copies: what is collapsed and ordered by game.
    number = models.IntegerField()
    game_id = models.UUIDField(null=True)
    channel = models.CharField(max_length=16)
    # None where the channel has one address for each player.
    device = models.UUIDField(null=True)
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    # Goes out together with all others of its player, channel and device that are due.
    digest = models.BooleanField(default=False)
    attempts = models.SmallIntegerField(default=0)
    # When to try; a claim moves it forward, so that a delivery whose worker dies comes back by itself.
    next_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True, default="")
    receipt = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=ServiceNow())
    sent_at = models.DateTimeField(null=True)

    class Meta:
        """What the database itself sees to."""

        verbose_name_plural = "deliveries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["notification", "channel", "device"], nulls_distinct=False, name="players_delivery_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["pending", "sent", "dropped", "failed", "dead"]), name="players_delivery_state"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["channel", "next_at"], condition=Q(state="pending"), name="players_delivery_due"),
            models.Index(
                fields=["player", "channel", "number"], condition=Q(state="pending"), name="players_delivery_waiting"
            ),
            # What operators look for, and count.
            models.Index(
                fields=["channel", "state"], condition=Q(state__in=["failed", "dead"]), name="players_delivery_ended"
            ),
            models.Index(fields=["-created_at"], name="players_delivery_age"),
            # What goes with a player who leaves.
            models.Index(fields=["player"], name="players_delivery_of"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.state} ({self.id})"


class Seen(models.Model):
    """The latest version of a game that a player fetched while it was their turn there."""

    pk = models.CompositePrimaryKey("player_id", "game_id")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game_id = models.UUIDField()
    version = models.IntegerField()

    class Meta:
        """What the admin calls them."""

        verbose_name_plural = "seen"

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"


class Reminder(models.Model):
    """A reminder: tell `player` at `due_at` that their time in a game runs out at `deadline_at`."""

    # Follows from player, game, deadline and rung: a deadline that has moved is another one.
    id = models.UUIDField(primary_key=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game_id = models.UUIDField()
    deadline_at = models.DateTimeField()
    # Seconds before the deadline, as the player asked for it.
    seconds = models.IntegerField()
    due_at = models.DateTimeField()

    class Meta:
        """What the database itself sees to."""

        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="players_reminder_due"),
            models.Index(fields=["game_id"], name="players_reminder_game"),
            models.Index(fields=["player"], name="players_reminder_of"),
        ]

    def __str__(self) -> str:
        return f"{self.seconds} s before {self.deadline_at:%Y-%m-%d %H:%M}"


class Invitation(models.Model):
    """Somebody named, who may or may not exist, is to be asked to a table; gone when that is done."""

    game_id = models.UUIDField()
    # Who asks, from which seat.
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.SmallIntegerField()
    # A name or an id, as it was typed.
    wanted = models.CharField(max_length=64)
    next_at = models.DateTimeField(db_default=ServiceNow(), db_index=True)
    attempts = models.SmallIntegerField(default=0)
    created_at = models.DateTimeField(db_default=ServiceNow())

    def __str__(self) -> str:
        return f"to {self.game_id}"


class Allowance(models.Model):
    """How often a player has done in its latest hour what costs others their attention; see `allowances`."""

    pk = models.CompositePrimaryKey("player_id", "what")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    what = models.CharField(max_length=16)
    hour = models.DateTimeField()
    made = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.made} {self.what} in the hour from {self.hour:%Y-%m-%d %H:%M}"
