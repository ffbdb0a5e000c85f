"""How the worker listens: what is no task is refused and logged, and takes nothing else with it.

Celery itself sees to bodies that cannot be decoded and to tasks that nobody knows. What can be decoded and has not the
shape of a task would end the whole worker, and then the next one that it is delivered to.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

from celery.worker.consumer import Consumer as CeleryConsumer

logger = logging.getLogger(__name__)

SHAPELESS: Final = (ValueError, TypeError, LookupError, AttributeError)


class Consumer(CeleryConsumer):
    """Celery's consumer, less easily upset; the setting `worker_consumer` names it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # What the broker hands out may not even be a message: it is gone by then, and listening is begun anew.
        self.connection_errors: tuple[type[BaseException], ...] = (*self.connection_errors, *SHAPELESS)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], None]:
        """What is called with every message."""
        handle = super().create_task_handler(*args, **kwargs)

        def guarded(message: Any) -> None:
            try:
                handle(message)
            except SHAPELESS:
                logger.exception("a message has not the shape of a task and is refused")
                message.reject_log_error(logger, self.connection_errors)

        return guarded
