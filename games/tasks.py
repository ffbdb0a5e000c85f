"""The Celery tasks: thin and idempotent. They keep no state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from celery import shared_task

from common.http import request_ids
from games import hints
from games.notifications import send as notification_send
from games.schedule import JOBS
from games.services import worker

if TYPE_CHECKING:
    from games.schedule import Job

GRACE_SECONDS: Final = 60
"""Seconds for a task that has reached its limit to end before its process is killed."""


@shared_task(name=hints.WAKE_TASK, bind=True)
def wake(task: Any, *game_ids: str) -> None:
    """Do the work of some games. Sent after commands."""
    causes = (task.request.headers or {}).get(hints.CAUSES) or {}
    for game_id in game_ids:
        with request_ids.caused_by(causes.get(game_id)):
            worker.run_outboxes([UUID(game_id)])


@shared_task(name=hints.SEND_TASK)
def send(channel: str) -> None:
    """Send the due messages of a channel. Sent when messages were written."""
    notification_send.send_due(channel)


def _periodic(job: Job) -> Any:
    limits: dict[str, Any] = (
        {} if job.limit is None else {"soft_time_limit": job.limit, "time_limit": job.limit + GRACE_SECONDS}
    )

    @shared_task(name=job.task, **limits)
    def run() -> None:
        job.work()

    return run


PERIODIC: Final = {job.name: _periodic(job) for job in JOBS}
sweep, carry = PERIODIC["sweep"], PERIODIC["carry"]
