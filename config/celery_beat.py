"""Beat's schedulers, which a broker that refuses connections cannot end.

Celery's own connect outside of what they guard: a refused login ends beat. A task that cannot be sent now is sent at
its next time, and the sweep finds what it would have done.
"""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError
from celery.beat import Scheduler as CeleryScheduler

logger = logging.getLogger(__name__)


class _Outliving(CeleryScheduler):
    producer = None  # type: ignore[assignment]  # a tick hands it on to `apply_entry` as it is
    """Each task takes a connection from the app's pool, and its errors are those of that task."""

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send a task that is due. Nothing is raised."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as refusal:
            logger.warning("%s", refusal)


class Scheduler(_Outliving, PersistentScheduler):
    """Remembers in a file when each task was sent last; the setting `beat_scheduler` names it."""


class SchedulerWithoutFile(_Outliving):
    """Keeps nothing on the disk: after a start every task waits for its whole time."""
