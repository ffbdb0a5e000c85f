"""Unquarantines a game: checks its log first, and gives the time in quarantine back to the players.

All happens in one transaction: if the process is killed, the game stays quarantined, and the time is given back once.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

import engine
from games import clock as clocks
from games import hints
from games.audit import outcomes
from games.services import commands, system, vacations
from games.services.envelope import Decision, always
from games.services.system import Purpose
from games.store import deadlines, load, quarantine
from games.types import SYSTEM

if TYPE_CHECKING:
    from uuid import UUID

    from games.audit.faults import Fault
    from games.store.quarantine import Lifted

logger = logging.getLogger(__name__)


class StillDamaged(Exception):
    """The game is still damaged."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Released(NamedTuple):
    """Start and end of the quarantine, whether its time was given back, and a fault that remains."""

    lifted: Lifted
    given_back: bool
    fault: Fault | None


def release(game_id: UUID, *, force: bool = False) -> Released | None:
    """Unquarantine a game if its log is sound, or with `force`. Returns None if it is not quarantined.

    Wrong derived data are rebuilt from the log. Raises `StillDamaged`.
    """
    if not quarantine.among([game_id]):
        return None
    finding = outcomes.look_again(game_id)
    if finding.fault is not None and not force:
        raise StillDamaged(finding.fault)
    with transaction.atomic():
        lifted = quarantine.lift(game_id)
        if lifted is None:
            return None  # another process was faster
        given_back = _give_back(game_id, lifted)
        outcomes.accept(game_id, finding)
        transaction.on_commit(lambda: hints.wake(game_id))
    return Released(lifted, given_back, finding.fault)


def _give_back(game_id: UUID, lifted: Lifted) -> bool:
    try:
        with transaction.atomic():
            return _extend(game_id, lifted)
    except Exception:
        logger.exception("game %s goes on without the time it was quarantined", game_id)
        return False


def _extend(game_id: UUID, lifted: Lifted) -> bool:
    found = load.load_game(game_id)
    if found is None or found.clock is None or found.table.turn is None:
        return False
    command = engine.Extend(deadlines.OUTAGE, clocks.micros(lifted.since), clocks.micros(lifted.until))
    request = system.envelope(game_id, Purpose.UNQUARANTINE, found.game.version, settles=True)
    vacations.match_started(commands.submit(request, always(Decision(SYSTEM, None, command))))
    return True
