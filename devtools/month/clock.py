"""A clock that stands still between jumps, so that the same seed gives the same month on a fast and a slow machine.

The worker does its work as it does in production: at once where the application hints at it after a commit, and by the
periodic jobs for whatever falls due.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db import connection

from games import hints
from games.matchmaking import job as matchmaking
from games.notifications import send, sweep
from games.sandbox import time_travel
from games.schedule import SWEEP_SECONDS
from games.services import worker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from devtools.month.streams import Streams

BEGINNING: Final = datetime(2027, 3, 1, tzinfo=UTC)
"""When the month begins: a Monday."""
_MOST_HINTS: Final = 5000
"""Most hints that one request may cause, with those that follow from them."""
_PERIOD: Final = timedelta(seconds=SWEEP_SECONDS)
_STEP: Final = timedelta(microseconds=1)

_FROZEN: Final = """
CREATE OR REPLACE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN timestamptz '{beginning}' + (SELECT micros * interval '1 microsecond' FROM sandbox_clock)
"""
# The jump is no outage: the sweep was not away, and no time is given back.
_JUMP: Final = """
WITH moved AS (UPDATE sandbox_clock SET micros = %s::bigint)
UPDATE heartbeat SET beat_at = %s::timestamptz
"""


class StuckError(Exception):
    """The worker does not come to an end."""


WORK: Final[Mapping[str, Callable[..., object]]] = {
    hints.WAKE_TASK: lambda *games: worker.run_outboxes(map(UUID, games)),
    hints.SEND_TASK: send.send_due,
    hints.CARRY_TASK: lambda: sweep.run_in_turn(worker.SECONDS_PER_SWEEP),
}
"""What the worker does on a hint. There are no webhooks."""


class Hints:
    """Keeps the hints that the application sends after commits, and does what the worker does on them.

    It stands in the place of the broker. Each hint is followed once, in the order in which they came.
    """

    def __init__(self, work: Mapping[str, Callable[..., object]] = WORK) -> None:
        self._work = work
        self._waiting: dict[tuple[str, ...], None] = {}
        self._moved: set[str] = set()

    def add(self, task: str, *arguments: str) -> None:
        """Keep a hint."""
        if task == hints.MOVED:
            self._moved.update(arguments)
        elif task in self._work:
            self._waiting[task, *arguments] = None

    def flush(self) -> None:
        """Do nothing: no hint waits to be sent."""

    def follow(self) -> set[str]:
        """Do the work of all hints, and of those that it causes. Return the games that have moved meanwhile."""
        for _ in range(_MOST_HINTS):
            if not self._waiting:
                moved, self._moved = self._moved, set()
                return moved
            task, *arguments = hint = next(iter(self._waiting))
            del self._waiting[hint]
            self._work[task](*arguments)
        raise StuckError


class Clock:
    """The clock of the service. `steps`: how often it has stopped for the periodic jobs."""

    def __init__(self, streams: Streams) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_FROZEN.format(beginning=BEGINNING.isoformat()))
        self._hints = hints._buffer = Hints()  # type: ignore[assignment]  # noqa: SLF001  there is no broker
        self._streams = streams
        self.now = timedelta(0)
        self.steps = 0
        self._stop: timedelta | None = timedelta(0)

    @property
    def seconds(self) -> float:
        """Return the seconds since the month began."""
        return self.now.total_seconds()

    def touched(self) -> None:
        """Let the worker do what somebody's commands have caused."""
        self._streams.moved(self._hints.follow())
        self._plan(is_busy=False)

    def go_to(self, seconds: float) -> None:
        """Move on to this moment, and stop for the periodic jobs wherever something falls due. It never goes back."""
        target = max(timedelta(seconds=seconds), self.now)
        while self._stop is not None and self._stop <= target:
            self._jump(self._stop)
            self.steps += 1
            done = matchmaking.run() + worker.sweep() + sweep.run_in_turn(worker.SECONDS_PER_SWEEP)
            self._streams.moved(self._hints.follow())
            self._plan(is_busy=done > 0)
        self._jump(target)

    def _plan(self, *, is_busy: bool) -> None:
        """Note the next run of the periodic jobs that finds something: the first after it is due.

        `is_busy`: they have just done something that may have consequences.
        """
        due = time_travel.next_due()
        runs = [] if due is None else [run_after(due - BEGINNING)]
        if is_busy:
            runs.append(run_after(self.now + _STEP))
        self._stop = min(runs, default=None)

    def _jump(self, to: timedelta) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_JUMP, (to // timedelta(microseconds=1), BEGINNING + to))
        self.now = to


def run_after(moment: timedelta) -> timedelta:
    """Return when the periodic jobs run for the first time at this moment or after it."""
    return -(-moment // _PERIOD) * _PERIOD
