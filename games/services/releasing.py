"""Letting a game on hold go on: the time it was held counts against no player.

All in one transaction: who is killed here leaves the game on hold, and the time is given back once.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

import engine
from games import clock as clocks
from games import deadlines, dispatch, event_store, quarantine
from games.records import SYSTEM
from games.services import play, vacations
from games.services.requests import WORKER, Move, Request

if TYPE_CHECKING:
    from games.event_store import Loaded
    from games.quarantine import Lifted

RELEASES: Final = UUID("8f1d6c0b-5d5e-5e0f-9b0a-3a4f6f0f7d52")
"""Namespace of the ids of these commands."""

ASKED: Final = sha256(b"release").digest()


def release(game_id: UUID) -> Lifted | None:
    """Let the game go on; from when to when it was on hold, None if it was not.

    Whether its log is sound is for the caller to know: where it cannot be folded this raises, and the game stays.
    """
    with transaction.atomic():
        lifted = quarantine.lift(game_id)
        if lifted is None:
            return None
        _give_back(game_id, lifted)
        transaction.on_commit(lambda: dispatch.wake(game_id))
    return lifted


def _give_back(game_id: UUID, lifted: Lifted) -> None:
    found = event_store.load(game_id)
    if found is None or found.table.clock is None or found.table.turn is None:
        return  # nobody's time was running
    command = engine.Extend(deadlines.OUTAGE, clocks.micros(lifted.since), clocks.micros(lifted.until))
    version = found.header.version
    request = Request(game_id, WORKER, uuid5(RELEASES, f"{game_id}/{version}"), ASKED, version, settles=True)

    def plan(_loaded: Loaded) -> Move:
        return Move(SYSTEM, None, command)

    vacations.match_started(play.submit(request, plan))
