"""The handles of cards that a player has drawn. Events do not hold them: they follow from what was dealt before."""

from __future__ import annotations

import logging
from functools import reduce
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError

import engine
from games.store import replay

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.types import GameState, LoggedEvent

logger = logging.getLogger(__name__)


_RESETS: Final = (engine.RoundStarted, engine.PositionResumed)
"""Events after which handles are counted anew."""


def handle_before(state: GameState, events: Sequence[LoggedEvent]) -> int | None:
    """Return the handle that the next card into a hand got before these events, the last ones of the game."""
    if any(isinstance(logged.event, _RESETS) for logged in events):
        return first_handle(state.game.id, events)
    given = reduce(engine.next_handle, (logged.event for logged in events), 0)
    return state.table.next_handle - given


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
