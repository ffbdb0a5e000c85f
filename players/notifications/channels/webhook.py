"""Messages to webhooks: put into the webhooks' own queue, which signs, calls, and retries for three days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from players.notifications.channels.base import Gone
from players.webhooks import queue, selectors
from players.webhooks.services import MESSAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from players.notifications.channels.base import OutgoingMessage

DELIVERIES: Final = UUID("c1b6f0de-6f0d-5f0a-9a1c-0a6f6f2d7b35")
"""Namespace of the ids of deliveries made from messages: adding one twice stores it once."""


def delivery_id(webhook_id: UUID, message_id: UUID) -> UUID:
    """Return the id of the delivery that carries this message to this webhook."""
    return uuid5(DELIVERIES, f"{webhook_id}/{message_id}")


class WebhookChannel:
    """Programs of players; see `players.notifications.channels.base.Channel`."""

    name = "webhook"
    devices = selectors.MESSAGED
    for_people = False
    digests = False
    pauses: Sequence[float] = (5.0, 60.0, 600.0)  # this only writes a row of our own database

    def address(self, player_id: UUID) -> str:  # noqa: ARG002 - the channel's form
        """Return "": links are bound to the notification alone."""
        return ""

    def unsubscribe_url(self, player_id: UUID, kind: str) -> str | None:  # noqa: ARG002 - as above
        """Return None: a program changes its webhook instead."""
        return None

    def send(self, device: UUID | None, message: OutgoingMessage) -> str:
        """Queue the message as the inbox shows it. Raises `Gone` if the webhook does not want messages any more.

        Its sentence names other players, so it is made when the call is (`games.webhooks.bodies`), and stored nowhere.
        """
        if device is None or not selectors.wants_messages(device, message.player_id):
            raise Gone
        data = {name: value for name, value in message.data.items() if name != "text"}
        delivery = queue.add(
            delivery_id(device, message.id), webhook_id=device, kind=MESSAGE, data=data, expires_at=message.expires_at
        )
        return str(delivery.id)
