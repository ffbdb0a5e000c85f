"""The auditor, the continuous audit: rounds over moved games, over every log, and over the log of anchors.

A turn has a time limit and continues where the last one stopped. Only one auditor of the installation works at a
time. One that is killed loses only the checks since its last record. Players never wait for it: games are read one by
one, in statements of their own, without a lock.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings

from common.database.advisory_locks import held
from games.advisory_locks import Lock
from games.audit import alerts, anchor_log, anchored_heads, catalog, check, fault_log, marks, outcomes, rounds

if TYPE_CHECKING:
    from uuid import UUID

logger = structlog.stdlib.get_logger(__name__)

PERIOD: Final = 10.0
"""Seconds from one turn to the next."""
SLICE: Final = 500
"""Games asked for at a time."""
FOR_MOVES: Final = 0.75
"""The largest part of a turn for moved games: the deep cycle advances even in the busiest hour."""
FOR_ANCHORS: Final = 0.1
"""The part of a turn for the log of anchors. The deep cycle has the rest."""
REST: Final = 3600.0
"""Least seconds between two rounds over everything: a small installation need not be read all the time."""


def share() -> float:
    """Return the seconds of each `PERIOD` that the auditor may take."""
    return PERIOD * settings.AUDIT_SHARE / 100


def run() -> None:
    """Run one slice of the continuous audit: the share of a `PERIOD`."""
    if settings.AUDIT_SHARE:
        turn(share())


def turn(seconds: float) -> bool:
    """Audit for `seconds`, or until there is nothing to do.

    Returns False if another process is auditing. Checks at least one game of each round and one step of the log of
    anchors.
    """
    with held(Lock.CONTINUOUS_AUDIT) as mine:
        if mine:
            begun = time.monotonic()
            look_at_moves(begun + seconds * FOR_MOVES)
            look_at_anchors(time.monotonic() + seconds * FOR_ANCHORS)
            look_at_all(begun + seconds)
            alerts.mail()
            alerts.alert_if_late()
    return mine


def catch_up() -> bool:
    """Check everything that has moved, as long as it takes. Returns False if another process is auditing."""
    with held(Lock.CONTINUOUS_AUDIT) as mine:
        if mine:
            rounds.restart(rounds.MOVES)
            look_at_moves(math.inf)
            alerts.mail()
    return mine


def look_at_moves(end: float) -> bool:
    """Check new events of moved games, until `end` of the monotonic clock. Returns True if nothing is left."""
    faulty = fault_log.open_games()
    cursor = rounds.cursor(rounds.MOVES)
    while batch := catalog.open_games(cursor, SLICE):
        games = events = 0
        for cursor, moved in batch:
            if moved:
                games, events = games + 1, events + _look(cursor, whole=False, had_faults=cursor in faulty)
            if time.monotonic() > end:
                rounds.advance(rounds.MOVES, cursor, games, events)
                return False
        rounds.advance(rounds.MOVES, cursor, games, events)
    rounds.complete(rounds.MOVES)
    return True


def look_at_all(end: float, rest: float = REST) -> bool:
    """Continue the deep cycle until `end` of the monotonic clock. Returns True if it is complete or rests."""
    cursor = rounds.cursor(rounds.CYCLE)
    if not rounds.is_due(rounds.CYCLE, rest):
        return True
    faulty = fault_log.open_games()
    while batch := catalog.known(cursor, SLICE):
        for cursor in batch:
            events = _look(cursor, whole=True, had_faults=cursor in faulty)
            # Recorded after each game, so that one over which auditors die does not stop the cycle for ever.
            rounds.advance(rounds.CYCLE, cursor, 1, events)
            if time.monotonic() > end:
                return False
    rounds.complete(rounds.CYCLE)
    return True


def look_at_anchors(end: float, rest: float = REST) -> bool:
    """Continue along the log of anchors until `end` of the monotonic clock. Returns True if complete or resting."""
    at = anchor_log.place_of(rounds.cursor(rounds.ANCHORS))
    if not rounds.is_due(rounds.ANCHORS, rest):
        return True
    try:
        while (found := anchor_log.look(at)) is not None:
            anchor_log.report(found)
            at = found.at
            rounds.advance(rounds.ANCHORS, anchor_log.cursor_of(at), int(found.is_whole), found.leaves)
            if time.monotonic() > end:
                return False
    except Exception:
        # The games must not wait for it, and the next turn tries again. `alerts.alert_if_late` tells if all turns
        # fail.
        logger.exception("audit_anchors_unchecked", day=str(at.day), leaf=at.place)
        return False
    fault_log.close_other_days()
    rounds.complete(rounds.ANCHORS)
    return True


def _look(game_id: UUID, *, whole: bool, had_faults: bool) -> int:
    try:
        mark = marks.read(game_id)
        finding = None if whole or mark is None else check.since(game_id, mark)
        walked = finding is None or finding.fault is not None
        if finding is None:
            finding = check.whole(game_id, anchored_heads.anchored(game_id))
        if finding.fault is not None:
            # Check all of it once more: a false fault from reading between two writes will not appear again.
            finding = check.whole(game_id, anchored_heads.anchored(game_id))
        outcomes.apply(game_id, finding, walked=walked, had_faults=had_faults)
    except Exception:
        # For example a statement that took too long. Other games must not wait for it; the cycle will return to it.
        logger.exception("audit_game_unchecked", game=str(game_id))
        return 0
    return finding.events
