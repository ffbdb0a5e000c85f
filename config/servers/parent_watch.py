"""Ends a worker whose parent has died."""

import os
import signal
import time
from multiprocessing import parent_process
from threading import Thread
from typing import Final

LOOK: Final = 0.5  # seconds between checks for the parent


def end_with_parent(farewell: float) -> None:
    """End this worker with SIGTERM soon after its parent process has died.

    It is killed if it has not ended `farewell` seconds later. Call it before the worker installs its signal handlers:
    until then a signal ends it at once, which the handlers inherited from its parent would prevent.
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
