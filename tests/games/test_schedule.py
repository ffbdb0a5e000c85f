"""Workers and sweepers share one schedule of periodic work."""

from __future__ import annotations

from celery import current_app

from games import tasks
from games.schedule import JOBS


def test_beat_sends_every_job_and_workers_know_its_task() -> None:
    current_app.finalize(auto=True)
    sent = {entry["task"]: entry["schedule"] for entry in current_app.conf.beat_schedule.values()}
    assert sent == {job.task: job.seconds for job in JOBS}
    assert {task.name for task in tasks.PERIODIC.values()} == set(sent)
    assert set(sent) <= set(current_app.tasks)
