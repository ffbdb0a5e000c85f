"""Players, and how many guests one network made. No behaviour here; see `services`."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models

from common.clock import ServiceNow
from players import names


class PlayerManager(BaseUserManager["Player"]):
    """Creates operators; players come from `services.create_guest` and from signing in."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """Find a player for the admin's login form, ignoring case."""
        return self.get(name_key=names.name_key(username or ""))

    def create_superuser(self, name: str, password: str | None = None, **more: object) -> Player:
        """Create an operator who may enter the admin; raises `InvalidName`."""
        player = self.model(name=names.clean_name(name), is_staff=True, is_superuser=True, **more)
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """A person, or a guest who may become one by adding an e-mail address."""

    # Random, so that an id reveals neither how many players there are nor when one joined.
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
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The key keeps names apart; the name is unique as well because Django wants that of
            # the field operators log in with.
            models.UniqueConstraint(fields=["name_key"], name="players_player_name_key"),
            models.UniqueConstraint(fields=["name"], name="players_player_name"),
        ]
        # allauth looks people up by address.
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["email"], name="players_player_email")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the key in step with the name at every save."""
        self.name_key = names.name_key(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.name


class GuestAllowance(models.Model):
    """How many guests one network made in its latest hour; see `services.allow_guest`."""

    # A keyed hash of the truncated address: no address is stored.
    network = models.BinaryField(max_length=32, primary_key=True)
    hour = models.DateTimeField()
    made = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.made} guests in the hour from {self.hour:%Y-%m-%d %H:%M}"
