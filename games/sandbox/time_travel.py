"""Moves the clock from one due event to the next, so that each happens at its time and has its effects.

The whole sandbox has one clock, which never goes back. The worker and the sweeper run as usual and may act first:
everything is done once, and by the same clock.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection, transaction

from common import clock
from games import errors, leases
from games.matchmaking import job as matchmaking
from games.notifications import sweep
from games.sandbox import mode
from games.services import worker
from games.store import deadlines
from games.webhooks import maintenance, send

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from games.leases import Lease

SECONDS: Final = 8.0
"""Seconds of real time that one request may take. Then it reports how far it came."""
ROUNDS: Final = 20
"""Most checks for consequences of what happened before the clock moves on. It never passes a deadline."""
PAUSE: Final = 0.1
"""Seconds between checks of a deadline that another process holds, or that cannot be settled."""
LEAST: Final = timedelta(seconds=1)
"""The least remainder while something is still to happen, because requests count in seconds."""
FARTHEST: Final = timedelta(days=3660)
"""Largest offset from the real time."""

# The move of the clock is no outage: the sweep was not away, and no time is given back.
MOVE: Final = """
WITH leap AS (
    UPDATE sandbox_clock SET micros = micros + (extract(epoch FROM %s::timestamptz - service_now()) * 1000000)::bigint
    WHERE %s::timestamptz > service_now() RETURNING true
)
UPDATE heartbeat SET beat_at = beat_at + (%s::timestamptz - service_now()) FROM leap
"""
AHEAD: Final = "SELECT service_now(), (SELECT micros FROM sandbox_clock)"


class Reading(NamedTuple):
    """The service's time, and its offset from the real time."""

    now: datetime
    ahead: timedelta


@dataclass(frozen=True, slots=True)
class Journey:
    """Start and end of the move, its number of steps, and the rest (`left`).

    `left` is not zero while anything that is due by now has not happened.
    """

    since: datetime
    now: datetime
    left: timedelta
    steps: int


def read() -> Reading:
    """Return the clock. Raises NotASandbox."""
    mode.demand()
    with connection.cursor() as cursor:
        cursor.execute(AHEAD)
        now, micros = cursor.fetchone()
        return Reading(now, timedelta(microseconds=micros))


def advance(by: timedelta, seconds: float = SECONDS) -> Journey:
    """Move the clock, and do everything that falls due on the way, each at its time.

    It stops after `seconds` and passes no deadline that is not settled. The caller then requests what is left. Raises
    NotASandbox, ClockTooFar, ClockBusy.
    """
    begun = read()
    if begun.ahead + by > FARTHEST:
        raise errors.ClockTooFar(most=FARTHEST.days)
    end = time.monotonic() + seconds
    target, steps = begun.now + by, 0
    settled = False
    with _alone() as lease:
        settled = _settle(end)
        while settled and (moment := next_due()) is not None and moment <= target:
            _move(lease, moment)
            settled = _settle(end)
            steps += 1
        if settled:
            _move(lease, target)
            maintenance.sweep()
            settled = _settle(end)
    now = clock.now()
    return Journey(begun.now, now, max(LEAST if not settled else timedelta(0), target - now), steps)


def _move(lease: Lease, moment: datetime) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        lease.renew()
        cursor.execute(MOVE, (moment, moment, moment))


def _settle(end: float) -> bool:
    """Do what is due until it has no further effects, in the order in which it happens to people.

    Returns False if time ran out before, and a deadline may be among what is left.
    """
    for rounds in count(1):
        left = end - time.monotonic()
        if left <= 0:
            break
        done = matchmaking.run() + worker.sweep(left) + sweep.run_in_turn(left)
        if calls_wait():
            done += 1 + send.run(left)
        if done and rounds < ROUNDS:
            continue
        if not deadline_waits():
            return time.monotonic() < end
        time.sleep(PAUSE)
    return False


@contextmanager
def _alone() -> Iterator[Lease]:
    """Let only one request at a time move the clock. Raises ClockBusy."""
    with leases.held(leases.Name.SANDBOX_CLOCK) as lease:
        if lease is None:
            raise errors.ClockBusy
        yield lease


WAITING: Final = (
    "SELECT min(deadline_at) FROM game WHERE status = 1 AND quarantined_at IS NULL AND deadline_at > service_now()",
    "SELECT min(available_at) FROM outbox WHERE available_at > service_now()",
    "SELECT min(due_at) FROM players_vacation WHERE due_at > service_now()",
    "SELECT min(due_at) FROM players_reminder WHERE due_at > service_now()",
    "SELECT min(next_at) FROM players_invitation WHERE next_at > service_now()",
    "SELECT min(mail_at) FROM players_invitation WHERE mail_at > service_now()",
    "SELECT min(next_at) FROM players_delivery WHERE state = 'pending' AND next_at > service_now()",
    """SELECT min(d.next_at) FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
        WHERE d.state = 'pending' AND w.state = 'active' AND d.next_at > service_now()""",
    "SELECT min(next_at) FROM players_leaving WHERE next_at > service_now()",
    "SELECT min(mail_at) FROM players_leaving WHERE mail_at > service_now() AND begun_at IS NULL",
    *matchmaking.NEXT_DUE,
)

NEXT: Final = "SELECT least(" + ", ".join(f"({one})" for one in WAITING) + ")"

CALLS: Final = """
SELECT EXISTS (SELECT FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
    WHERE d.state = 'pending' AND w.state = 'active' AND d.next_at <= service_now())
"""


def next_due() -> datetime | None:
    """Return the next moment at which something falls due; None if nothing waits."""
    with connection.cursor() as cursor:
        cursor.execute(NEXT)
        moment: datetime | None = cursor.fetchone()[0]
        return moment


def calls_wait() -> bool:
    """Return whether due calls to webhooks wait."""
    with connection.cursor() as cursor:
        cursor.execute(CALLS)
        return bool(cursor.fetchone()[0])


def deadline_waits() -> bool:
    """Return whether a game has an overdue deadline that can be settled and is not recorded."""
    return bool(deadlines.overdue(1))
