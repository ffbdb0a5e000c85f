"""The auditor, the continuous audit: rounds over what has moved, over every log, and over the log of anchors.

A turn takes as long as it is given and goes on where the last one stopped. One auditor of the installation works at a
time; one that is killed has lost nothing but the looks since its last note. Players never wait for it: games are read
one by one, in statements of their own, without a lock.
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
"""The most of a turn that goes to what has moved: the deep cycle gets on even in the busiest hour."""
FOR_ANCHORS: Final = 0.1
"""The part of a turn for the log of anchors; the deep cycle has the rest."""
REST: Final = 3600.0
"""Least seconds between two rounds over everything: a small installation need not be read without end."""


def share() -> float:
    """The seconds of each `PERIOD` that the auditor may take."""
    return PERIOD * settings.AUDIT_SHARE / 100


def run() -> None:
    """Run one slice of the continuous audit: the share of a `PERIOD`."""
    if settings.AUDIT_SHARE:
        turn(share())


def turn(seconds: float) -> bool:
    """Audit for so long, or until there is nothing to do; False if another process is at it.

    At least one game of each round is checked, and one step of the log of anchors.
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
    """Check everything that has moved, as long as it takes; False if another process is at it."""
    with held(Lock.CONTINUOUS_AUDIT) as mine:
        if mine:
            rounds.restart(rounds.MOVES)
            look_at_moves(math.inf)
            alerts.mail()
    return mine


def look_at_moves(end: float) -> bool:
    """Check what is new in games that have moved, until `end` of the monotonic clock; True if nothing is left."""
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
    """Go on with the deep cycle until `end` of the monotonic clock; True if it is at its end or rests."""
    cursor = rounds.cursor(rounds.CYCLE)
    if not rounds.is_due(rounds.CYCLE, rest):
        return True
    faulty = fault_log.open_games()
    while batch := catalog.known(cursor, SLICE):
        for cursor in batch:
            events = _look(cursor, whole=True, had_faults=cursor in faulty)
            # Noted after each: a game over which an auditor dies does not hold up the cycle for ever.
            rounds.advance(rounds.CYCLE, cursor, 1, events)
            if time.monotonic() > end:
                return False
    rounds.complete(rounds.CYCLE)
    return True


def look_at_anchors(end: float, rest: float = REST) -> bool:
    """Go on along the log of anchors until `end` of the monotonic clock; True if it is at its end or rests."""
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
        # The games are not to wait for it, and the next turn tries again: `alarm.ring_if_late` tells if none succeeds.
        logger.exception("audit_anchors_unchecked", day=str(at.day), leaf=at.place)
        return False
    fault_log.close_other_days()
    rounds.complete(rounds.ANCHORS)
    return True


def _look(game_id: UUID, *, whole: bool, had_faults: bool) -> int:
    """Check one game and act on what is found; how many events were read."""
    try:
        mark = marks.read(game_id)
        finding = None if whole or mark is None else check.since(game_id, mark)
        walked = finding is None or finding.fault is not None
        if finding is None:
            finding = check.whole(game_id, anchored_heads.anchored(game_id))
        if finding.fault is not None:
            # Once more, and all of it: what was read between two writes is not there any more.
            finding = check.whole(game_id, anchored_heads.anchored(game_id))
        outcomes.apply(game_id, finding, walked=walked, had_faults=had_faults)
    except Exception:
        # A statement that took too long, say. The other games are not to wait for it; the cycle comes again.
        logger.exception("audit_game_unchecked", game=str(game_id))
        return 0
    return finding.events
