"""The auditor, the continuous audit: rounds over moved games, over every log, and over the log of anchors.

A turn has a time limit and continues where the last one stopped. Any number of auditors share the games by leases; the
log of anchors has one at a time. One that is killed loses only the checks since its last record. Players never wait for
it: games are read one by one, in statements of their own, without a lock.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings

from games import leases
from games.audit import alerts, anchor_log, anchored_heads, catalog, check, fault_log, marks, outcomes, rounds
from games.audit.faults import NEWER

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from games.leases import Lease

logger = structlog.stdlib.get_logger(__name__)

PERIOD: Final = 10.0
"""Seconds from one turn to the next."""
BATCH: Final = 500
"""Games asked for at a time."""
FOR_MOVES: Final = 0.75
"""The largest part of a turn for moved games: the deep cycle advances even in the busiest hour."""
FOR_ANCHORS: Final = 0.1
"""The part of a turn for the log of anchors. The deep cycle has the rest."""
REST: Final = 3600.0
"""Least seconds between two rounds over everything: a small installation need not be read all the time."""
REST_OF_MOVES: Final = PERIOD / 2
"""Least seconds between two rounds over moved games: auditors beside each other need not look twice."""
PAUSE: Final = 0.1
"""Seconds between checks whether other auditors are done."""


def share() -> float:
    """Return the seconds of each `PERIOD` that one auditor may take."""
    return PERIOD * settings.AUDIT_SHARE / 100


def run() -> None:
    """Run one slice of the continuous audit: the share of a `PERIOD`."""
    if settings.AUDIT_SHARE:
        turn(share())


def turn(seconds: float) -> None:
    """Audit for `seconds`, or until there is nothing to do that others are not doing.

    Checks at least one game of each round and one step of the log of anchors.
    """
    begun = time.monotonic()
    look_at_moves(begun + seconds * FOR_MOVES, REST_OF_MOVES)
    look_at_anchors(time.monotonic() + seconds * FOR_ANCHORS)
    look_at_all(begun + seconds)
    _mail()
    alerts.alert_if_late()


def catch_up() -> None:
    """Check everything that has moved, as long as it takes, and what others are checking after them."""
    left = rounds.due_slices(rounds.MOVES, 0)
    while left:
        with leases.held(leases.Name.AUDIT, left) as lease:
            if lease is not None:
                rounds.restart(lease, rounds.of(rounds.MOVES, lease.slice))
                _moved(lease, rounds.START, fault_log.open_games(), math.inf)
                left.remove(lease.slice)
                continue
        time.sleep(PAUSE)
    _mail()


def look_at_moves(end: float, rest: float = 0.0) -> bool:
    """Check new events of moved games, until `end` of the monotonic clock. Returns True if nothing is left."""
    return _share(rounds.MOVES, rest, _moved, end)


def look_at_all(end: float, rest: float = REST) -> bool:
    """Continue the deep cycle until `end` of the monotonic clock. Returns True if it is complete or rests."""
    return _share(rounds.CYCLE, rest, _whole, end)


def _share(kind: str, rest: float, look: Callable[[Lease, UUID, set[UUID], float], bool], end: float) -> bool:
    """Look at one free slice after the other, once at each, until `end`."""
    left = rounds.due_slices(kind, rest)
    faulty = fault_log.open_games() if left else set()
    while left:
        with leases.held(leases.Name.AUDIT, left) as lease:
            if lease is None:
                return False
            left.remove(lease.slice)
            reached = rounds.cursor(rounds.of(kind, lease.slice), rest)
            # Not due any more: another auditor has completed it meanwhile.
            if reached is not None and not look(lease, reached, faulty, end):
                return False
    return True


def _moved(lease: Lease, reached: UUID, faulty: set[UUID], end: float) -> bool:
    name = rounds.of(rounds.MOVES, lease.slice)
    cursor, last = max(reached, leases.before(lease.slice)), leases.before(lease.slice + 1)
    while batch := catalog.open_games(cursor, last, BATCH):
        games = events = 0
        for cursor, moved in batch:
            if moved:
                games, events = games + 1, events + _look(cursor, whole=False, had_faults=cursor in faulty)
                lease.keep()
            if time.monotonic() > end:
                rounds.advance(lease, name, cursor, games, events)
                return False
        rounds.advance(lease, name, cursor, games, events)
    rounds.complete(lease, name)
    return True


def _whole(lease: Lease, reached: UUID, faulty: set[UUID], end: float) -> bool:
    name = rounds.of(rounds.CYCLE, lease.slice)
    cursor, last = max(reached, leases.before(lease.slice)), leases.before(lease.slice + 1)
    while batch := catalog.known(cursor, last, BATCH):
        for cursor in batch:
            events = _look(cursor, whole=True, had_faults=cursor in faulty)
            # Recorded after each game, so that one over which auditors die does not stop the cycle for ever.
            rounds.advance(lease, name, cursor, 1, events)
            if time.monotonic() > end:
                return False
    rounds.complete(lease, name)
    return True


def look_at_anchors(end: float, rest: float = REST) -> bool:
    """Continue along the log of anchors until `end` of the monotonic clock.

    Returns True if it is complete or rests, or another auditor is at it.
    """
    rounds.begin(rounds.ANCHORS)
    if rounds.cursor(rounds.ANCHORS, rest) is None:
        return True
    with leases.held(leases.Name.AUDIT_ANCHORS) as lease:
        if lease is not None and (cursor := rounds.cursor(rounds.ANCHORS, rest)) is not None:
            return _anchors(lease, cursor, end)
    return True


def _anchors(lease: Lease, cursor: UUID, end: float) -> bool:
    at = anchor_log.place_of(cursor)
    try:
        while (found := anchor_log.look(at)) is not None:
            anchor_log.report(found)
            at = found.at
            rounds.advance(lease, rounds.ANCHORS, anchor_log.cursor_of(at), int(found.is_whole), found.leaves)
            if time.monotonic() > end:
                return False
    except leases.Lost:
        raise
    except Exception:
        # The games must not wait for it, and the next turn tries again. `alerts.alert_if_late` tells if all turns
        # fail.
        logger.exception("audit_anchors_unchecked", day=str(at.day), leaf=at.place)
        return False
    fault_log.close_other_days()
    rounds.complete(lease, rounds.ANCHORS)
    return True


def _mail() -> None:
    with leases.held(leases.Name.AUDIT_MAIL) as lease:
        if lease is not None:
            alerts.mail()


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
        if finding.fault is not None and finding.fault.kind == NEWER:
            # An upgrade is under way: the auditor of the new processes checks it.
            logger.warning("audit_game_newer", game=str(game_id), seq=finding.fault.seq)
            return finding.events
        outcomes.apply(game_id, finding, walked=walked, had_faults=had_faults)
    except Exception:
        # For example a statement that took too long. Other games must not wait for it; the cycle will return to it.
        logger.exception("audit_game_unchecked", game=str(game_id))
        return 0
    return finding.events
