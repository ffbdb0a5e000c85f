"""Failures of the service's own part in a game: noted, tried again later, and no reason to refuse a player anything.

A failure that passes by itself (the database is away, a row stays locked) is a line in the log, and the next run
tries again. Any other is a fault of ours. Its work is left to the outbox, which tries it later and later, counts it as
failing in `/metrics`, and outlives every process.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from games import transient
from games.store import outbox

if TYPE_CHECKING:
    from uuid import UUID

    from games.types import Work

logger = logging.getLogger(__name__)


class Noted(Exception):
    """The work has failed, which is in the log. `is_promised`: the outbox has it now."""

    def __init__(self, *, is_promised: bool) -> None:
        super().__init__()
        self.is_promised = is_promised


def note(game_id: UUID, work: Work, failure: Exception, player: UUID | None = None) -> Noted:
    """Put a failure into the log, and leave its work to the outbox if it does not pass by itself.

    `player`: the one whose seat the work is for. The traceback is logged once for each version of the game, however
    many run into it. Never raises.
    """
    away = transient.what_is_away(failure)
    if away is not None:
        logger.warning("game %s: %s has to wait: %s", game_id, work.name, type(away).__name__)
        return Noted(is_promised=False)
    try:
        is_new = outbox.postpone(game_id, work, player)
    except Exception:
        logger.exception("game %s: %s failed, and cannot be left to the outbox", game_id, work.name, exc_info=failure)
        return Noted(is_promised=False)
    if is_new:
        logger.error("game %s: %s failed, and is left to the outbox", game_id, work.name, exc_info=failure)
    else:
        logger.warning("game %s: %s failed again: %s", game_id, work.name, type(failure).__name__)
    return Noted(is_promised=True)
