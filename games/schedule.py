"""The schedule of periodic work: Celery's beat sends it to workers, the sweeper runs it without a broker.

Every job may run at any time, in several processes at once, and be killed: the next run does what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings

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
    one run; None if it limits itself. `alone`: the function to call without a broker, if it is another one. `long`:
    a run may take minutes, so it waits in the queue of long tasks and no player waits behind it.
    """

    name: str
    seconds: float
    work: Callable[[], object]
    expires: int
    limit: int | None = None
    alone: Callable[[], object] | None = None
    long: bool = False

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
    Job("audit", auditor.PERIOD, auditor.run, expires=10, long=True),
    Job("sweep_webhooks", 10.0, maintenance.sweep, expires=30),
    Job("anchor", 300.0, anchors.keep, expires=600, limit=3600, long=True),
    Job("archive", archiver.PERIOD, archiver.keep, expires=600, limit=900, long=True),
    Job("retain", 3600.0, retention.run, expires=3600, long=True),
)
LONG_TASKS: Final = frozenset(job.task for job in JOBS if job.long)


def route(name: str, *_: object, **__: object) -> dict[str, str] | None:
    """Return the queue of a task, for Celery's setting `task_routes`; None for the usual one."""
    return {"queue": settings.LONG_TASKS_QUEUE} if name in LONG_TASKS else None


def beat_schedule() -> dict[str, dict[str, Any]]:
    """Return the schedule in the form of Celery's setting."""
    return {job.name: {"task": job.task, "schedule": job.seconds, "options": {"expires": job.expires}} for job in JOBS}
