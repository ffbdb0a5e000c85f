"""Games in the admin: to look at, not to touch, and without anything secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin

from games.models import Game

if TYPE_CHECKING:
    from django.http import HttpRequest


@admin.register(Game)
class GameAdmin(admin.ModelAdmin[Game]):
    """Headers of games. State, invite code and events are left out: operators may be players."""

    SHOWN: ClassVar[tuple[str, ...]] = (
        "id",
        "status",
        "game",
        "edition",
        "private",
        "version",
        "seat_count",
        "open_seats",
        "turn_seat",
        "worker_due",
        "deadline_at",
        "created_at",
        "updated_at",
        "sitting",
    )
    list_display = ("id", "status", "game", "edition", "version", "turn_seat", "updated_at")
    list_filter = ("status", "game", "edition", "private", "worker_due")
    fields = SHOWN
    readonly_fields = SHOWN
    ordering = ("-created_at",)
    search_fields = ("id",)
    show_full_result_count = False

    @admin.display(description="seats")
    def sitting(self, game: Game) -> str:
        """Who sits where, in words."""
        seats = game.seats.select_related("player").order_by("seat_no")
        return ", ".join(f"{seat.seat_no}: {seat.bot or seat.player or 'open'}" for seat in seats)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        """Nobody: games are made at the lobby."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - as above
        """Nobody: games change through the one door."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - as above
        """Nobody: the log is for good."""
        return False
