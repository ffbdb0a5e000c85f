"""In development every push is a readable file, also for devices of services without keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from common import clock
from players.notifications import devices
from players.notifications.channels import OutgoingMessage
from players.notifications.channels.apns import ApnsChannel
from players.notifications.channels.fcm import FcmChannel
from tests.games import tables

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("kind", "channel"), [("fcm", FcmChannel()), ("apns", ApnsChannel())])
def test_a_push_without_keys_lands_in_the_outbox_as_the_phone_gets_it(
    kind: str, channel: Any, settings: Any, tmp_path: Path
) -> None:
    settings.PUSH_OUTBOX = tmp_path
    player = tables.person()
    device = devices.register(player_id=player, kind=kind, address="ab" * 32, name="my phone")
    message = OutgoingMessage(
        id=uuid4(), kind="your_turn", player_id=player, language="en", title="Your turn", body="Play.", text="Play.",
        url="", created_at=clock.now(),
    )  # fmt: skip
    for _ in range(2):  # the second is the same message sent again
        channel.send(device.id, message)
    (file,) = tmp_path.iterdir()
    kept = json.loads(file.read_text())
    assert (kept["kind"], kept["device"]["name"], kept["device"]["address"]) == (kind, "my phone", "ab" * 32)
    payload = kept["payload"]
    shown = payload["notification"] if kind == "fcm" else payload["aps"]["alert"]
    assert shown == {"title": "Your turn", "body": "Play."}
    assert file.stat().st_mode & 0o077 == 0
