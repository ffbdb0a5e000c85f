"""The one schedule of periodic work: Celery's beat sends it to workers, the sweeper runs it without a broker.

Every job may run at any time, in several processes at once, and be killed: the next run does what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games import retention
from games.audit import auditor
from games.notifications import sweep
from games.proofs import anchors
from games.services import worker
from games.store import archiver
from games.webhooks import maintenance, send

if TYPE_CHECKING:
    from collections.abc import Callable

SWEEP_SECONDS: Final = 5.0


class Job(NamedTuple):
    """Work that is done every so many `seconds`.

    `expires`: after so many seconds a worker that has not begun leaves it to the next run. `limit`: the most that one
    run may take; None: it limits itself. `alone`: what is done where there is no broker, if that is something else.
    """

    name: str
    seconds: float
    work: Callable[[], object]
    expires: int
    limit: int | None = None
    alone: Callable[[], object] | None = None

    @property
    def task(self) -> str:
        """The name of the Celery task."""
        return f"games.{self.name}"


JOBS: Final = (
    # Finds what a lost hint left undone.
    Job("sweep", SWEEP_SECONDS, worker.sweep, expires=10),
    Job("carry", SWEEP_SECONDS, sweep.run, expires=10, alone=sweep.run_here),
    Job("call_webhooks", SWEEP_SECONDS, send.run, expires=30),
    Job("audit", auditor.PERIOD, auditor.run, expires=10),
    Job("sweep_webhooks", 10.0, maintenance.sweep, expires=30),
    Job("anchor", 300.0, anchors.keep, expires=600, limit=3600),
    Job("archive", 3600.0, archiver.keep, expires=3600, limit=900),
    Job("retain", 3600.0, retention.run, expires=3600),
)


def beat_schedule() -> dict[str, dict[str, Any]]:
    """The schedule in the form of Celery's setting."""
    return {job.name: {"task": job.task, "schedule": job.seconds, "options": {"expires": job.expires}} for job in JOBS}
