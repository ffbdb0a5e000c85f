"""Admin pages on apps: view apps, ban them, end their authorizations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as ProviderToken
from django.contrib import admin

from players.admin.read_only import ReadOnly
from players.models import App, Authorization
from players.oauth import apps

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    _AppAdmin = admin.ModelAdmin[Any]
    _AuthorizationAdmin = admin.ModelAdmin[Authorization]
else:  # Django's class takes no type arguments when it runs
    _AppAdmin = _AuthorizationAdmin = admin.ModelAdmin

# allauth's own pages would let operators create secrets and change which apps players trust.
for _model in (Client, ProviderToken):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


@admin.register(App)
class AppAdmin(ReadOnly, _AppAdmin):
    """Shows apps and their authors, and bans apps."""

    list_display = ("name", "id", "type", "owner", "created_at", "banned")
    list_filter = ("type",)
    list_select_related = ("owner",)
    search_fields = ("name", "id", "owner__name_key")
    fields = ("id", "name", "type", "owner", "website", "redirect_uris", "scopes", "created_at", "banned")
    readonly_fields: ClassVar = fields
    actions = ("ban", "unban")

    def has_ban_permission(self, request: HttpRequest) -> bool:
        """Allow this to operators who may change apps, though there is no form to change one."""
        user: Any = request.user
        return bool(user.has_perm("players.change_app"))

    @admin.action(description="Ban: end all tokens and let in nobody", permissions=["ban"])
    def ban(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Shut these apps out at once."""
        for app in queryset:
            apps.ban(app.pk)
            self.log_change(request, app, "banned")

    @admin.action(description="Take a ban back", permissions=["ban"])
    def unban(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Let players authorize these apps again."""
        for app in queryset:
            apps.unban(app.pk)
            self.log_change(request, app, "ban taken back")


@admin.register(Authorization)
class AuthorizationAdmin(_AuthorizationAdmin):
    """Shows which apps act for which players, and ends authorizations."""

    list_display = ("app", "player", "scopes", "created", "last_used", "expires")
    list_select_related = ("app", "player")
    search_fields = ("app__name", "player__name_key")
    fields: ClassVar = ("app", "player", "scopes", "redirect_uri", "created", "exchanged", "last_used", "expires")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Return False: players authorize apps."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Authorization | None = None) -> bool:  # noqa: ARG002 - Django's
        """Return False: authorizations are ended, never edited."""
        return False
