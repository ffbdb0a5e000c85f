"""Admin pages on deliveries and calls to webhooks: pending ones, those given up, and "send again".

Neither text nor address of a message is shown, since operators may be players.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final
from urllib.parse import urlsplit

from django.contrib import admin, messages

from players.admin import send_again as retrying
from players.admin.read_only import ReadOnly
from players.models import Delivery, Webhook, WebhookDelivery
from players.notifications import deliveries
from players.webhooks import queue

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

    _DeliveryAdmin = admin.ModelAdmin[Delivery]
    _WebhookDeliveryAdmin = admin.ModelAdmin[WebhookDelivery]
else:  # Django's class takes no type arguments when it runs
    _DeliveryAdmin = _WebhookDeliveryAdmin = admin.ModelAdmin

ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, retrying.SendAgain, _DeliveryAdmin):
    """One message on its way to one device, and its result."""

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
        """Return the kind of the notification."""
        return delivery.notification.kind

    @admin.display(description="error", ordering="error")
    def what_was_said(self, delivery: Delivery) -> str:
        """Return the last error without addresses, which mail servers quote."""
        return ADDRESS.sub("(address)", delivery.error)

    @admin.action(description="Send again", permissions=["send_again"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        """Restart deliveries that were given up or refused."""
        chosen = list(queryset.filter(state__in=deliveries.ENDED_BADLY))
        left = queryset.count() - len(chosen)
        self.note(request, chosen)
        deliveries.send_again([one.id for one in chosen])
        self.message_user(request, retrying.said(len(chosen), left), messages.SUCCESS)


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, retrying.SendAgain, _WebhookDeliveryAdmin):
    """One call to one webhook, and its result."""

    SHOWN: ClassVar[tuple[str, ...]] = (
        "id",
        "owner",
        "host",
        "type",
        "game_id",
        "after_version",
        "version",
        "state",
        "attempts",
        "next_at",
        "gives_up_at",
        "expires_at",
        "status_code",
        "error",
        "created",
        "sent_at",
    )
    list_display = ("created", "type", "owner", "host", "state", "attempts", "next_at", "status_code", "error")
    list_filter = ("state", "type", "webhook__state")
    list_select_related = ("webhook__player",)
    search_fields = ("id__exact", "game_id__exact", "webhook__id__exact", "webhook__player__name_key")
    fields = SHOWN
    readonly_fields = SHOWN
    ordering = ("-created",)
    show_full_result_count = False
    actions = ("send_again",)

    @admin.display(description="owner")
    def owner(self, delivery: WebhookDelivery) -> str:
        """Return the name of the webhook's owner."""
        return str(delivery.webhook.player)

    @admin.display(description="host")
    def host(self, delivery: WebhookDelivery) -> str:
        """Return the host only; the rest of a URL is often a password."""
        return urlsplit(delivery.webhook.url).hostname or ""

    @admin.action(description="Send again", permissions=["send_again"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]) -> None:
        """Restart deliveries that were given up, unless the owner or the service switched the webhook off."""
        dead = queryset.filter(state=WebhookDelivery.State.DEAD, webhook__state=Webhook.State.ACTIVE)
        chosen = list(dead)
        left = queryset.count() - len(chosen)
        self.note(request, chosen)
        queue.again(WebhookDelivery.objects.filter(id__in=[one.id for one in chosen]))
        words = retrying.said(len(chosen), left, "not given up, or the webhook is switched off")
        self.message_user(request, words, messages.SUCCESS)
