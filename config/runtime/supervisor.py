"""Watches a running stack until a person ends it or one of its processes dies."""

import signal
import time
from types import FrameType
from typing import NoReturn

from config.runtime.stack import Stack
from config.runtime.trouble import Trouble

PAUSE = 0.2  # seconds between two looks at the processes
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_by_signals() -> None:
    """Turn the first Ctrl-C, SIGTERM or SIGHUP into KeyboardInterrupt; ignore more, so nothing cuts the stop short."""
    for number in ENDINGS:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def watch(stack: Stack) -> NoReturn:
    """Return never: KeyboardInterrupt when a person ends it, Trouble when a process ended by itself."""
    while True:
        for child in stack.children:
            if child.ended:
                raise Trouble(
                    f"{child.name} {child.ending()}; everything else was stopped too and the data is safe. "
                    f"Start again with `make run`; why it ended may stand in {child.log}",
                )
        time.sleep(PAUSE)
