"""What a token must allow for a view; every view names one of these.

`Nobody` is the default, so a view that forgets is closed, not open.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission

from players import secret_tokens
from players.errors import DeviceTokenRequired, InsufficientScope, OwnTokenRequired
from players.scopes import SCOPES
from players.selectors import Grant

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


class Nobody(BasePermission):
    """Refuses everyone: what a view gets that names no permission."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's signature
        """Say no."""
        return False


class Anyone(BasePermission):
    """Lets everyone in, with or without a token of whatever scope."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's signature
        """Say yes."""
        return True


class ScopePermission(BasePermission):
    """Lets tokens in that carry `scope`; raises `InsufficientScope` for others."""

    scope: str
    anonymous: bool

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's signature
        """Judge `request.auth`; False, for want of any token, becomes a 401."""
        grant = request.auth
        if not isinstance(grant, Grant):
            return self.anonymous and grant is None
        if self.scope not in grant.scopes:
            raise InsufficientScope(required_scope=self.scope)
        return True


class OwnToken(BasePermission):
    """Lets tokens in that players hold themselves; raises `OwnTokenRequired` for those of apps."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's signature
        """Judge `request.auth`; False, for want of any token, becomes a 401."""
        grant = request.auth
        if not isinstance(grant, Grant):
            return False
        if grant.kind not in secret_tokens.OWN:
            raise OwnTokenRequired
        return True


class DeviceToken(BasePermission):
    """Lets tokens of devices in; raises `DeviceTokenRequired` for those of programs and apps."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 - DRF's signature
        """Judge `request.auth`; False, for want of any token, becomes a 401."""
        grant = request.auth
        if not isinstance(grant, Grant):
            return False
        if grant.kind != secret_tokens.DEVICE:
            raise DeviceTokenRequired
        return True


def own() -> OwnToken:
    """Return the permission that shuts out apps."""
    return OwnToken()


@cache
def requires(scope: str, *, anonymous: bool = False) -> type[ScopePermission]:
    """Return the permission that demands `scope`; with `anonymous`, only of those with a token.

    Raises `ValueError` for a scope that does not exist, when the view is imported.
    """
    if scope not in SCOPES:
        message = f"no such scope: {scope}"
        raise ValueError(message)
    name = "Requires" + scope.title().replace(":", "")
    return type(name, (ScopePermission,), {"scope": scope, "anonymous": anonymous})
