"""Direct access to the broker of a drill: its content, taken out, put back, wiped. A Redis or Valkey."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from django.conf import settings
from redis import Redis

if TYPE_CHECKING:
    import random

PREFIX: Final = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("global_keyprefix", ""))
QUEUE: Final = f"{PREFIX}{settings.CELERY_TASK_DEFAULT_QUEUE}"
UNACKED: Final = f"{PREFIX}unacked"
_redis: Final[Any] = Redis.from_url(settings.BROKER_URL)


def wipe() -> None:
    """Delete everything; in a broker that parallel tests share, everything of this process."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _redis.flushall()
    elif keys := _redis.keys(f"{PREFIX}*"):
        _redis.delete(*keys)


def is_empty() -> bool:
    """Tell whether every task has been taken and finished."""
    return not _redis.llen(QUEUE) and not _redis.hlen(UNACKED)


def take_all() -> list[bytes]:
    """Take the waiting messages, in the broker's form."""
    held: list[bytes] = _redis.lrange(QUEUE, 0, -1)
    _redis.delete(QUEUE)
    return held


def put_back(held: list[bytes], dice: random.Random, copies: int) -> int:
    """Put these back as if delayed for hours: several times, shuffled, without expiry."""
    late = []
    for raw in held:
        for _ in range(dice.randint(1, copies)):
            envelope = json.loads(raw)
            envelope["headers"]["expires"] = None
            envelope["properties"]["delivery_tag"] = str(uuid4())
            late.append(json.dumps(envelope))
    dice.shuffle(late)
    if late:
        _redis.lpush(QUEUE, *late)
    return len(late)


def put(raw: bytes) -> None:
    """Add something that is no message."""
    _redis.lpush(QUEUE, raw)


def left() -> str:
    """Return a summary of the queues."""
    unacked = [str(one)[:200] for one in _redis.hvals(UNACKED)]
    return f"waiting {_redis.llen(QUEUE)}, unacknowledged {unacked}"
