"""Admin pages on players, tokens, preferences and vacations: view, deactivate, revoke.

Secrets are not stored, so none can be shown; only owners create tokens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from allauth.account.models import EmailAddress
from django.contrib import admin

from players.admin.read_only import ReadOnly
from players.models import Player, PlayerPreferences, Token, Vacation

if TYPE_CHECKING:
    from django.http import HttpRequest

    _EmailAddressAdmin = admin.ModelAdmin[EmailAddress]
    _PlayerAdmin = admin.ModelAdmin[Player]
    _TokenAdmin = admin.ModelAdmin[Token]
    _PreferencesAdmin = admin.ModelAdmin[PlayerPreferences]
    _VacationAdmin = admin.ModelAdmin[Vacation]
else:  # Django's class takes no type arguments when it runs
    _EmailAddressAdmin = _PlayerAdmin = _TokenAdmin = _PreferencesAdmin = _VacationAdmin = admin.ModelAdmin


@admin.register(Player)
class PlayerAdmin(_PlayerAdmin):
    """Finds players; deactivating a player ends all their tokens at once."""

    list_display = ("name", "joined", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name_key", "email")
    fields = ("id", "name", "email", "joined", "is_active", "is_staff", "is_superuser")
    readonly_fields: ClassVar[tuple[str, ...]] = ("id", "name", "email", "joined")
    ordering = ("-joined",)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Return False: players create themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:  # noqa: ARG002 - Django's
        """Return False: games refer to players; deactivate instead."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:  # noqa: ARG002 - Django's
        """Keep operators from promoting themselves or others, unless they are superusers."""
        user: object = request.user
        at_the_top = isinstance(user, Player) and user.is_superuser
        return self.readonly_fields if at_the_top else (*self.readonly_fields, "is_staff", "is_superuser")


@admin.register(Token)
class TokenAdmin(_TokenAdmin):
    """Shows and revokes tokens."""

    list_display = ("hint", "kind", "player", "created", "last_used", "expires")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields = ("hint", "player__name_key")
    fields: ClassVar = (
        "hint",
        "kind",
        "player",
        "name",
        "scopes",
        "created",
        "last_used",
        "expires",
    )
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Return False: the secret of a token made here would be lost."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:  # noqa: ARG002 - Django's
        """Return False: tokens are revoked, never edited."""
        return False


@admin.register(PlayerPreferences)
class PlayerPreferencesAdmin(ReadOnly, _PreferencesAdmin):
    """Shows why a player gets messages as they do."""

    list_display = ("player", "language", "time_zone", "quiet_from", "quiet_to", "digest_hour")
    list_filter = ("language",)
    list_select_related = ("player",)
    search_fields = ("player__name_key",)


@admin.register(Vacation)
class VacationAdmin(ReadOnly, _VacationAdmin):
    """Shows when a player's clocks stand still, and when a worker handles the vacation next (`due_at`)."""

    list_display = ("player", "starts_at", "ends_at", "ended_at", "due_at")
    list_select_related = ("player",)
    search_fields = ("player__name_key",)
    date_hierarchy = "starts_at"
    ordering = ("-starts_at",)


# allauth's own page lets operators give a player another address, and so sign in as that player.
admin.site.unregister(EmailAddress)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnly, _EmailAddressAdmin):
    """Shows which addresses are known, and whether they are verified."""

    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    list_select_related = ("user",)
    search_fields = ("email", "user__name_key")
