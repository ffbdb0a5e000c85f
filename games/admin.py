"""Games, outages and heartbeats in the admin: read only, and without secrets.

Games change only through commands, and the log never changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from games import inspector
from games.inspector.plain_text import KEPT_BACK
from games.models import Found, Game, Heartbeat, Outage, Round
from games.store import seats
from games.types import SeatKind
from players.admin.read_only import ReadOnly

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse
    from django.urls import URLPattern

MAY_INSPECT = ("games.view_game", "games.view_found", "players.view_delivery", "players.view_webhookdelivery")
_NOBODY = {SeatKind.OPEN: "open", SeatKind.HUMAN: "deleted player", SeatKind.BOT: "bot"}


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin[Game]):
    """Headers of games. State and events are left out: operators may be players."""

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
        "quarantined_at",
        "quarantine",
        "created_at",
        "updated_at",
        "sitting",
    )
    list_display = ("id", "status", "game", "edition", "version", "turn_seat", "updated_at", "quarantined_at")
    list_filter = ("status", "game", "edition", "private", "worker_due", ("quarantined_at", admin.EmptyFieldListFilter))
    fields = SHOWN
    readonly_fields = SHOWN
    ordering = ("-created_at",)
    search_fields = ("id",)
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of a game, its timeline among them."""
        timeline = self.admin_site.admin_view(require_safe(self.timeline))
        return [path("<uuid:game_id>/timeline/", timeline, name="games_game_explain"), *super().get_urls()]

    def timeline(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Return the page with all that happened in a game, for operators who may see games and messages."""
        operator: Any = request.user
        if not operator.has_perms(MAY_INSPECT):
            raise PermissionDenied
        found = inspector.explain(game_id, operator=operator.pk)
        if found is None:
            raise Http404
        context = {
            **self.admin_site.each_context(request),
            "title": f"Timeline of game {game_id}",
            "found": found,
            "kept_back": KEPT_BACK,
        }
        return render(request, "admin/games/game/explain.html", context)

    @admin.display(description="seats")
    def sitting(self, game: Game) -> str:
        """Return the players by seat, as text."""
        return ", ".join(f"{one.seat}: {one.bot or one.name or _NOBODY[one.kind]}" for one in seats.read(game.seats))


@admin.register(Outage)
class OutageAdmin(ReadOnly, admin.ModelAdmin[Outage]):
    """Times without a sweep: they count against no player."""

    list_display = ("since", "until", "lasted")
    ordering = ("-since",)

    @admin.display(description="lasted")
    def lasted(self, outage: Outage) -> str:
        """Return hours, minutes and seconds."""
        return str(outage.until - outage.since).partition(".")[0]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, admin.ModelAdmin[Heartbeat]):
    """When the required parts of the service last ran."""

    list_display = ("name", "beat_at")
    ordering = ("name",)


@admin.register(Found)
class FoundAdmin(ReadOnly, admin.ModelAdmin[Found]):
    """Faults that the auditor found, and their states (docs/operators/operations.md)."""

    list_display = ("found_at", "game_id", "seq", "kind", "state", "message", "mailed_at")
    list_filter = ("state", "kind")
    search_fields = ("game_id",)
    ordering = ("-id",)


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin[Round]):
    """The progress of the auditor."""

    list_display = ("name", "begun_at", "cursor", "since", "ended_at", "games", "events")
    ordering = ("name",)
