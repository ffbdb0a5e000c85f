"""Periodic maintenance of webhooks: finds lost work and deletes what is over."""

from __future__ import annotations

import logging
import time
from typing import Final

from games.webhooks import batches, subscriptions
from players.webhooks import queue, services

logger = logging.getLogger(__name__)

GAMES_PER_SWEEP: Final = 500
SECRETS_PER_SWEEP: Final = 100
WARN_EVERY: Final = 3600.0
"""Seconds between two warnings of a process about the same thing."""


class _Warned:
    """When this process last warned of secrets that cannot be opened."""

    at = -WARN_EVERY


def sweep() -> None:
    """Recover lost work and clean up. Costs a few statements when there is nothing to do."""
    batches.sweep(GAMES_PER_SWEEP)
    subscriptions.forget_finished()
    queue.forget()
    _reseal()


def _reseal() -> None:
    unreadable = services.reseal(SECRETS_PER_SWEEP).unreadable
    if unreadable and time.monotonic() - _Warned.at >= WARN_EVERY:
        _Warned.at = time.monotonic()
        logger.error("%d secrets of webhooks do not open with the key of GAME_SECRET_KEYS that they name", unreadable)
