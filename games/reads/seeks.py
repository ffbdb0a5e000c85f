"""Reads of seeks for messages and their links."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from games.models import Seek
from players.notifications import inbox

if TYPE_CHECKING:
    from players.models import Notification


def waits_for_confirmation(muster: Notification) -> bool:
    """Return whether the player of this message is called still, and has not confirmed since it was made."""
    found = Seek.objects.select_related("gathering").filter(id=seek_of(muster)).first()
    if found is None or found.gathering is None or found.state != Seek.State.CALLED:
        return False
    return found.confirmed_at is None or found.confirmed_at < muster.created_at


def seek_of(muster: Notification) -> UUID:
    """Return the id of the seek that this message is about."""
    return UUID(muster.data["seek"])


def seek_of_message(notification_id: UUID) -> UUID | None:
    """Return the id of the seek that the message of this id is about; None without such a message."""
    found = inbox.find(notification_id)
    return None if found is None else seek_of(found)
