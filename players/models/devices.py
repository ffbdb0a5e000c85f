"""The table of devices that receive pushes. No behaviour here; see `devices`."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow


class Device(models.Model):
    """A browser or phone that receives its owner's notifications."""

    class Kind(models.TextChoices):
        """The service that reaches the device. The words are stored, and are names of channels."""

        WEBPUSH = "webpush"
        FCM = "fcm"
        APNS = "apns"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=64, blank=True, default="")
    # A push endpoint, or the app's token for FCM or APNs; devices are told apart by its `sha256`.
    address = models.CharField(max_length=2048)
    sha256 = models.BinaryField(max_length=32)
    # The browser's public key and shared secret (RFC 8291); "" for other kinds.
    p256dh = models.CharField(max_length=96, blank=True, default="")
    auth = models.CharField(max_length=32, blank=True, default="")
    created = models.DateTimeField(db_default=ServiceNow())

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # A device has one owner: a player who signs in on it later takes it over.
            models.UniqueConstraint(fields=["kind", "sha256"], name="players_device_once"),
            models.CheckConstraint(condition=Q(kind__in=["webpush", "fcm", "apns"]), name="players_device_kind"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "kind", "created"], name="players_device_of")
        ]

    def __str__(self) -> str:
        return f"{self.kind} device {self.id}"
