"""The service's Celery app behind a broker that delivers everything two to five times, late and out of order.

Half of the copies keep the task's id, as a redelivery does; the others are tasks of their own.
"""

from __future__ import annotations

import random
from typing import Any, Final

from celery.utils import uuid

from config.celery import app

MOST: Final = 5
LATE: Final = 2.0
"""Seconds within which the copies come."""

_dice: Final = random.Random()
_send: Final = app.send_task


def send_task(name: str, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
    """Send it, and send it again."""
    task_id = options.pop("task_id", None) or uuid()
    for copy in range(_dice.randint(1, MOST - 1)):
        late = {"countdown": _dice.uniform(0, LATE), "task_id": task_id if copy % 2 else uuid()}
        _send(name, args, kwargs, **options | late)
    return _send(name, args, kwargs, **options, task_id=task_id)


setattr(app, "send_task", send_task)  # noqa: B010 - of this one app, which no type allows for
