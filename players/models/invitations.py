"""The tables of invitations: those to tables, and addresses that want none by mail."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow


class Invitation(models.Model):
    """An invitation to a table: its code lets people see the table before the match, and sit down.

    A link seats as many people as there are seats, an invitation of a player or of an address one. No behaviour here;
    see `players.invitations`.
    """

    class Kind(models.TextChoices):
        """Who is invited. The words are stored."""

        LINK = "link"
        PLAYER = "player"
        EMAIL = "email"

    class State(models.TextChoices):
        """The state of an invitation. The words are stored; one that is over by its time may still be `open` here."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        REVOKED = "revoked"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # The games have tables of their own.
    game_id = models.UUIDField()
    # Not a digest: the players at the table are shown it again. It opens one table, until the match starts.
    code = models.CharField(max_length=8, unique=True)
    kind = models.CharField(max_length=8, choices=Kind)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    # The inviting player.
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    # A name or an id, as it was typed.
    wanted = models.CharField(max_length=64, blank=True, default="")
    # Deleted when the invitation ends.
    email = models.CharField(max_length=254, blank=True, default="")
    # A keyed digest of the name, id or address; empty for a link.
    recipient = models.BinaryField(max_length=32)
    # The invited player, once they are found or have sat down.
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    # For a mail to somebody whose language is not known.
    language = models.CharField(max_length=8, blank=True, default="")
    created_at = models.DateTimeField(db_default=ServiceNow())
    expires_at = models.DateTimeField()
    # When the worker looks for the player or the owner of the address; NULL: it has.
    next_at = models.DateTimeField(null=True)
    attempts = models.SmallIntegerField(default=0)
    # When to send a mail to an address without an account; NULL: none is to be sent. `mailed_at` counts for the limit.
    mail_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game_id", "kind", "recipient"], condition=Q(state="open"), name="players_invitation_open"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game_id", "-created_at"], name="players_invitation_game"),
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="players_invitation_due"),
            models.Index(fields=["mail_at"], condition=Q(mail_at__isnull=False), name="players_invitation_mail"),
            models.Index(fields=["recipient", "mailed_at"], name="players_invitation_mailed"),
            models.Index(fields=["player", "created_at"], name="players_invitation_by"),
            models.Index(fields=["invited"], condition=Q(invited__isnull=False), name="players_invitation_of"),
            models.Index(fields=["email"], condition=~Q(email=""), name="players_invitation_email"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.game_id} ({self.state})"


class UninvitedAddress(models.Model):
    """An address whose owner wants no invitations by mail, as a keyed digest."""

    recipient = models.BinaryField(max_length=32, primary_key=True)
    created_at = models.DateTimeField(db_default=ServiceNow())

    class Meta:
        verbose_name_plural = "uninvited addresses"

    def __str__(self) -> str:
        return bytes(self.recipient).hex()[:8]
