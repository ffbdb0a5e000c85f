"""Games in which something can be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games import errors, event_store

if TYPE_CHECKING:
    from uuid import UUID

    from games.event_store import Found


def playable(game_id: UUID) -> Found | None:
    """The game; None if there is none, or it is on hold: it is looked at again when it goes on."""
    try:
        found = event_store.load(game_id)
    except errors.GameQuarantined:
        return None
    return None if found is None or found.header.is_quarantined else found
