"""Failures of the service's own commands: logged and retried later, without refusing players anything.

A failure that passes by itself (the database is away, a row stays locked) is a line in the log, and the next run
tries again. Any other is a bug of the service. Its work is left to the outbox, which retries it at growing intervals,
counts it as failing in `/metrics`, and outlives every process.
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
    """The work has failed and that is logged. `is_promised` tells whether the outbox has it now."""

    def __init__(self, *, is_promised: bool) -> None:
        super().__init__()
        self.is_promised = is_promised


def note(game_id: UUID, work: Work, failure: Exception, player: UUID | None = None) -> Noted:
    """Log a failure, and leave its work to the outbox if it does not pass by itself. Never raises.

    `player` is the one whose seat the work is for. The traceback is logged once for each version of the game, however
    many callers fail.
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
