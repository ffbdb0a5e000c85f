"""What is done for webhooks now and then: word that got lost is found, and what is over is forgotten."""

from __future__ import annotations

from typing import Final

from games.webhooks import batches, followers
from players.webhooks import queue, services

GAMES_PER_SWEEP: Final = 500
SECRETS_PER_SWEEP: Final = 100


def sweep() -> None:
    """Heal and tidy; costs a few statements when there is nothing to do."""
    batches.sweep(GAMES_PER_SWEEP)
    followers.forget_finished()
    queue.forget()
    services.reseal(SECRETS_PER_SWEEP)
