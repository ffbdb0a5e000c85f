"""The schedule of periodic work: Celery's beat sends it to workers, the sweeper runs it without a broker.

Every job may run at any time, in several processes at once, and be killed: the next run does what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games import retention
from games.audit import auditor
from games.matchmaking import job as matchmaking
from games.notifications import sweep
from games.proofs import anchors
from games.services import worker
from games.store import archiver
from games.webhooks import maintenance, send

if TYPE_CHECKING:
    from collections.abc import Callable

SWEEP_SECONDS: Final = 5.0


class Job(NamedTuple):
    """Work that is done every `seconds`.

    `expires`: seconds after which a worker leaves a job that has not begun to the next run. `limit`: most seconds of
    one run; None if it limits itself. `alone`: the function to call without a broker, if it is another one.
    """

    name: str
    seconds: float
    work: Callable[[], object]
    expires: int
    limit: int | None = None
    alone: Callable[[], object] | None = None

    @property
    def task(self) -> str:
        """Return the name of the Celery task."""
        return f"games.{self.name}"


JOBS: Final = (
    # Finds work whose hint got lost.
    Job("sweep", SWEEP_SECONDS, worker.sweep, expires=10),
    Job("carry", SWEEP_SECONDS, sweep.run, expires=10, alone=sweep.run_here),
    Job("matchmaking", matchmaking.SECONDS, matchmaking.run, expires=10),
    Job("call_webhooks", SWEEP_SECONDS, send.run, expires=30, alone=send.run_until_none_is_left),
    Job("audit", auditor.PERIOD, auditor.run, expires=10),
    Job("sweep_webhooks", 10.0, maintenance.sweep, expires=30),
    Job("anchor", 300.0, anchors.keep, expires=600, limit=3600),
    Job("archive", archiver.PERIOD, archiver.keep, expires=600, limit=900),
    Job("retain", 3600.0, retention.run, expires=3600),
)


def beat_schedule() -> dict[str, dict[str, Any]]:
    """Return the schedule in the form of Celery's setting."""
    return {job.name: {"task": job.task, "schedule": job.seconds, "options": {"expires": job.expires}} for job in JOBS}
