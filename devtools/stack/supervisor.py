"""Watches a running stack and restarts dead processes, until the user ends it or a process cannot run."""

import signal
import time
from types import FrameType
from typing import NoReturn

from devtools.stack.child import Child
from devtools.stack.installation import Stack
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble

PAUSE = 0.2  # seconds between two checks of the processes
STEADY = 10.0  # seconds; a process that has run this long can run
MOST_FAILURES = 6
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds from an end to the next start; they double
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_by_signals() -> None:
    """Turn the first Ctrl-C, SIGTERM or SIGHUP into KeyboardInterrupt; ignore more, so the stop is not interrupted."""
    for number in ENDINGS:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def watch(stack: Stack) -> NoReturn:
    """Watch until KeyboardInterrupt when the user ends it, or Trouble when a process ends each time it is started."""
    wards = [Ward(child) for child in stack.children]
    while True:
        for ward in wards:
            ward.look()
        time.sleep(PAUSE)


class Ward:
    """A process that is restarted when it ends, after a longer pause each time it ends soon after its start."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.started_at = time.monotonic()
        self.failures = 0
        self.due_at: float | None = None

    def look(self) -> None:
        """Restart it if it is due. Raises Trouble when it has ended once too often."""
        now = time.monotonic()
        if self.due_at is None:
            if self.child.ended:
                self.due_at = now + self._pause(now)
        elif now >= self.due_at:
            self.child.start_again()
            self.started_at, self.due_at = now, None

    def _pause(self, now: float) -> float:
        child = self.child
        child.end_group()  # its own children may hold the port, and no parent looks after them
        self.failures = self.failures + 1 if now - self.started_at < STEADY else 1
        if self.failures >= MOST_FAILURES:
            raise Trouble(
                f"{child.name} {child.ending()}, and ended {self.failures} times in a row within {STEADY:.0f} s of its "
                f"start; everything else was stopped too and the data is safe. Why it ends may stand in {child.log}; "
                f"then start again with `make run`.",
            )
        pause: float = min(FIRST_PAUSE * 2 ** (self.failures - 1), LONGEST_PAUSE)
        say(f"{child.name} {child.ending()}; it starts again in {pause:.1f} s (log: {child.log})")
        return pause
