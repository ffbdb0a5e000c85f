"""The tables of third-party apps: the apps and their authorizations. No behaviour here; see `oauth`.

Apps are rows of allauth's identity provider. Its table of tokens stays empty: an app shows the API a
`Token` like any other, so that every request costs one statement.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from allauth.idp.oidc.models import Client
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from common.clock import ServiceNow
from players import secret_tokens

CHALLENGE_LENGTH = 43
"""Characters of SHA-256 in unpadded base64url (RFC 7636, 4.2)."""
MAX_REDIRECT = 512


class App(Client):  # type: ignore[misc]  # allauth ships no types
    """A third-party program that players may authorize. `data`: its website, and whether operators banned it."""

    class Meta:
        proxy = True

    @property
    def website(self) -> str:
        """Return the app's website, "" if it has none."""
        return str(self._said.get("website", ""))

    @property
    def banned(self) -> bool:
        """Tell whether operators have banned the app."""
        return bool(self._said.get("banned", False))

    @property
    def confidential(self) -> bool:
        """Tell whether the app can keep a secret."""
        return bool(self.type == Client.Type.CONFIDENTIAL)

    def check_secret(self, secret: str) -> bool:
        """Tell whether this is the app's secret: it has 256 random bits, so a digest is as good as a slow hash."""
        return self.confidential and secret_tokens.matches(secret, self.secret)

    @property
    def _said(self) -> dict[str, Any]:
        return self.data or {}


class Authorization(models.Model):
    """A player's authorization of an app, which begins with a code and lives on by refresh tokens."""

    # Never shown: a refresh token begins with it.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="authorizations", db_index=False
    )
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="authorizations")
    scopes = ArrayField(models.CharField(max_length=32))
    created = models.DateTimeField(db_default=ServiceNow())
    # The code, and what must be sent with it.
    code_sha256 = models.BinaryField(max_length=32, unique=True)
    redirect_uri = models.CharField(max_length=MAX_REDIRECT)
    challenge = models.CharField(max_length=CHALLENGE_LENGTH)
    # When the code was exchanged; NULL: not yet. The row stays, so that a second use of the code is recognized.
    exchanged = models.DateTimeField(null=True)
    # The refresh token that is valid now.
    refresh_sha256 = models.BinaryField(max_length=32, null=True)
    # A day, as in tokens.
    last_used = models.DateField()
    # Of the code before it is exchanged, of the refresh token afterwards.
    expires = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "app"], name="players_authorization_of"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(exchanged__isnull=True, refresh_sha256__isnull=True)
                | Q(exchanged__isnull=False, refresh_sha256__isnull=False),
                name="players_authorization_exchanged",
            )
        ]

    def __str__(self) -> str:
        return f"authorization of {self.app_id}"
