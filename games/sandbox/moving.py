"""Moving the clock: from one thing that falls due to the next, so that each happens at its time and has its effects.

There is one clock for the whole sandbox, and it never goes back. Meanwhile the worker and the sweeper run as ever, and
may be faster than we are: whatever is done, is done once, and by the same clock.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection, transaction

from games import errors
from games.messages import carrying
from games.sandbox import due, switch
from games.services import work
from games.webhooks import runner, upkeep
from players import clock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

SECONDS: Final = 8.0
"""Of real time that one request may take; then it says how far it came."""
ROUNDS: Final = 20
"""So often is looked whether what happened has led to more, before the clock goes on."""
FARTHEST: Final = timedelta(days=3660)
"""The clock cannot be further ahead of the real one."""
LOCK: Final = 0x466C6970_0005
"""Held in PostgreSQL by the request that moves the clock."""

# The clock's silence is nobody's: no sweep was away because it leapt, and no time is given back for that.
MOVE: Final = """
WITH leap AS (
    UPDATE sandbox_clock SET micros = micros + (extract(epoch FROM %s::timestamptz - service_now()) * 1000000)::bigint
    WHERE %s::timestamptz > service_now() RETURNING true
)
UPDATE heartbeat SET beat_at = beat_at + (%s::timestamptz - service_now()) FROM leap
"""
AHEAD: Final = "SELECT service_now(), (SELECT micros FROM sandbox_clock)"


class Reading(NamedTuple):
    """The service's time, and how much it is ahead of the real one."""

    now: datetime
    ahead: timedelta


@dataclass(frozen=True, slots=True)
class Journey:
    """From when to when the clock was moved in how many steps; `left`: what is still to go."""

    since: datetime
    now: datetime
    left: timedelta
    steps: int


def read() -> Reading:
    """What the clock says. Raises NotASandbox."""
    switch.demand()
    with connection.cursor() as cursor:
        cursor.execute(AHEAD)
        now, micros = cursor.fetchone()
        return Reading(now, timedelta(microseconds=micros))


def advance(by: timedelta, seconds: float = SECONDS) -> Journey:
    """Move the clock on, and do all that falls due on the way, each at its time.

    Raises NotASandbox, ClockTooFar, ClockBusy.
    """
    begun = read()
    if begun.ahead + by > FARTHEST:
        raise errors.ClockTooFar(most=FARTHEST.days)
    end = time.monotonic() + seconds
    target, steps = begun.now + by, 0
    with _alone():
        _settle(end)
        while (moment := due.upcoming()) is not None and moment <= target and time.monotonic() < end:
            _move(moment)
            _settle(end)
            steps += 1
        if moment is None or moment > target:
            _move(target)
            upkeep.sweep()
            _settle(end)
    now = clock.now()
    return Journey(begun.now, now, max(timedelta(0), target - now), steps)


def _move(moment: datetime) -> None:
    """Let it be that moment, if it is not past already."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(MOVE, (moment, moment, moment))


def _settle(end: float) -> None:
    """Do what is due until nothing more comes of it, in the order in which it happens to people."""
    for _ in range(ROUNDS):
        left = end - time.monotonic()
        if left <= 0:
            return
        done = work.sweep(left) + carrying.carry_in_turn(left)
        if due.calls_wait():
            done += 1 + runner.run(left)
        if not done:
            return


@contextmanager
def _alone() -> Iterator[None]:
    """One request at a time moves the clock. Raises ClockBusy."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s::bigint)", (LOCK,))
        if not cursor.fetchone()[0]:
            raise errors.ClockBusy
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s::bigint)", (LOCK,))
