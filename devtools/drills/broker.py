"""The broker of a drill from behind: what is in it, taken out, put back, wiped. A Redis or Valkey."""

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
    """Drop everything; of a broker that parallel tests share, everything of ours."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _redis.flushall()
    elif keys := _redis.keys(f"{PREFIX}*"):
        _redis.delete(*keys)


def is_empty() -> bool:
    """Return whether every task has been taken, and is done with."""
    return not _redis.llen(QUEUE) and not _redis.hlen(UNACKED)


def take_all() -> list[bytes]:
    """Take what waits, as the broker keeps it."""
    held: list[bytes] = _redis.lrange(QUEUE, 0, -1)
    _redis.delete(QUEUE)
    return held


def put_back(held: list[bytes], dice: random.Random, copies: int) -> int:
    """Put these back as if they had been on their way for hours: several times, shuffled, none of them expired."""
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
    """Put something in that is no message at all."""
    _redis.lpush(QUEUE, raw)


def left() -> str:
    """Return the content of the queues, in short."""
    unacked = [str(one)[:200] for one in _redis.hvals(UNACKED)]
    return f"waiting {_redis.llen(QUEUE)}, unacknowledged {unacked}"
