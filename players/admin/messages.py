"""The ledger of deliveries for operators: what waits, what was given up, and "send again".

What a message says is not shown, nor where it goes: operators may be players.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from django.contrib import admin, messages

from players import ledger
from players.admin import retrying
from players.admin.looking import OnlyToLook
from players.models import Delivery

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    _DeliveryAdmin = admin.ModelAdmin[Delivery]
else:  # Django's class takes no type arguments when it runs
    _DeliveryAdmin = admin.ModelAdmin

ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")


@admin.register(Delivery)
class DeliveryAdmin(OnlyToLook, retrying.SendAgain, _DeliveryAdmin):
    """One message on its way to one device, and what became of it."""

    SHOWN: ClassVar[tuple[str, ...]] = (
        "id",
        "player",
        "channel",
        "device",
        "kind",
        "game_id",
        "state",
        "digest",
        "attempts",
        "next_at",
        "expires_at",
        "what_was_said",
        "created_at",
        "sent_at",
    )
    list_display = ("created_at", "channel", "kind", "player", "state", "attempts", "next_at", "what_was_said")
    list_filter = ("state", "channel", "digest")
    list_select_related = ("player", "notification")
    search_fields = ("id__exact", "game_id__exact", "player__name_key")
    fields = SHOWN
    readonly_fields = SHOWN
    ordering = ("-created_at",)
    show_full_result_count = False
    actions = ("send_again",)

    @admin.display(description="kind", ordering="notification__kind")
    def kind(self, delivery: Delivery) -> str:
        """What it is about."""
        return delivery.notification.kind

    @admin.display(description="error", ordering="error")
    def what_was_said(self, delivery: Delivery) -> str:
        """The last error; mail servers quote the address."""
        return ADDRESS.sub("(address)", delivery.error)

    @admin.action(description="Send again", permissions=["send_again"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        """Let those that were given up or refused start anew."""
        ended = queryset.filter(state__in=ledger.ENDED_BADLY)
        chosen = list(ended)
        count = ledger.send_again([one.id for one in chosen])
        self.note(request, chosen)
        self.message_user(request, retrying.said(count, queryset.count() - count), messages.SUCCESS)
