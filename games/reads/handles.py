"""The handles of cards that a player has drawn. Events do not hold them: they follow from what was dealt before."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.db import DatabaseError

import engine
from games.store import replay

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.types import LoggedEvent

logger = logging.getLogger(__name__)


def first_handle(game_id: UUID, events: Sequence[LoggedEvent]) -> int | None:
    """Return the handle that the next card into a hand got before these events, of which there is one at least.

    None if the log before them cannot be read.
    """
    before = events[0].seq - 1
    if not before:
        return engine.Table().next_handle
    try:
        return replay.moment(game_id, before).table.next_handle
    except DatabaseError:
        raise
    except Exception:
        # Who may see these events sees them although earlier ones are damaged.
        logger.exception("the log of game %s cannot be read up to event %d", game_id, before)
        return None
