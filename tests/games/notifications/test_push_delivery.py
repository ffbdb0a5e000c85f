"""A turn pushed to a browser: the text on the lock screen, the possible actions, and the size."""

from __future__ import annotations

import json
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import pytest

import engine
from games import notifications
from games.notifications import send
from players import preferences
from players.models import Delivery
from players.notifications import devices
from players.notifications.channels.apns import ApnsChannel
from players.notifications.channels.fcm import FcmChannel
from tests.games import tables
from tests.games.notifications import fakes
from tests.players.receivers import Receiver, Reply
from tests.players.subscriptions import Browser

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _receivers_here(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]


def pushed(**options: Any) -> tuple[Any, int, list[str]]:
    """Return the first turn as the browser of seat 1 receives it, its size on the wire, and that player's hand."""
    ada, bob = tables.person(), tables.person()
    browser = Browser()
    game = tables.started(ada, bob, **options)
    while tables.table_of(game).turn != 1:  # the player who starts the match and has the turn has seen it
        game = tables.started(ada, bob, **options)
    with Receiver(lambda _: Reply(201)) as service:
        devices.register(player_id=bob, kind="webpush", address=service.url, **browser.keys)
        notifications.create_for_command(game, tables.version_of(game))
        send.send_due("webpush")
    assert [one.state for one in Delivery.objects.filter(channel="webpush", player_id=bob)] == ["sent"]
    (received,) = service.received
    hand = [card.card for card in engine.view(tables.table_of(game), 1).hand]
    return browser.read(received.body), len(received.body), hand


def test_a_push_to_a_browser_can_be_read_in_the_outbox(settings: SettingsWrapper, tmp_path: Path) -> None:
    settings.PUSH_OUTBOX = tmp_path
    push, _, _ = pushed()
    kept = [json.loads(file.read_text()) for file in tmp_path.iterdir()]
    assert [one["payload"] for one in kept if one["kind"] == "webpush"] == [push]


def test_a_push_of_a_turn_shows_no_card_and_leads_to_every_move() -> None:
    push, size, hand = pushed()
    assert push["kind"] == "your_turn"
    for shown in (push["title"], push["body"]):
        assert shown
        assert not [face for face in hand if face in shown.split()]
    assert push["url"].startswith("http")
    assert push["actions"]
    assert all(action["url"].startswith("http") for action in push["actions"])
    assert push["data"]["kind"] == "your_turn"
    assert size == pushed(game="classic")[1] == pushed(edition="marvel")[1], "sizes tell nothing"


@pytest.mark.parametrize(
    ("language", "title", "body"),
    [
        ("en", "Your turn: UNO Flip!", "It is your turn"),
        ("ru", "Ваш ход: UNO Flip!", "Ваш ход"),
        ("fr", "À vous\N{NO-BREAK SPACE}: UNO Flip!", "C’est votre tour"),
    ],
)
def test_a_phone_shows_the_title_of_the_mail_in_the_language_of_its_player(
    settings: SettingsWrapper, tmp_path: Path, language: str, title: str, body: str
) -> None:
    settings.PUSH_OUTBOX = tmp_path
    ada, bob = tables.person(), tables.person()
    preferences.change(player_id=bob, changes={"language": language})
    for kind in ("fcm", "apns"):
        devices.register(player_id=bob, kind=kind, address="ab" * 32)
    game = tables.started(ada, bob)
    while tables.table_of(game).turn != 1:
        game = tables.started(ada, bob)
    with fakes.only(FcmChannel(), ApnsChannel()):
        notifications.create_for_command(game, tables.version_of(game))
        for kind in ("fcm", "apns"):
            send.send_due(kind)
    kept = {one["kind"]: one["payload"] for one in (json.loads(file.read_text()) for file in tmp_path.iterdir())}
    shown = [kept["fcm"]["notification"], kept["apns"]["aps"]["alert"]]
    assert shown[0] == shown[1]
    assert shown[0]["title"].startswith(title)
    assert shown[0]["body"].startswith(body)
