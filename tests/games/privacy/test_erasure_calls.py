"""The webhooks of a deleted player, and of those who may know the player's name, are told of the deletion."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest
from django.db.models import F

from games.notifications import invitations, send
from games.services import worker
from games.webhooks import send as webhook_calls
from players.models import Leaving, WebhookDelivery
from players.privacy import erasure
from tests.games import tables
from tests.games.privacy.factories import days_pass, erase, leave
from tests.games.webhooks.factories import Listener, hook

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _receivers_here(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]


def last_calls(listener: Listener) -> list[object]:
    return [call.data for call in listener.calls if call.type == "player.erased"]


def test_their_programs_are_told_once_and_then_nothing_more(ada: Person, bob: Person) -> None:
    with Listener() as listener:
        hook(ada.id, listener)
        game = tables.started(ada.id, bob.id)
        leave(ada)
        days_pass(ada.id)
        worker.sweep()
        webhook_calls.run()
        assert last_calls(listener) == [{"you": True, "game": None, "seat": None}]
        days_pass(ada.id)
        worker.sweep()
        worker.run_outbox(game)
        webhook_calls.run()
        assert len(last_calls(listener)) == 1
        assert listener.calls[-1].type == "player.erased"


def test_programs_of_those_at_their_tables_are_told_which_seat_to_forget(ada: Person, bob: Person) -> None:
    with Listener() as bobs, Listener() as strangers:
        hook(bob.id, bobs)
        hook(tables.person(), strangers)
        game = tables.started(ada.id, bob.id)
        leave(ada)
        days_pass(ada.id)
        worker.sweep()
        webhook_calls.run()
        assert last_calls(bobs) == [{"you": False, "game": str(game), "seat": 0}]
        assert last_calls(strangers) == []


def test_players_they_had_invited_are_told_too_and_their_name_is_not_sent_again(ada: Person, bob: Person) -> None:
    with Listener() as listener:
        made = hook(bob.id, listener, "message")
        waiting = tables.lobby_of(ada.id).game.id
        tables.invite(waiting, ada.id, "Bob")
        invitations.create_due()
        worker.sweep()
        send.send_due("webhook")
        webhook_calls.run()
        (told,) = [call.data for call in listener.calls if call.type == "message"]
        assert told["data"]["from"] == "Ada"
        leave(ada)
        days_pass(ada.id)
        worker.sweep()
        webhook_calls.run()
        assert last_calls(listener) == [{"you": False, "game": str(waiting), "seat": 0}]
        Leaving.objects.update(next_at=F("asked_at"))
        worker.sweep()
        (kept,) = WebhookDelivery.objects.filter(webhook=made, type="message")
        assert kept.data is not None
        assert kept.data["data"]["from"] is None


def test_an_invitation_that_waits_when_its_sender_is_shut_out_tells_nobody_their_name(ada: Person, bob: Person) -> None:
    with Listener() as listener:
        hook(bob.id, listener, "message")
        tables.invite(tables.lobby_of(ada.id).game.id, ada.id, "Bob")
        leave(ada)
        days_pass(ada.id)
        worker.sweep()
        invitations.create_due()
        send.send_due("webhook")
        webhook_calls.run()
        assert listener.calls == []
    assert bob.client.get("/v1/me/notifications").json()["notifications"] == []


def test_however_many_messages_name_them_none_is_sent_with_the_name_again(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "BATCH", 1)
    with Listener() as listener:
        hook(bob.id, listener, "message")
        for _ in range(3):
            tables.invite(tables.lobby_of(ada.id).game.id, ada.id, "Bob")
        invitations.create_due()
        send.send_due("webhook")
        webhook_calls.run()
    assert [call.data["data"]["from"] for call in listener.calls] == ["Ada"] * 3
    erase(ada)
    told = WebhookDelivery.objects.filter(type="message").values_list("data__data__from", flat=True)
    assert list(told) == [None] * 3
