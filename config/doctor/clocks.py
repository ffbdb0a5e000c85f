"""The clocks of this machine, of the database and of the cache server: Celery discards work that seems late."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Final

from django.conf import settings
from django.db import connection

from common import cache_server
from config.doctor.finding import Finding, fail, ok, warn

MOST: Final = 10.0  # seconds after which a worker discards a sweep (games/schedule.py)
MUCH: Final = 2.0


def check() -> Iterator[Finding]:
    """Yield the difference between this machine's clock and the others."""
    yield from _compared("the database", _database)
    try:
        with closing(cache_server.client(settings.CACHE_URL, seconds=3)) as server:
            yield from _compared("the cache server", partial(_cache, server))
    except cache_server.FAULTS:
        return  # the check of the broker says so


def _database() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        return float(cursor.fetchone()[0])


def _cache(server: cache_server.Client) -> float:
    seconds, micros = server.time()
    return float(seconds) + float(micros) / 1e6


def _compared(name: str, clock: Callable[[], float]) -> Iterator[Finding]:
    clock()  # connects, so that the second question takes no time
    before = time.time()
    theirs = clock()
    after = time.time()
    ahead = max(theirs - after, 0.0) - max(before - theirs, 0.0)
    if abs(ahead) < MUCH:
        yield ok(f"The clocks of this machine and of {name} agree.")
        return
    finding = fail if abs(ahead) >= MOST else warn
    yield finding(
        f"The clock of {name} is {abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} this machine's.",
        "Keep the clocks of all machines in step (chrony or systemd-timesyncd).",
    )
