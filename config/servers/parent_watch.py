"""Ends a worker whose parent has died."""

import os
import signal
import time
from multiprocessing import parent_process
from threading import Thread
from typing import Final

LOOK: Final = 0.5  # seconds from one look for the parent to the next


def end_with_parent(farewell: float) -> None:
    """Have this worker told to end, soon after the process that started it has, however that ended.

    It is killed if it has not ended `farewell` seconds later. To be called before the worker answers signals: until
    it does they end it at once, as its parent's answers, which it has by birth, would not.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_watch, args=(farewell,), name="orphan", daemon=True).start()


def _watch(farewell: float) -> None:
    parent = parent_process()
    while parent is None or os.getppid() == parent.pid:
        time.sleep(LOOK)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(farewell)
    os.kill(os.getpid(), signal.SIGKILL)
