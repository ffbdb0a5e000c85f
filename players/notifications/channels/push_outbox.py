"""Pushes as files, for development: what each device gets, readable, before any encryption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings

from common import clock

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from players.models import Device
    from players.notifications.channels.base import OutgoingMessage


def keep(device: Device, message: OutgoingMessage, shown: Mapping[str, Any]) -> Path | None:
    """Write a push into the folder PUSH_OUTBOX and return its file; None if the setting names no folder.

    A push that is sent again replaces its file.
    """
    folder: Path | None = settings.PUSH_OUTBOX
    if folder is None:
        return None
    written = {
        "kind": device.kind,
        "device": {"id": device.id, "name": device.name, "address": device.address},
        "player_id": device.player_id,
        "sent_at": clock.now(),
        "urgency": message.urgency,
        "expires_at": message.expires_at,
        "payload": shown,
    }
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f"{message.created_at:%Y%m%d-%H%M%S}-{device.kind}-{message.id}-{device.id}.json"
    file.write_bytes(msgspec.json.format(msgspec.json.encode(written), indent=1) + b"\n")
    file.chmod(0o600)
    return file
