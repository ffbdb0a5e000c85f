"""The tables of people: players and their tokens.

Personal data lives here and nowhere in the log of a game: a game knows a player by id
only. No behaviour here; see `services` and `selectors`.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models

from players import (
    device_models,
    leaving_models,
    message_models,
    names,
    oauth_models,
    secret_tokens,
    webhook_models,
    zones,
)
from players.clock import ServiceNow

# Django finds tables in this module: those of messages, webhooks, devices, apps and leaving are written down in modules
# of their own.
Allowance = message_models.Allowance
App = oauth_models.App
Authorization = oauth_models.Authorization
Delivery = message_models.Delivery
Device = device_models.Device
Erasure = leaving_models.Erasure
Inbox = message_models.Inbox
Invitation = message_models.Invitation
Leaving = leaving_models.Leaving
Notification = message_models.Notification
Reminder = message_models.Reminder
Seen = message_models.Seen
Webhook = webhook_models.Webhook
WebhookCursor = webhook_models.WebhookCursor
WebhookDelivery = webhook_models.WebhookDelivery


class PlayerManager(BaseUserManager["Player"]):
    """Makes operators; players come from `services.create_guest` and from sign-up."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """Find a player for the admin's login form, whatever the case he types."""
        return self.get(name_key=names.name_key(username or ""))

    def create_superuser(self, name: str, password: str | None = None, **more: object) -> Player:
        """Make an operator who may enter the admin; raises `InvalidName`."""
        player = self.model(name=names.clean_name(name), is_staff=True, is_superuser=True, **more)
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """A person, or a guest who may become one by adding an e-mail address."""

    # Random, so that an id tells nothing about how many players there are or since when.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=names.MAX_CODE_POINTS)
    # Kept beside the name because Python's case-folding is not PostgreSQL's.
    name_key = models.CharField(max_length=names.MAX_CODE_POINTS, editable=False)
    # allauth's copy of the primary address; "" for guests.
    email = models.EmailField(blank=True, default="")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined = models.DateTimeField(db_default=ServiceNow(), editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        """What the database itself sees to."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The key keeps names apart; the name is unique as well because Django wants that of
            # the field operators log in with.
            models.UniqueConstraint(fields=["name_key"], name="players_player_name_key"),
            models.UniqueConstraint(fields=["name"], name="players_player_name"),
        ]
        # allauth looks people up by address.
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["email"], name="players_player_email")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the key in step with the name, whoever saves."""
        self.name_key = names.name_key(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.name


class TokenQuerySet(models.QuerySet["Token"]):
    """Tokens; one that expired is refused like an unknown one."""

    def living(self) -> TokenQuerySet:
        """Those whose time is not over."""
        return self.filter(models.Q(expires__isnull=True) | models.Q(expires__gt=ServiceNow()))


class Token(models.Model):
    """What a client shows to act as a player; the secret itself is not kept."""

    class Kind(models.TextChoices):
        """Who holds the token: a device that signed in, a program of the player's, or an app he let in."""

        DEVICE = secret_tokens.DEVICE
        PERSONAL = secret_tokens.PERSONAL
        APP = secret_tokens.APP

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    # The first characters of the secret, prefix included, so that its owner recognises it.
    hint = models.CharField(max_length=secret_tokens.HINT_LENGTH)
    sha256 = models.BinaryField(max_length=32, unique=True)
    scopes = ArrayField(models.CharField(max_length=32))
    name = models.CharField(max_length=64, blank=True)
    created = models.DateTimeField(db_default=ServiceNow())
    # A day, not an instant: written once a day at most, and no diary of the player's habits.
    last_used = models.DateField()
    expires = models.DateTimeField(null=True, blank=True)
    # What let the app in; it ends with that. NULL: it is no app's.
    authorization = models.ForeignKey(
        Authorization, on_delete=models.CASCADE, related_name="tokens", null=True, editable=False, db_index=False
    )

    objects = TokenQuerySet.as_manager()

    class Meta:
        """What the database itself sees to."""

        # The list of one player's tokens (so the key needs no index of its own); the lookup by
        # secret is the unique index above.
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


class PlayerPreferences(models.Model):
    """The preferences of one player; see `preferences`, which makes the row when he first says something."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="preferences")
    language = models.CharField(max_length=8, blank=True)
    time_zone = models.CharField(max_length=zones.MAX_LENGTH)
    # Local times.
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    digest_hour = models.SmallIntegerField(null=True, blank=True)
    # Seconds before a deadline, the longest first.
    reminders = ArrayField(models.IntegerField(), blank=True)
    # {kind: {channel: bool}}, what he chose himself only: a change of the defaults reaches everybody else.
    choices = models.JSONField(default=dict, blank=True)

    class Meta:
        """What the database itself sees to."""

        verbose_name_plural = "player preferences"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_to__isnull=True)
                | (
                    models.Q(quiet_from__isnull=False, quiet_to__isnull=False)
                    & ~models.Q(quiet_from=models.F("quiet_to"))
                ),
                name="players_quiet_hours",
            ),
            models.CheckConstraint(
                condition=models.Q(digest_hour__isnull=True) | models.Q(digest_hour__range=(0, 23)),
                name="players_digest_hour",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"


class Vacation(models.Model):
    """A time in which the clocks of a player stand still; see `vacations`, its only writer."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations", db_index=False)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    # NULL: all games. Games are no table of ours.
    games = ArrayField(models.UUIDField(), null=True, blank=True)
    # When it was over, or called off; NULL: it is planned or running.
    ended_at = models.DateTimeField(null=True, blank=True)
    # Counts the changes, so that a worker notices one that comes while he carries out the former.
    revision = models.IntegerField(default=1)
    # When a worker has to look at it next; NULL: never again.
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """What the database itself sees to."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(ended_at__isnull=True), name="players_vacation_one_open"
            ),
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")), name="players_vacation_order"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-starts_at"], name="players_vacation_by_player"),
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="players_vacation_due"),
        ]

    def __str__(self) -> str:
        return f"vacation of {self.player_id} from {self.starts_at:%Y-%m-%d}"


class GuestAllowance(models.Model):
    """How many guests one network made in its latest hour; see `services.allow_guest`."""

    # A keyed hash of the truncated address: no address is stored.
    network = models.BinaryField(max_length=32, primary_key=True)
    hour = models.DateTimeField()
    made = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.made} guests in the hour from {self.hour:%Y-%m-%d %H:%M}"
