"""Work that one process of a family does at a time: of a process and those that it forked, as a worker its children."""

from __future__ import annotations

import fcntl
import os
import tempfile
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class OnePerFamily:
    """A lock that a family shares if it is made before the first fork. It ends with the process that holds it."""

    def __init__(self) -> None:
        # A file without a name: children inherit it, and the kernel locks it for each process by itself.
        with tempfile.TemporaryFile() as file:
            self._file = os.dup(file.fileno())
        self._threads = threading.Lock()

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the lock until the end of the block; yield False if another process or thread holds it."""
        if not self._threads.acquire(blocking=False):
            yield False
            return
        try:
            mine = self._try()
            try:
                yield mine
            finally:
                if mine:
                    fcntl.lockf(self._file, fcntl.LOCK_UN)
        finally:
            self._threads.release()

    def _try(self) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
