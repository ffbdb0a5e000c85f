"""A clock that stands still between jumps, so that the same seed gives the same month on a fast and a slow machine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import connection, transaction

from games.matchmaking import job as matchmaking
from games.notifications import sweep
from games.sandbox import time_travel
from games.services import worker

BEGINNING: Final = datetime(2027, 3, 1, tzinfo=UTC)
"""When the month begins: a Monday."""
_ROUNDS: Final = 50
"""Most rounds in which the worker does what has just fallen due."""
_STEP: Final = timedelta(milliseconds=1)
"""Nothing falls due at the same moment as a request."""

_FROZEN: Final = """
CREATE OR REPLACE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN timestamptz '{beginning}' + (SELECT micros * interval '1 microsecond' FROM sandbox_clock)
"""
_MOVE: Final = "UPDATE sandbox_clock SET micros = %s"
_BEAT: Final = "UPDATE heartbeat SET beat_at = service_now()"


class StuckError(Exception):
    """The worker does not come to an end."""


class Clock:
    """The clock of the service. `steps`: how often it has stopped because something fell due."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_FROZEN.format(beginning=BEGINNING.isoformat()))
        self.now = timedelta(0)
        self.steps = 0
        self._next: datetime | None = None
        self._is_stale = True

    @property
    def seconds(self) -> float:
        """Return the seconds since the month began."""
        return self.now.total_seconds()

    def touched(self) -> None:
        """Note that somebody has sent a command, so that there is work to do."""
        self._is_stale = True

    def go_to(self, seconds: float) -> None:
        """Move on to this moment, and stop wherever something falls due. It never goes back."""
        target = max(timedelta(seconds=seconds), self.now)
        if self._is_stale:
            self._work()
        while self._next is not None and self._next - BEGINNING <= target:
            self._jump(max(self._next - BEGINNING, self.now) + _STEP)
            self.steps += 1
            self._work()
        self._jump(max(target, self.now))

    def _work(self) -> None:
        for _ in range(_ROUNDS):
            if not (matchmaking.run() + worker.sweep() + sweep.run_in_turn(worker.SECONDS_PER_SWEEP)):
                break
        else:
            raise StuckError
        self._next = time_travel.next_due()
        self._is_stale = False

    def _jump(self, to: timedelta) -> None:
        # The jump is no outage: the sweep was not away, and no time is given back.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_MOVE, (to // timedelta(microseconds=1),))
            cursor.execute(_BEAT)
        self.now = to
