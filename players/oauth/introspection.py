"""Introspection for authors: validity, scopes and expiry of their apps' tokens, never the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings

from common.clock import ServiceNow
from players import secret_tokens, selectors
from players.models import Authorization, Token
from players.scopes import ACCOUNT_READ

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

INACTIVE = {"active": False}
"""The answer for unknown, expired and others' tokens, which does not reveal which of these applies."""


class Mine(NamedTuple):
    """The tokens a caller may ask about: those of one app, or of all apps of one author."""

    app_id: str | None = None
    owner_id: UUID | None = None

    def apps(self, prefix: str) -> dict[str, object]:
        """Return the condition on rows that refer to an app by `prefix`."""
        return {f"{prefix}app_id": self.app_id} if self.app_id else {f"{prefix}app__owner_id": self.owner_id}


def apps_of_author(secret: str) -> Mine | None:
    """Return the apps of the holder of this token; None unless it is a player's own token with `account:read`."""
    if not secret_tokens.looks_like_secret(secret):
        return None
    bearer = selectors.find_bearer(secret_tokens.digest(secret))
    if bearer is None or bearer.grant.kind not in secret_tokens.OWN or ACCOUNT_READ not in bearer.grant.scopes:
        return None
    return Mine(owner_id=bearer.caller.id)


def described(secret: str, mine: Mine) -> dict[str, Any]:
    """Return the answer of RFC 7662 about the token `secret`."""
    key = secret_tokens.authorization_of(secret)
    return _access(secret, mine) if key is None else _refresh(key, secret, mine)


def _access(secret: str, mine: Mine) -> dict[str, Any]:
    digest = secret_tokens.digest(secret)
    living = Token.objects.filter(player__is_active=True, expires__gt=ServiceNow())
    found = living.filter(sha256=digest, **mine.apps("authorization__")).select_related("authorization").first()
    if found is None or found.authorization is None:
        return INACTIVE
    app_id = found.authorization.app_id
    return _active(app_id, found.scopes, found.created, found.expires) | {"token_type": "Bearer"}


def _refresh(key: UUID, secret: str, mine: Mine) -> dict[str, Any]:
    living = Authorization.objects.filter(player__is_active=True, expires__gt=ServiceNow())
    found = living.filter(id=key, refresh_sha256=secret_tokens.digest(secret), **mine.apps("")).first()
    if found is None:
        return INACTIVE
    return _active(found.app_id, found.scopes, found.created, found.expires)


def _active(app_id: str, scopes: list[str], created: datetime, expires: datetime | None) -> dict[str, Any]:
    said: dict[str, Any] = {
        "active": True,
        "client_id": app_id,
        "scope": " ".join(scopes),
        "iat": int(created.timestamp()),
        "iss": settings.PUBLIC_URL,
    }
    if expires is not None:
        said["exp"] = int(expires.timestamp())
    return said
