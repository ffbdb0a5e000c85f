"""The worker's consumer, which survives malformed messages and errors of the broker.

Celery itself handles bodies that cannot be decoded and unknown tasks. A message that can be decoded but is not shaped
like a task would end the whole worker, and then the next one that gets it.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, NoReturn

from celery.worker.consumer import Consumer as CeleryConsumer
from celery.worker.state import maybe_shutdown

logger = logging.getLogger(__name__)

SHAPELESS: Final = (ValueError, TypeError, LookupError, AttributeError)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds from a failure to the next try; the pause doubles while failures follow each other."""
SOON: Final = 30.0
"""Seconds; a try that lasted longer was a success."""
LOOK: Final = 0.1
"""Seconds between checks whether the worker is asked to end."""


class Consumer(CeleryConsumer):
    """Celery's consumer with more error handling; the setting `worker_consumer` names it."""

    class Blueprint(CeleryConsumer.Blueprint):  # type: ignore[misc, valid-type]  # a class that the stubs call a name
        """Leaves out 28 queues of RabbitMQ for tasks with a countdown, which we have not.

        Celery declares them at every address before the worker may start, those of dead nodes included.
        """

        default_steps = tuple(
            step for step in CeleryConsumer.Blueprint.default_steps if not str(step).endswith(":DelayedDelivery")
        )

    hub: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The broker's data may not even be a message: it is gone by then, so consuming starts again.
        self.connection_errors: tuple[type[BaseException], ...] = (*self.connection_errors, *SHAPELESS)
        self.pause = FIRST_PAUSE
        self.failed_at = 0.0

    def ensure_connected(self, conn: Any) -> Any:
        """Try each address. Celery would retry for ever, with pauses of up to 30 seconds in which it gets no hint."""
        conn.ensure_connection(max_retries=max(1, len(conn.alt) - 1), reraise_as_library_errors=False)
        self.first_connection_attempt = False
        return conn

    def on_connection_error_before_connected(self, exc: Exception) -> None:
        """Log it, as Celery does, and wait: a broker that refuses a connection would refuse the next one too."""
        super().on_connection_error_before_connected(exc)
        self._wait()

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Close the connection, as Celery does, and wait."""
        # Of two lines to a Redis, kombu meets one that is broken while it closes the channel of the other. It closes
        # that channel once more without its address, to put back what was not acknowledged, and that is no error
        # which Celery expects.
        with suppress(AttributeError):
            super().on_connection_error_after_connected(exc)
        self._wait()

    def _wait(self) -> None:
        now = time.monotonic()
        self.pause = min(2 * self.pause, LONGEST_PAUSE) if now - self.failed_at < SOON else FIRST_PAUSE
        self.failed_at = now + self.pause
        logger.warning("listening to the broker again in %.1f s", self.pause)
        while time.monotonic() < self.failed_at:
            maybe_shutdown()
            time.sleep(LOOK)

    def _acknowledge(self, message: Any, acknowledge: Callable[..., None], *args: Any, **kwargs: Any) -> None:
        """Restart consuming if acknowledging fails: kombu would count the message as pending and fetch no other."""
        acknowledge(*args, **kwargs)
        if not message.acknowledged and self.hub is not None:
            self.hub.call_soon(_lose_the_line)

    def create_task_handler(self, *args: Any, **kwargs: Any) -> Callable[[Any], None]:
        """Return the function that is called with every message."""
        handle = super().create_task_handler(*args, **kwargs)

        def guarded(message: Any) -> None:
            message.ack_log_error = partial(self._acknowledge, message, message.ack_log_error)
            try:
                handle(message)
            except SHAPELESS:
                logger.exception("a message has not the shape of a task and is refused")
                message.reject_log_error(logger, self.connection_errors)

        return guarded


def _lose_the_line() -> NoReturn:
    raise ConnectionError("the broker did not take an acknowledgement")
