"""Waiting for a server to answer."""

import time
from collections.abc import Callable

from devtools.stack.child import Child
from devtools.stack.trouble import Trouble

PAUSE = 0.02  # seconds between two tries


def until(answers: Callable[[], bool], child: Child, limit: float) -> None:
    """Return once `answers()`; raise Trouble when `child` ended or `limit` seconds went by."""
    end = time.monotonic() + limit
    while not answers():
        if child.ended:
            raise Trouble(f"{child.name} {child.ending()} while starting: {child.last_words()} (log: {child.log})")
        if time.monotonic() > end:
            raise Trouble(f"{child.name} did not answer within {limit:.0f} s: {child.last_words()} (log: {child.log})")
        time.sleep(PAUSE)
