"""The service's Celery app with a beat that sends every job once a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.celery import app

if TYPE_CHECKING:
    from celery import Celery


@app.on_after_finalize.connect(weak=False)
def hurry(sender: Celery, **_: object) -> None:
    """Shorten every period of the schedule."""
    for entry in sender.conf.beat_schedule.values():
        entry["schedule"] = 1.0
