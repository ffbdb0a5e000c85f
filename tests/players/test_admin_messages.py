"""The admin's pages of messages and calls, and "send again"."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from players.models import Delivery, Player, WebhookDelivery
from players.notifications import deliveries, inbox
from players.notifications.inbox import News
from players.webhooks import queue, services

if TYPE_CHECKING:
    from uuid import UUID

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db

DELIVERIES = "/admin/players/delivery/"
CALLS = "/admin/players/webhookdelivery/"
BOUNCE = "550 5.7.1 <ann@mailbox.example>: we know ann@mailbox.example too well"


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def chief() -> Client:
    """Return the client of an operator made on the command line, signed in."""
    call_command("createsuperuser", name="Chief", interactive=False)
    return signed_in(Player.objects.get(name="Chief"))


def clerk(*permissions: str) -> Client:
    """Return the client of an operator with these permissions only."""
    player = Player.objects.create(name="Clerk", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return signed_in(player)


def delivery(player: UUID, state: str, channel: str = "email", kind: str = "nudge") -> Delivery:
    """Create a delivery to this player in this state."""
    told = News(id=uuid4(), player_id=player, kind=kind, game_id=uuid4(), data={"hand": "red-five-held"})
    plan = deliveries.Plan(notification_id=told.id, channel=channel, device=None, next_at=timezone.now())
    inbox.add([told], [plan])
    Delivery.objects.filter(notification_id=told.id).update(state=state, attempts=7, error=BOUNCE)
    return Delivery.objects.get(notification_id=told.id)


def call(player: UUID, state: str) -> WebhookDelivery:
    """Create a call to a webhook of this player in this state."""
    url = "https://example.org/hooks/a-password"
    webhook, _ = services.create(player_id=player, url=url, events=["message"])
    queue.add(uuid4(), webhook_id=webhook.id, kind="message", data={"hand": "red-five-held"})
    made = WebhookDelivery.objects.filter(webhook=webhook)
    made.update(state=state, attempts=9, status_code=503, error="status", gives_up_at=timezone.now())
    return made.get()


def send_again(client: Client, *rows: Delivery | WebhookDelivery, path: str = DELIVERIES) -> str:
    """Select these rows, run the action, and return the resulting page."""
    form = {"action": "send_again", "_selected_action": [str(row.pk) for row in rows]}
    return client.post(path, form, follow=True).content.decode()


def test_what_was_given_up_is_found_and_sent_again(chief: Client, guest: Someone) -> None:
    dead, failed = delivery(guest.player.id, "dead"), delivery(guest.player.id, "failed", "webpush")
    done = delivery(guest.player.id, "sent", kind="caught")
    page = chief.get(DELIVERIES, {"state__exact": "dead", "channel__exact": "email"}).content.decode()
    assert "1 delivery" in page
    assert guest.player.name in page
    assert "2 will be sent again. 1 left alone: not given up." in send_again(chief, dead, failed, done)
    for one in (dead, failed):
        one.refresh_from_db()
        assert (one.state, one.attempts, one.error) == ("pending", 0, "")
        assert one.next_at <= timezone.now() + timedelta(seconds=1)
        assert "Sent again." in chief.get(f"{DELIVERIES}{one.pk}/history/").content.decode()
    done.refresh_from_db()
    assert (done.state, done.attempts) == ("sent", 7)
    assert {one.pk for one in (dead, failed)} == {one.pk for one in deliveries.claim("email", ordered=False)} | {
        one.pk for one in deliveries.claim("webpush", ordered=False)
    }


def test_it_says_what_happened_to_a_message_but_neither_what_it_says_nor_where_it_goes(
    chief: Client, guest: Someone
) -> None:
    dead = delivery(guest.player.id, "dead")
    for page in (chief.get(DELIVERIES), chief.get(f"{DELIVERIES}{dead.pk}/change/")):
        assert page.status_code == 200
        text = page.content.decode()
        assert "550 5.7.1 &lt;(address)&gt;: we know (address) too well" in text
        assert "mailbox.example" not in text
        assert "red-five-held" not in text


@pytest.mark.parametrize("term", ["id", "game_id", "player"])
def test_a_message_is_found_by_its_id_its_game_and_its_reader(chief: Client, guest: Someone, term: str) -> None:
    dead = delivery(guest.player.id, "dead")
    wanted = guest.player.name if term == "player" else str(getattr(dead, term))
    assert "1 delivery" in chief.get(DELIVERIES, {"q": wanted}).content.decode()
    assert "0 deliveries" in chief.get(DELIVERIES, {"q": "nobody"}).content.decode()


def test_deliveries_cannot_be_made_changed_or_deleted_here(chief: Client, guest: Someone) -> None:
    dead = delivery(guest.player.id, "dead")
    for path in ("add/", f"{dead.pk}/delete/"):
        assert chief.get(f"{DELIVERIES}{path}").status_code == 403
    assert chief.post(f"{DELIVERIES}{dead.pk}/change/", {"state": "sent"}).status_code == 403
    assert "delete_selected" not in chief.get(DELIVERIES).content.decode()


def test_who_may_only_look_cannot_send_again(guest: Someone) -> None:
    dead = delivery(guest.player.id, "dead")
    onlooker = clerk("view_delivery")
    assert "send_again" not in onlooker.get(DELIVERIES).content.decode()
    send_again(onlooker, dead)
    dead.refresh_from_db()
    assert dead.state == "dead"


def test_who_may_change_deliveries_can_send_again(guest: Someone) -> None:
    dead = delivery(guest.player.id, "dead")
    assert "1 will be sent again." in send_again(clerk("change_delivery"), dead)


def test_calls_to_webhooks_are_sent_again_unless_their_webhook_is_off(chief: Client, guest: Someone) -> None:
    dead, off, done = (call(guest.player.id, state) for state in ("dead", "dead", "sent"))
    services.change(player_id=guest.player.id, webhook_id=off.webhook_id, active=False)
    assert "2 webhook deliveries" in chief.get(CALLS, {"state__exact": "dead"}).content.decode()
    page = send_again(chief, dead, off, done, path=CALLS)
    assert "1 will be sent again. 2 left alone: not given up, or the webhook is switched off." in page
    assert [one.pk for one in queue.claim(10)] == [dead.pk]
    dead.refresh_from_db()
    assert dead.attempts == 1
    assert dead.gives_up_at > timezone.now() + timedelta(days=2)
    assert "Sent again." in chief.get(f"{CALLS}{dead.pk}/history/").content.decode()


def test_of_a_call_neither_its_body_nor_the_password_in_its_address_is_shown(chief: Client, guest: Someone) -> None:
    dead = call(guest.player.id, "dead")
    for page in (chief.get(CALLS, {"q": str(dead.webhook_id)}), chief.get(f"{CALLS}{dead.pk}/change/")):
        text = page.content.decode()
        assert "example.org" in text
        assert guest.player.name in text
        assert "503" in text
        assert "a-password" not in text
        assert "red-five-held" not in text


def test_calls_cannot_be_made_changed_or_deleted_here(chief: Client, guest: Someone) -> None:
    dead = call(guest.player.id, "dead")
    for path in ("add/", f"{dead.pk}/delete/"):
        assert chief.get(f"{CALLS}{path}").status_code == 403
    assert chief.post(f"{CALLS}{dead.pk}/change/", {"state": "sent"}).status_code == 403
