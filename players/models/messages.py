"""The tables of messages: notifications, and their deliveries on every channel.

The inbox shows notifications; deliveries are the ledger of sending them on the channels. No behaviour
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
    # Raised by every change, reading marks included; the list's entity tag is made of it.
    revision = models.IntegerField(default=0)

    class Meta:
        verbose_name_plural = "inboxes"

    def __str__(self) -> str:
        return f"inbox of {self.player_id}"


class Notification(models.Model):
    """A notification of a player. `data` holds only what they may know."""

    # Derived from content and reader, so that adding it twice stores it once.
    id = models.UUIDField(primary_key=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # 1, 2, 3, ... per player, in the order in which they were committed.
    number = models.IntegerField()
    kind = models.CharField(max_length=32)
    # The game and its event. There is no foreign key: games have tables of their own.
    game_id = models.UUIDField(null=True)
    seq = models.IntegerField(null=True)
    data = models.JSONField(default=dict)
    # The other player it names. The name is looked up when it is shown, so that it disappears with the account.
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(db_default=ServiceNow())
    # After that the notification is stale.
    expires_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also the index behind the inbox.
            models.UniqueConstraint(fields=["player", "number"], name="players_notification_number"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["player", "number"], condition=Q(read_at__isnull=True), name="players_notification_unread"
            ),
            # The latest notification of a kind for a player and a game: later ones make earlier ones stale.
            models.Index(fields=["game_id", "player", "kind"], name="players_notification_game"),
            models.Index(fields=["about"], condition=Q(about__isnull=False), name="players_notification_about"),
            models.Index(fields=["created_at"], name="players_notification_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.id})"


class Delivery(models.Model):
    """One notification on its way to one device by one channel."""

    class State(models.TextChoices):
        """The state of a delivery. The words are stored."""

        PENDING = "pending"
        SENT = "sent"
        # Not sent, for a good reason: `error` names it.
        DROPPED = "dropped"
        # The receiver refused it for good.
        FAILED = "failed"
        # Given up after the last attempt; an operator may send it again.
        DEAD = "dead"

    # Random: `players_delivery_once` keeps a notification from going out twice to one device.
    id = models.UUIDField(primary_key=True, editable=False)
    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    # Copies, for collapsing and for order by game. The notification's own key says that the player exists.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    number = models.IntegerField()
    game_id = models.UUIDField(null=True)
    channel = models.CharField(max_length=16)
    # NULL where the channel has one address for each player.
    device = models.UUIDField(null=True)
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    # Sent together with all other due digest deliveries of the same player, channel and device.
    digest = models.BooleanField(default=False)
    attempts = models.SmallIntegerField(default=0)
    # When to try; a claim moves it forward, so that another worker takes over from one that dies.
    next_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True, default="")
    receipt = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(db_default=ServiceNow())
    sent_at = models.DateTimeField(null=True)

    class Meta:
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
            # What a newer one replaces, and what comes before a program's next one.
            models.Index(
                fields=["player", "channel", "game_id", "number"],
                condition=Q(state="pending"),
                name="players_delivery_waiting",
            ),
            # What operators search for and count.
            models.Index(
                fields=["channel", "state"], condition=Q(state__in=["failed", "dead"]), name="players_delivery_ended"
            ),
            models.Index(fields=["-created_at"], name="players_delivery_age"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.state} ({self.id})"


class Seen(models.Model):
    """The latest version of a game that a player fetched while it was their turn there, and that they have looked at.

    A client says up to which version its player has looked; it fetches games that no player looks at.
    """

    pk = models.CompositePrimaryKey("player_id", "game_id")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game_id = models.UUIDField()
    version = models.IntegerField()
    looked = models.IntegerField(db_default=0)

    class Meta:
        verbose_name_plural = "seen"

    def __str__(self) -> str:
        return f"{self.game_id} at {self.version}"


class Reminder(models.Model):
    """A reminder: tell `player` at `due_at` that their time in a game runs out at `deadline_at`."""

    # Derived from player, game, deadline and seconds: a deadline that has moved makes another reminder.
    id = models.UUIDField(primary_key=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game_id = models.UUIDField()
    deadline_at = models.DateTimeField()
    # Seconds before the deadline, as the player chose it.
    seconds = models.IntegerField()
    due_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="players_reminder_due"),
            models.Index(fields=["game_id"], name="players_reminder_game"),
        ]

    def __str__(self) -> str:
        return f"{self.seconds} s before {self.deadline_at:%Y-%m-%d %H:%M}"


class Allowance(models.Model):
    """How often a player has notified others in the latest hour; see `allowances`."""

    pk = models.CompositePrimaryKey("player_id", "what")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    what = models.CharField(max_length=16)
    hour = models.DateTimeField()
    made = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.made} {self.what} in the hour from {self.hour:%Y-%m-%d %H:%M}"
