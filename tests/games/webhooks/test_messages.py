"""Messages by webhook: the same as in the inbox, delivered once, and retried like every other call."""

from __future__ import annotations

from datetime import timedelta
from operator import itemgetter
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games.notifications import create_for_command, send
from games.webhooks import send as webhook_calls
from players import services as players
from players.models import WebhookDelivery
from players.notifications import readers
from players.notifications.channels import Gone, OutgoingMessage
from players.notifications.channels.webhook import WebhookChannel
from players.webhooks import services
from tests.contract.client import ContractClient
from tests.games import tables
from tests.games.webhooks.factories import Listener, hook

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db

CHANNEL = WebhookChannel()


def message(player: UUID, expires_at: datetime | None = None) -> OutgoingMessage:
    return OutgoingMessage(
        id=uuid4(), kind="your_turn", player_id=player, language="en", title="Your turn", body="It is your turn.",
        text="It is your turn.", url="http://localhost:8000/m/x", created_at=timezone.now(), expires_at=expires_at,
        data={"kind": "your_turn", "number": 3},
    )  # fmt: skip


def test_a_message_arrives_as_in_the_inbox() -> None:
    ada = tables.person()
    with Listener() as listener:
        webhook = hook(ada, listener, "message")
        assert readers.load([ada], [CHANNEL])[ada].devices["webhook"] == [webhook.id]
        sent = message(ada)
        assert CHANNEL.send(webhook.id, sent) == CHANNEL.send(webhook.id, sent), "handed over twice is once"
        webhook_calls.run()
    (call,) = listener.calls
    assert (call.type, call.data) == ("message", {"kind": "your_turn", "number": 3})


def test_only_webhooks_that_want_messages_get_them() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener() as listener:
        moved = hook(ada, listener, "game.moved")
        wants = hook(ada, listener, "game.moved", "message")
        services.change(player_id=ada, webhook_id=hook(ada, listener, "message").id, active=False)
        hook(bob, listener, "message")
        assert readers.load([ada], [CHANNEL])[ada].devices["webhook"] == [wants.id]
        for device in (moved.id, uuid4(), None):
            with pytest.raises(Gone):
                CHANNEL.send(device, message(ada))


def test_what_is_no_news_any_more_is_not_sent() -> None:
    ada = tables.person()
    with Listener() as listener:
        webhook = hook(ada, listener, "message")
        CHANNEL.send(webhook.id, message(ada, timezone.now() - timedelta(seconds=1)))
        webhook_calls.run()
    assert listener.calls == []
    assert [(row.state, row.error) for row in WebhookDelivery.objects.all()] == [("dropped", "expired")]


def test_what_a_webhook_is_told_reads_as_in_the_inbox() -> None:
    ada, bob = tables.person(), tables.person()
    with Listener() as listener:
        hook(bob, listener, "message")
        game = tables.started(ada, bob)
        create_for_command(game, tables.version_of(game))
        send.send_due(CHANNEL.name)
        webhook_calls.run()
    secret = players.issue_token(player_id=bob, kind="device")[1]
    shown = ContractClient(secret).get("/v1/me/notifications").json()["notifications"]
    assert shown
    calls = [call.data for call in listener.calls]  # calls may overtake each other
    assert sorted(calls, key=itemgetter("id")) == sorted(shown, key=itemgetter("id"))
