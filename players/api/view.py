"""Views with tokens: the scopes that a token needs are attributes of the view."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rest_framework.permissions import SAFE_METHODS

from common.api.view import ApiView
from players.api.authentication import TokenAuthentication
from players.api.permissions import Anyone, Nobody, own, requires
from players.limits import ACCOUNT, PUBLIC
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission

    from common.rate_limits.classes import RateClass


class ScopedView(ApiView):
    """Demands a token with `read_scopes` to look and with `write_scopes` to change; without scopes it is closed.

    `anonymous_may_read`, `anonymous_may_change`: nobody needs a token for that. `own_token`: tokens of apps are
    refused, whatever their scopes.
    """

    authentication_classes = (TokenAuthentication,)
    read_scopes: ClassVar[tuple[str, ...]] = ()
    write_scopes: ClassVar[tuple[str, ...]] = ()
    anonymous_may_read: ClassVar[bool] = False
    anonymous_may_change: ClassVar[bool] = False
    own_token: ClassVar[bool] = False

    def get_permissions(self) -> list[BasePermission]:
        """Return the permissions that the method demands."""
        reads = self.request.method in SAFE_METHODS
        scopes = self.read_scopes if reads else self.write_scopes
        if not scopes:
            return [Nobody()]
        anonymous = self.anonymous_may_read if reads else self.anonymous_may_change
        demanded: list[BasePermission] = [requires(scope, anonymous=anonymous)() for scope in scopes]
        return [*demanded, own()] if self.own_token else demanded


class AccountView(ScopedView):
    """Demands `account:read` to look and `account:write` to change."""

    rate_class: ClassVar[RateClass] = ACCOUNT
    read_scopes: ClassVar[tuple[str, ...]] = (ACCOUNT_READ,)
    write_scopes: ClassVar[tuple[str, ...]] = (ACCOUNT_WRITE,)


class OwnAccountView(AccountView):
    """As that, and demands a token that the player holds: no app may do this for them."""

    own_token = True


class PublicView(ApiView):
    """The same for everybody: the token is not looked at, so a stale one does not stand in the way."""

    authentication_classes = ()
    permission_classes = (Anyone,)
    rate_class: ClassVar[RateClass] = PUBLIC
